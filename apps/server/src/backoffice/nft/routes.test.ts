// Promise: charities, tokens and pay-outs, to charities and artists, come about by proposals that two other members
// approve, and the desk shows tokens, their calendar, what each charity was raised and paid, what artists are owed, and
// who holds what. (PRODUCT 8, 11)
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE, formOf } from '../../../test/form.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let writer: TestMember;
let maker: TestMember;
let checker: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  writer = await product.member('content', 'cashierMaker');
  maker = await product.member('risk', 'content', 'cashierMaker');
  checker = await product.member('risk', 'cashierChecker');
});
afterAll(() => product.stop());

async function approve(id: string, { cookie, device }: TestMember) {
  const params = { id };
  const { rowHash } = (await product.desk('cases.get', { cookie, params })).result;
  const asked = await product.desk('cases.challenge', { cookie, params, body: { rowHash } });
  const { challenge } = asked.result;
  const passkey = device.answer(asked.result.options);
  return product.desk('cases.decide', {
    ...{ cookie, params },
    body: { verdict: 'approved', reason: 'as-proposed', rowHash, challenge, passkey },
  });
}

/** Two others approve what was proposed, and it is carried out. */
async function decided(proposed: { result: { id: string }; message: string }): Promise<void> {
  expect(proposed.message).toBe('ok');
  const { id } = proposed.result;
  for (const member of [maker, checker]) expect((await approve(id, member)).message).toBe('ok');
  await product.app.cases.carryOutAll();
}

const CHARITY = {
  name: 'Open Window school',
  country: 'GB',
  register: 'Charity Commission',
  registerNumber: '123456',
  registerUrl: 'https://register.example/123456',
  agreement: 'A-7',
  agreedOn: '2023-11-01',
  note: 'Looked up',
};

