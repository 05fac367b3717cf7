// Promise: an instrument is added, and its caps, hours and sources change, by two members besides the
// one who proposes it: announced, never for orders that are open, and never with a price.
import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  HOUR_MS,
  type InstrumentCode,
  formatDecimal,
  quantity,
  unixMs,
} from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let opener: TestMember;
let deciders: readonly TestMember[];

beforeAll(async () => {
  product = await startTestDesk();
  opener = await product.member('risk');
  deciders = [await product.member('risk'), await product.member('risk')];
});
afterAll(() => product.stop());

const NEW = {
  ...{ code: 'MNGO/USDT', name: 'Mango', class: 'crypto', contractSize: '1', tickSize: '0.001' },
  ...{ lotStep: '1', leverageCap: 1, lotsMax: '1000', accountLotsMax: null, totalLotsMax: null },
  ...{ calendar: 'always', sources: [{ venue: 'binance', symbol: 'MNGO/USDT' }] },
};
type Fact = { readonly key: string; readonly value: string; readonly before?: string | undefined };
const lineOf = ({ key, value, before }: Fact): string =>
  before === undefined ? `${key}: ${value}` : `${key}: ${before} → ${value}`;
const add = (change: object = {}) =>
  product.desk('instruments.add', {
    cookie: opener.cookie,
    body: { ...NEW, note: 'Users asked for it', ...change },
  });
const shown = async (code: string) =>
  (await product.desk('instruments.list', { cookie: opener.cookie })).result.find(
    (one) => one.code === code,
  );
async function change(code: string, terms: object, from: number) {
  const {
    code: _code,
    name,
    class: kind,
    contractSize,
    tickSize,
    lotStep,
    ...before
  } = {
    ...NEW,
    ...(await shown(code))?.terms,
  };
  void [name, kind, contractSize, tickSize, lotStep];
  const body = { ...before, ...terms, code, from, note: 'The venue is thin' };
  return product.desk('instruments.change', { cookie: opener.cookie, body });
}
async function approve(id: string): Promise<void> {
  for (const { cookie, device } of deciders) {
    const params = { id };
    const { rowHash } = (await product.desk('cases.get', { cookie, params })).result;
    const asked = await product.desk('cases.challenge', { cookie, params, body: { rowHash } });
    const { challenge, options } = asked.result;
    const passkey = device.answer(options);
    const body = { verdict: 'approved', reason: 'as-proposed', rowHash, challenge, passkey };
    expect((await product.desk('cases.decide', { cookie, params, body })).message).toBe('ok');
  }
  await product.settle();
}
/** Signs a member in once more: a session of staff lasts for eight hours. */
async function again(member: TestMember): Promise<TestMember> {
  const { email, password, device } = member;
  const { result } = await product.desk('staff.sign-in', { body: { email, password } });
  const passkey = device.answer(result.passkeyOptions ?? {});
  const body = { challenge: result.challenge, passkey };
  const { cookie } = await product.desk('staff.second', { body });
  return { ...member, cookie: cookie ?? '' };
}
const refusal = ({ message, result }: { message: string; result: unknown }) =>
  `${message} ${(result as { field?: string } | null)?.field ?? ''}`;

test('what cannot be traded is refused at its field', async () => {
  const wrong = [
    [{ code: 'BTC/USDT' }, 'case-impossible code'],
    [{ code: 'BTC.USDT' }, 'case-impossible code'],
    [{ code: 'mngo/usdt' }, 'unreadable code'],
    [{ code: 'MNGO/XYZ' }, 'case-impossible code'],
    [{ tickSize: '0' }, 'unreadable tickSize'],
    [{ lotsMax: '10.5' }, 'case-impossible lotsMax'],
    [{ leverageCap: 31 }, 'case-impossible leverageCap'],
    [{ totalLotsMax: '500' }, 'case-impossible accountLotsMax'],
    [{ accountLotsMax: '501', totalLotsMax: '500' }, 'case-impossible accountLotsMax'],
    [{ sources: [{ venue: 'binance', symbol: 'NOPE/USDT' }] }, 'case-impossible sources'],
    [{ sources: [{ venue: 'nobody', symbol: 'MNGO/USDT' }] }, 'case-impossible sources'],
  ] as const;
  for (const [part, said] of wrong) expect(refusal(await add(part))).toBe(said);
  expect((await add({ price: '1' })).message).toBe('unreadable');
});

