// Promise: options on a real account are bought nowhere until one member proposed a country with its legal
// basis and two others approved it; another member ends them for new ones, and what runs settles.
import { randomUUID } from 'node:crypto';
import { DAY_MS, newUuid } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTokens } from '../../../test/nft.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let opener: TestMember;
let maker: TestMember;
let checker: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  opener = await product.member('risk');
  maker = await product.member('risk');
  checker = await product.member('kyc');
});
afterAll(() => product.stop());

const ENABLING = {
  country: 'DE',
  reason: 'The licence covers it',
  evidence: 'Licence 12/345 of the supervisor, paragraph 7, of 3 May.',
};
const enable = (more: object = {}) =>
  product.desk('countries.enable', {
    cookie: opener.cookie,
    body: { ...ENABLING, ...more },
  });
const listed = async () =>
  (await product.desk('countries.list', { cookie: checker.cookie })).result;

async function approve(id: string, by: TestMember) {
  const params = { id };
  const { cookie } = by;
  const { rowHash, needsPasskey } = (await product.desk('cases.get', { cookie, params })).result;
  let proof = {};
  if (needsPasskey) {
    const body = { rowHash };
    const asked = await product.desk('cases.challenge', { cookie, params, body });
    if (asked.message !== 'ok') return asked.message;
    const { challenge, options } = asked.result;
    proof = { challenge, passkey: by.device.answer(options) };
  }
  const body = { verdict: 'approved', reason: 'as-proposed', rowHash, ...proof };
  const done = await product.desk('cases.decide', { cookie, params, body });
  await product.settle();
  return done.message;
}

/** A user who may trade real money and stated this country. */
async function trader() {
  const user = await product.register();
  await product.admit(user.userId);
  await product.deposit(user.userId, 100_000_000n);
  return user;
}
async function buy(token: string, amount = '10') {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  return product.call('options.buy', {
    token,
    mode: 'real',
    body: { code: 'BTC/USDT', direction: 'up', period: 60, amount, requestId: randomUUID() },
  });
}
const opening = async (token: string) => (await product.call('options.opening', { token })).result;

test('closed until two approved, open for the country alone, ended for new ones at once', async () => {
  const { token, userId } = await trader();
  const before = await buy(token);
  expect([before.code, before.refused.facts]).toEqual([
    '11005',
    { why: 'countryNotEnabled', country: 'DE' },
  ]);
  expect(await opening(token)).toMatchObject({ isOpen: false, why: 'countryNotEnabled' });

  const proposed = (await enable()).result;
  expect(await approve(proposed.id, opener)).toBe('case-own');
  expect(await approve(proposed.id, maker)).toBe('ok');
  // One yes is none.
  expect((await buy(token)).code).toBe('11005');
  expect(await approve(proposed.id, checker)).toBe('ok');
  expect(await listed()).toMatchObject([
    { country: 'DE', now: { isEnabled: true, caseNumber: proposed.number }, next: null },
  ]);
  expect(await opening(token)).toMatchObject({ isOpen: true, country: 'DE' });
  expect((await enable()).message).toBe('case-impossible');
  const body = { code: 'BTC/USDT', direction: 'up', period: 60, amount: '10' } as const;
  const quote = await product.call('options.quote', { token, mode: 'real', body });
  expect(quote.code).toBe('200');
  const bought = await buy(token);
  expect([bought.code, bought.result.mode]).toEqual(['200', 'real']);
  const stranger = await product.register();
  const unknown = await buy(stranger.token);
  expect(unknown.refused.facts).toEqual({ why: 'countryUnknown' });

  const { cookie } = maker;
  const ending = await product.desk('countries.end', {
    cookie,
    body: { country: 'DE', reason: 'The regulator banned them' },
  });
  expect((await buy(token)).code).toBe('200');
  expect(await approve(ending.result.id, checker)).toBe('ok');
  expect((await buy(token)).refused.facts).toMatchObject({ why: 'countryNotEnabled' });
  // What runs goes on.
  const { result } = await product.call('options.list', {
    token,
    mode: 'real',
    query: { status: 'running', page: 1, size: 10 },
  });
  expect(result.total).toBe(2);
  const rows = await product.db.query<{ country: string }>(
    'select country from options.option where user_id = $1',
    [userId],
  );
  expect(rows.map(({ country }) => country)).toEqual(['DE', 'DE']);
});

test('a stake counts as lost until it is settled, in the limit its owner set', async () => {
  const { token } = await trader();
  const proposed = (await enable()).result;
  await approve(proposed.id, maker);
  await approve(proposed.id, checker);
  const said = { kind: 'loss', period: 'day', amount: '15' } as const;
  const set = await product.call('accounts.set-limit', { token, body: said });
  expect(set.code).toBe('200');
  expect((await buy(token)).code).toBe('200');
  const over = await buy(token);
  expect([over.code, over.refused.facts]).toMatchObject(['11018', { what: 'loss' }]);

  // So does what was given for a token.
  const { offer } = await openTokens(product);
  const id = await offer({ auction: null, price: { asset: 'USDT', units: 10_000_000n } });
  const giver = await trader();
  const given = { id, kind: 'buy', amount: '10', requestId: randomUUID() };
  const sold = await product.call('nft.buy', { token: giver.token, mode: 'real', odd: given });
  expect(sold.code).toBe('200');
  await product.call('accounts.set-limit', { token: giver.token, body: said });
  const beside = await buy(giver.token);
  expect([beside.code, beside.refused.facts]).toMatchObject(['11018', { what: 'loss' }]);
});

test('is not enabled by anybody but two people, whoever asks the database', async () => {
  const at = product.clock.now();
  const insert = (country: string, caseId: string, number: string) =>
    product.db.query(
      `insert into options.country_decision (country, is_enabled, since, at, case_id, case_number)
       values ($1, true, platform.from_ms($2), platform.from_ms($2), $3, $4)`,
      [country, at, caseId, number],
    );
  await expect(insert('JP', newUuid(at), 'O-999999')).rejects.toThrow(/decided case/);
  const open = (await enable({ country: 'JP', from: at + DAY_MS })).result;
  await expect(insert('JP', open.id, open.number)).rejects.toThrow(/decided case/);
  await approve(open.id, maker);
  await expect(insert('JP', open.id, open.number)).rejects.toThrow(/decided case/);
  await approve(open.id, checker);
  expect((await listed()).find(({ country }) => country === 'JP')).toMatchObject({
    now: null,
    next: { isEnabled: true, since: at + DAY_MS },
  });
});

test('what was proposed before an end does not enable the country again', async () => {
  const [first, second] = [
    (await enable({ country: 'FR' })).result,
    (await enable({ country: 'FR' })).result,
  ];
  for (const by of [maker, checker]) expect(await approve(first.id, by)).toBe('ok');
  const body = { country: 'FR', reason: 'The regulator banned them' };
  const ending = await product.desk('countries.end', { cookie: maker.cookie, body });
  expect(await approve(ending.result.id, checker)).toBe('ok');
  for (const by of [maker, checker]) expect(await approve(second.id, by)).toBe('ok');
  const found = (await listed()).find(({ country }) => country === 'FR');
  expect(found?.now).toMatchObject({ isEnabled: false, caseNumber: ending.result.number });
});

test.each([
  [{ country: 'Germany' }],
  [{ country: 'de' }],
  [{ reason: ' ' }],
  [{ evidence: 'yes' }],
  [{ evidence: 'x'.repeat(2_001) }],
])('a proposal with %j is refused', async (change) => {
  expect((await enable({ country: 'FR', ...change })).status).toBe(400);
});