test('a charity, a picture and a token are proposed, approved and on sale, then sold and paid out', async () => {
  const { cookie } = writer;
  const proposed = await product.desk('tokens.propose-charity', { cookie, body: CHARITY });
  await decided(proposed);
  const again = await product.desk('tokens.propose-charity', { cookie, body: CHARITY });
  expect([again.message, (again.result as { field?: string }).field]).toEqual([
    'case-impossible',
    'registerNumber',
  ]);
  const [charity] = (await product.desk('tokens.charities', { cookie })).result.records;
  expect(charity).toMatchObject({ name: CHARITY.name, agreement: 'A-7', raised: '0', held: '0' });
  const form = formOf({ file: PICTURE });
  const uploaded = await product.app.desk?.http.inject({
    method: 'POST',
    url: '/desk/token-pictures',
    headers: { ...form.headers, cookie, origin: product.origin, 'sec-fetch-site': 'same-origin' },
    payload: form.payload,
  });
  const art = (
    JSON.parse(uploaded?.body ?? '') as { result: { artId: string; images: { url: string }[] } }
  ).result;
  const publicly = async () => {
    const { statusCode, headers } = await product.app.http.inject(art.images[0]?.url ?? '');
    return [statusCode, String(headers['content-type']).split(';')[0]];
  };
  // Nobody but members of staff reads a picture before its token is offered.
  expect(await publicly()).toEqual([404, 'application/json']);
  const terms = (change: object = {}) => ({
    title: 'Night boat',
    text: 'A boat at night.',
    creator: 'Leila',
    charityId: charity?.id ?? '',
    artId: art.artId,
    place: null,
    price: '50',
    split: { charity: 9_000, creator: 1_000, house: 0 },
    startsAt: product.clock.now(),
    auction: {
      step: '5',
      endsAt: product.clock.now() + DAY_MS,
      extendMinutes: 5,
      extensionsMax: 10,
    },
    note: 'A first one',
    ...change,
  });
  const wrong = await product.desk('tokens.propose', {
    cookie,
    body: terms({ split: { charity: 9_000, creator: 1_000, house: 1 } }),
  });
  expect([wrong.message, (wrong.result as { field?: string }).field]).toEqual([
    'case-impossible',
    'split',
  ]);
  await decided(await product.desk('tokens.propose', { cookie, body: terms() }));
  expect(await publicly()).toEqual([200, 'image/jpeg']);
  const [token] = (await product.desk('tokens.list', { cookie })).result.records;
  const id = token?.id ?? '';
  expect(token).toMatchObject({ title: 'Night boat', state: 'open', minNextBid: '50' });
  const { artId } = (await product.desk('tokens.get', { cookie, params: { id } })).result;
  expect(artId).toBe(art.artId);
  const change = await product.desk('tokens.propose-change', {
    ...{ cookie, params: { id } },
    body: terms({ title: 'Day boat', price: '60', auction: null }),
  });
  // Who decides a change reads what each term is until then, and sees the picture.
  const { facts } = (await product.desk('cases.get', { cookie, params: { id: change.result.id } }))
    .result;
  expect(facts).toEqual(
    expect.arrayContaining([
      { key: 'token-id', as: 'text', value: id },
      { key: 'title', as: 'text', value: 'Day boat', before: 'Night boat' },
      { key: 'sale', as: 'text', value: 'fixed', before: 'auction' },
      { key: 'price', as: 'amount', value: '60', before: '50' },
      { key: 'charity-share', as: 'share', value: '0.9' },
      { key: 'house-share', as: 'share', value: '0' },
    ]),
  );
  // What a fixed price has no more is said, too.
  const ends = facts.find(({ key }) => key === 'sale-until');
  expect(ends).toMatchObject({ value: '–', before: expect.stringMatching(/^\d+$/) });
  const picture = facts.find(({ key }) => key === 'picture')?.value ?? '';
  const file = await product.app.desk?.http.inject({
    method: 'GET',
    url: `/desk/token-pictures/${picture}.jpg`,
    headers: { cookie },
  });
  expect([file?.statusCode, file?.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const unseen = await product.app.desk?.http.inject({
    method: 'GET',
    url: `/desk/token-pictures/${picture}.jpg`,
  });
  expect(unseen?.statusCode).toBe(401);
  await decided(
    await product.desk('tokens.propose-change', {
      ...{ cookie, params: { id } },
      body: terms({ title: 'Day boat', price: '60' }),
    }),
  );
  // Another change came first: of the version it was compared with there is nothing left.
  await decided(change);
  expect(
    (await product.desk('cases.get', { cookie, params: { id: change.result.id } })).result,
  ).toMatchObject({
    state: 'decided',
  });
  const span = { from: '0', to: String(product.clock.now() + 2 * DAY_MS) };
  const calendar = await product.desk('tokens.calendar', { cookie, query: span });
  expect(calendar.result.records).toMatchObject([{ id, title: 'Day boat', price: '60' }]);

  // Sold to who leads at its end.
  const { userId, username, token: session } = await product.register();
  await product.admit(userId);
  await product.deposit(userId, 100_000_000n);
  await product.price('BTC/USDT', '60000', '60010');
  const from = product.clock.now();
  const turnedOn = { key: 'nft.enabled', value: '1', from, note: 'a test' } as const;
  await product.app.parameters.set(turnedOn);
  const odd = { id, kind: 'bid', amount: '60', requestId: randomUUID() };
  const bid = await product.call('nft.buy', { token: session, mode: 'real', odd });
  expect(bid.code).toBe('200');
  const late = await product.desk('tokens.propose-change', {
    ...{ cookie, params: { id } },
    body: terms(),
  });
  expect(late.message).toBe('case-impossible');
  const held = (await product.desk('tokens.get', { cookie, params: { id } })).result;
  expect(held).toMatchObject({ holder: { userId, username, bidder: 1 }, isToDeliver: false });
  product.clock.advance(DAY_MS);
  await product.app.nft.ending.turn();

  writer = { ...writer, cookie: (await signedIn(writer)).cookie };
  maker = { ...maker, cookie: (await signedIn(maker)).cookie };
  checker = { ...checker, cookie: (await signedIn(checker)).cookie };
  const pay = (amount: string, reference: string) =>
    product.desk('tokens.propose-payout', {
      ...{ cookie: writer.cookie, params: { id: charity?.id ?? '' } },
      body: {
        ...{ amount, reference, account: 'outside', receipt: 'R-1', receiptSha256: null },
        note: 'Paid by bank',
      },
    });
  expect((await pay('54.000001', 'bank 1')).message).toBe('case-impossible');
  await decided(await pay('54', 'bank 1'));
  const payouts = await product.desk('tokens.payouts', { cookie: writer.cookie });
  expect(payouts.result).toMatchObject({
    total: 1,
    records: [{ amount: '54', reference: 'bank 1', receipt: { number: 'R-1' } }],
  });
  expect((await pay('1', 'bank 1')).message).toBe('case-impossible');

  // The artist, by the same way.
  const owed = await product.desk('tokens.creators', { cookie: writer.cookie });
  expect(owed.result).toMatchObject({
    total: 1,
    records: [{ name: 'Leila', earned: '6', paidOut: '0', owed: '6', sales: 1, payouts: 0 }],
  });
  const creatorId = owed.result.records[0]?.id ?? '';
  const payCreator = (amount: string, reference: string, to = creatorId) =>
    product.desk('tokens.propose-creator-payout', {
      ...{ cookie: writer.cookie, params: { id: to } },
      body: { amount, reference, receipt: 'L-1', receiptSha256: null, note: 'Paid by bank' },
    });
  expect((await payCreator('6.000001', 'bank 2')).message).toBe('case-impossible');
  expect((await payCreator('1', 'BANK 1')).message).toBe('case-impossible');
  expect((await payCreator('1', 'bank 2', id)).message).toBe('not-found');
  const paid = await payCreator('4', 'bank 2');
  const one = await product.desk('cases.get', {
    ...{ cookie: maker.cookie, params: { id: paid.result.id } },
  });
  expect(one.result).toMatchObject({ kind: 'creatorPayout', subject: 'Leila: 4 USDT, bank 2' });
  expect(one.result.facts).toEqual([
    { key: 'creator', as: 'text', value: 'Leila' },
    { key: 'creator-id', as: 'text', value: creatorId },
    { key: 'amount', as: 'amount', value: '4' },
    { key: 'owed', as: 'amount', value: '6' },
    { key: 'account', as: 'account', value: 'outside' },
    { key: 'reference', as: 'text', value: 'bank 2' },
    { key: 'creator-receipt', as: 'text', value: 'L-1' },
    { key: 'note', as: 'text', value: 'Paid by bank' },
  ]);
  // Who proposed it decides nothing of it.
  const { rowHash } = one.result;
  const own = { cookie: writer.cookie, params: { id: paid.result.id }, body: { rowHash } };
  expect((await product.desk('cases.challenge', own)).message).toBe('case-own');
  await decided(paid);
  const creators = await product.desk('tokens.creators', {
    ...{ cookie: checker.cookie, query: { id: creatorId } },
  });
  expect(creators.result.records).toMatchObject([{ paidOut: '4', owed: '2', payouts: 1 }]);
  const paidOut = await product.desk('tokens.creator-payouts', { cookie: checker.cookie });
  expect(paidOut.result).toMatchObject({
    total: 1,
    records: [{ creator: 'Leila', amount: '4', reference: 'bank 2', receipt: { number: 'L-1' } }],
  });
  const cancel = await product.desk('tokens.propose-cancel', {
    ...{ cookie: writer.cookie, params: { id } },
    body: { reason: 'Too late', note: 'Too late' },
  });
  expect(cancel.message).toBe('case-impossible');
  const deliver = await product.desk('tokens.propose-delivery', {
    ...{ cookie: writer.cookie, params: { id } },
    body: { hash: `0x${'a'.repeat(64)}`, note: 'Sent' },
  });
  expect(deliver.message).toBe('case-impossible');
  // A certificate is sent nowhere.
  const query = { state: 'toDeliver' };
  const waiting = await product.desk('tokens.list', { cookie: writer.cookie, query });
  expect(waiting.result).toEqual({ records: [], total: 0 });
});

/** A session of the desk is over after a day: the member signs in again. */
async function signedIn({ email, password, device }: TestMember): Promise<{ cookie: string }> {
  const asked = await product.desk('staff.sign-in', { body: { email, password } });
  const { challenge, passkeyOptions } = asked.result;
  const passkey = device.answer(passkeyOptions as never);
  const done = await product.desk('staff.second', { body: { challenge, passkey } });
  return { cookie: done.cookie ?? '' };
}