test('is added by two others, shown without a price, and traded once its sources said one', async () => {
  const { result } = await add();
  expect(result.number).toMatch(/^S-/);
  expect(await shown('MNGO/USDT')).toBeUndefined();
  await approve(result.id);
  expect(await shown('MNGO/USDT')).toMatchObject({
    ...{ isCompiled: false, lastPriceAt: null, status: 'stale', leverageMax: 1 },
    terms: { sources: [{ venue: 'binance', symbol: 'MNGO/USDT' }] },
  });
  await product.price('MNGO/USDT', '0.5', '0.501');
  expect((await shown('MNGO/USDT'))?.status).toBe('open');
  const { token } = await product.register();
  const body = {
    code: 'MNGO/USDT',
    direction: 'buy',
    orderType: 'market',
    lots: '10',
    leverage: 1,
    requestId: randomUUID(),
  } as const;
  const opened = await product.call('contracts.open', { token, body });
  expect(opened.result).toMatchObject({ openPrice: '0.501', lots: '10' });
  const wanted = { ...body, leverage: 2, requestId: randomUUID() };
  expect((await product.call('contracts.open', { token, body: wanted })).code).not.toBe('200');
  // It stays after a start, and its name is taken.
  await product.restart();
  expect((await shown('MNGO/USDT'))?.name).toBe('Mango');
  expect(refusal(await add())).toBe('case-impossible code');
});

test('other caps count a day after they were decided, and not for what is open', async () => {
  const from = product.clock.now() + 2 * DAY_MS;
  const soon = product.clock.now() + DAY_MS - 1;
  expect(refusal(await change('ETH/USDT', { lotsMax: '5' }, soon))).toBe('case-impossible from');
  expect(refusal(await change('ETH/USDT', {}, from))).toBe('case-impossible code');
  expect((await change('NOPE', { lotsMax: '5' }, from)).message).toBe('not-found');
  await product.price('ETH/USDT', '3000', '3001');
  const early = await product.register();
  const signIn = async (): Promise<string> => {
    const body = {
      username: early.username,
      password: 'correct horse battery',
      client: 'api',
    } as const;
    const { result } = await product.call('accounts.login', { body });
    return 'token' in result ? result.token : '';
  };
  const open = (token: string, lots: string, leverage: number, at: object = {}) =>
    product.call('contracts.open', {
      token,
      body: {
        ...{ code: 'ETH/USDT', direction: 'buy', orderType: 'market', lots, leverage },
        ...{ requestId: randomUUID(), ...at },
      } as never,
    });
  const before = await open(early.token, '2', 2);
  expect(before.result).toMatchObject({ status: 'running' });
  const asked = { accountLotsMax: '2.5', totalLotsMax: '3', leverageCap: 1 };
  const opened = await change('ETH/USDT', asked, from);
  const params = { id: opened.result.id };
  const { facts } = (await product.desk('cases.get', { cookie: opener.cookie, params })).result;
  expect(facts.map(lineOf)).toEqual([
    'instrument: ETH/USDT',
    'leverage-cap: – → 1',
    'account-lots-max: – → 2.5',
    'total-lots-max: – → 3',
    `from: ${from}`,
    'note: The venue is thin',
  ]);
  await approve(opened.result.id);
  expect(await shown('ETH/USDT')).toMatchObject({ leverageMax: 2, announced: [{ from }] });
  product.clock.advance(2 * DAY_MS);
  await product.price('ETH/USDT', '3000', '3001');
  expect(product.app.market.instrument('ETH/USDT')).toMatchObject({ leverageMax: 1 });
  const outcome = async (answer: ReturnType<typeof open>) => {
    const { code, result } = await answer;
    return code === '200' ? 'ok' : ((result as { facts?: { what?: string } }).facts?.what ?? code);
  };
  const token = await signIn();
  expect(await outcome(open(token, '0.6', 1))).toBe('accountLots');
  // A waiting order counts as an open one does.
  const waits = { orderType: 'limit', price: '2000' };
  expect(await outcome(open(token, '0.5', 1, waits))).toBe('ok');
  expect(await outcome(open(token, '0.1', 1))).toBe('accountLots');
  // Two of one moment do not pass the cap together.
  const other = (await product.register()).token;
  const both = await Promise.all([outcome(open(other, '0.4', 1)), outcome(open(other, '0.4', 1))]);
  expect(both.toSorted()).toEqual(['ok', 'totalLots']);
  const contract = await product.db.query(
    'select leverage, status from contracts.contract where id = $1',
    [before.result.id],
  );
  expect(contract).toEqual([{ leverage: 2, status: 'running' }]);
});

test('keeps to other hours from their moment on, and its document says both', async () => {
  opener = await again(opener);
  deciders = await Promise.all(deciders.map(again));
  const from = product.clock.now() + 2 * DAY_MS;
  const opened = await change('BTC/USDT', { calendar: 'usStocks' }, from);
  await approve(opened.result.id);
  product.clock.advance(9 * DAY_MS);
  const { market, receipts } = product.app;
  const code = 'BTC/USDT' as InstrumentCode;
  // Three in the morning, when New York sleeps.
  const night = from - (from % DAY_MS) + 3 * HOUR_MS;
  expect(market.wasTrading(code, unixMs(from - 1))).toBe(true);
  expect(market.wasTrading(code, unixMs(night + 7 * DAY_MS))).toBe(false);
  const { specifications } = await receipts.documents.history(code);
  expect(specifications.map(({ since }) => since).at(-1)).toBe(from);
  const hours = await Promise.all(
    specifications.map(async ({ hash }) => {
      const document = await receipts.documents.get(hash);
      return document?.schema === 'candor-specification/1' ? document.hours.length : null;
    }),
  );
  expect(hours).toEqual([0, 5]);
});

test('what was proposed before another decision takes nothing of it back', async () => {
  opener = await again(opener);
  deciders = await Promise.all(deciders.map(again));
  const from = product.clock.now() + 2 * DAY_MS;
  const capped = await change('XRP/USDT', { accountLotsMax: '50' }, from);
  const stale = await change('XRP/USDT', { leverageCap: 1 }, from);
  await approve(capped.result.id);
  await approve(stale.result.id);
  const announced = (await shown('XRP/USDT'))?.announced ?? [];
  expect(announced.map(({ number }) => number)).toEqual([capped.result.number]);
  const params = { id: stale.result.id };
  const { steps } = (await product.desk('cases.get', { cookie: opener.cookie, params })).result;
  expect(steps.map(({ kind }) => kind)).toContain('voided');
});

test('what is compared is what would be in force then; each version has its document', async () => {
  const [{ from } = { from: 0 }] = (await shown('XRP/USDT'))?.announced ?? [];
  const lifted = await change('XRP/USDT', { leverageCap: 1 }, from);
  const params = { id: lifted.result.id };
  const { facts } = (await product.desk('cases.get', { cookie: opener.cookie, params })).result;
  expect(facts.map(lineOf)).toContain('account-lots-max: 50 → –');
  const kept = await change('XRP/USDT', { accountLotsMax: '50', lotsMax: '40' }, from);
  await approve(kept.result.id);
  product.clock.advance(3 * DAY_MS);
  const { market, receipts } = product.app;
  const code = 'XRP/USDT' as InstrumentCode;
  const { specifications } = await receipts.documents.history(code);
  const document = await receipts.documents.get(specifications.at(-1)?.hash ?? '');
  expect(document).toMatchObject({ schema: 'candor-specification/1', lotsMax: '40' });
  expect(formatDecimal(market.instrument(code)?.lotsMax ?? quantity('0'))).toBe('40');
});

test('a cap an instrument was added with is taken from it', async () => {
  opener = await again(opener);
  deciders = await Promise.all(deciders.map(again));
  const from = product.clock.now() + 2 * DAY_MS;
  await approve((await change('MNGO/USDT', { leverageCap: null }, from)).result.id);
  product.clock.advance(3 * DAY_MS);
  opener = await again(opener);
  expect((await shown('MNGO/USDT'))?.terms.leverageCap).toBeNull();
});

test('of two that write one address the first is added', async () => {
  opener = await again(opener);
  deciders = await Promise.all(deciders.map(again));
  const sources = [{ venue: 'binance', symbol: 'MNGO/USDT' }];
  const one = await add({ code: 'PEAR/USDT', sources });
  const other = await add({ code: 'PEARUSDT', sources });
  await approve(one.result.id);
  await approve(other.result.id);
  expect((await shown('PEAR/USDT'))?.name).toBe('Mango');
  expect(await shown('PEARUSDT')).toBeUndefined();
});
