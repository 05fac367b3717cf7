// Promise: a trade of a plan, a day of its fund, a settled day and the end of an order each have a receipt that says
// everything it came from; a verifier that shares no code with the product recomputes it, and a false one is found
// by the rule it breaks.
import {
  BASE_PATH,
  type PlanDayReceipt,
  type PlanExitReceipt,
  type PlanFillReceipt,
  type PlanFundReceipt,
  type Receipt,
} from '@candor/protocol';
import { LOCALES } from '@candor/locales';
import { HOUR_MS, addMoney, ensure, formatMoney, money, parseMoney } from '@candor/kernel';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkReceipt, hashOf } from '../../../../scripts/verify/check.mjs';
import { collect, readAny, readJson } from '../../../../scripts/verify/files.mjs';
import { signedIn } from '@candor/testkit';
import { HOLD, type Investor, stagePlans } from '../../test/plans.ts';

/** Several midnights with their tapes, on a machine that does other things as well. */
const PATIENCE_MS = 300_000;

const stage = stagePlans();

const get = async (path: string): Promise<string> => {
  const { body } = await stage.product.app.http.inject(`${BASE_PATH}${path}`);
  return body;
};

const receiptOf = async (number: string | null | undefined): Promise<Receipt> =>
  readJson(await get(`/order/receipt/${number}`)) as Receipt;

/** Every value of some keys, at any depth. */
function valuesOf(value: unknown, keys: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    keys.includes(key) && typeof inner === 'string' ? [inner] : valuesOf(inner, keys),
  );
}

/** The files some receipts name, as any reader fetches them. */
async function filesFor(receipts: readonly Receipt[]): Promise<object> {
  const roots = await get('/trust/roots');
  const { tape } = readJson(roots) as { tape: readonly { day: string }[] };
  const hashes = new Set(valuesOf(receipts, ['specification', 'schedule']));
  const paths = [
    ...tape.map(({ day }) => `/trust/tape/${day}`),
    ...[...hashes].map((hash) => `/trust/document/${hash}`),
    `/trust/published?code=${encodeURIComponent('BTC/USDT')}`,
    '/index/fees',
  ];
  const texts = [roots, ...(await Promise.all(paths.map(get)))];
  const read = texts.map((text, index) => readAny(String(index), text));
  return collect([...read, ...receipts.map((one) => readAny(one.number, JSON.stringify(one)))]);
}

const wrong = (receipt: object, files: object): string[] =>
  checkReceipt(receipt, files)
    .lines.filter(({ ok }) => !ok)
    .map(({ rule, what, detail }) => `${rule} ${what}: ${detail}`);

type Told = {
  readonly files: object;
  readonly days: readonly PlanDayReceipt[];
  readonly fund: PlanFundReceipt;
  readonly fill: PlanFillReceipt;
  readonly left: PlanExitReceipt;
  readonly matured: PlanExitReceipt;
  /** Numbers its owner is told by the number of an order. */
  readonly numbers: readonly string[];
};
let told: Told;

/** Two owners of uneven parts of one fund, of whom one leaves early; and a plan of one's own that matures. */
beforeAll(async () => {
  const productId = await stage.plan('grid-btc');
  await stage.says(60_000);
  const [one, other] = [await stage.investor(), await stage.investor()];
  const signsIn = async (who: Investor): Promise<void> => {
    const { username } = who;
    const body = { username, password: 'correct horse battery', client: 'api' as const };
    who.token = signedIn((await stage.product.call('accounts.login', { body })).result).token;
  };
  const first = (await one.paper({ productId, amount: '333.333333', maxLoss: '300' })).result;
  const second = (await other.paper({ productId, amount: '777.777777', maxLoss: '700' })).result;
  const own = (await one.paper({ ...HOLD, days: 2 })).result;
  await stage.midnight(60_000);
  for (const price of [59_000, 57_500, 58_500]) {
    await stage.says(price, HOUR_MS);
    await stage.turn();
  }
  await stage.midnight(58_765);
  const third = await stage.investor();
  const late = (await third.paper({ productId, amount: '250.5', maxLoss: '200' })).result;
  await stage.midnight(61_234);
  await stage.midnight(59_876);
  await stage.says(60_321, HOUR_MS);
  await signsIn(third);
  const left = await third.order(late.id);
  expect(left.state).toBe('running');
  const { result: quote } = await third.quote(late.id);
  await third.exit(late.id, quote.quoteId);
  await stage.midnight(60_500);
  await stage.says(60_500);
  await Promise.all([one, other, third].map(signsIn));
  const orders = [await third.order(late.id), await other.order(second.id)];
  const ended = await one.order(own.id);
  expect(first.id).toBeTruthy();
  const numbers = orders.flatMap(({ settled }) =>
    settled.flatMap(({ receiptNo }) => receiptNo ?? []),
  );
  const days = (await Promise.all(numbers.map(receiptOf))) as PlanDayReceipt[];
  const funds = (await Promise.all(days.map(({ fund }) => receiptOf(fund)))) as PlanFundReceipt[];
  const trades = orders.flatMap(({ trades: all }) =>
    all.flatMap(({ receiptNo }) => receiptNo ?? []),
  );
  const fill = (await receiptOf(trades[0])) as PlanFillReceipt;
  const exit = (await receiptOf(orders[0]?.receiptNo)) as PlanExitReceipt;
  const matured = (await receiptOf(ended.receiptNo)) as PlanExitReceipt;
  const ofOrder = await stage.product.call('receipts.of-order', {
    token: third.token,
    params: { orderNo: late.orderNo },
  });
  const all = [...days, ...funds, fill, exit, matured];
  told = {
    files: await filesFor(all),
    days,
    fund: ensure(
      funds.find(({ fills, marks }) => fills.length > 0 && marks.length > 0),
      'a day with a trade',
    ),
    ...{ fill, left: exit, matured, numbers: ofOrder.result.numbers },
  };
}, PATIENCE_MS);

test('each is recomputed from the tape and the documents it names', () => {
  const { files, days, fund, fill, left, matured } = told;
  expect(days.length).toBeGreaterThan(3);
  expect(days.some(({ joined }) => joined !== null && joined.moved.length > 0)).toBe(true);
  expect(left).toMatchObject({ kind: 'planExit', state: 'left' });
  expect(matured).toMatchObject({ kind: 'planExit', state: 'matured' });
  for (const one of [...days, fund, fill, left, matured]) {
    expect([one.kind, wrong(one, files)]).toEqual([one.kind, []]);
  }
});

test('the number of an order leads its owner to its days and its end', () => {
  const { numbers, days, left } = told;
  const own = days.filter(({ orderNo }) => orderNo === left.orderNo);
  expect(numbers).toEqual([...own.map(({ number }) => number), left.number]);
  expect(numbers.length).toBeGreaterThan(1);
});

test('each is a document in every language', async () => {
  const { days, fund, fill, left, matured } = told;
  for (const { number } of [...days.slice(0, 2), fund, fill, left, matured]) {
    for (const { value } of LOCALES) {
      const url = `${BASE_PATH}/order/receipt/${number}/pdf?language=${value}`;
      const { statusCode, headers } = await stage.product.app.http.inject(url);
      expect([value, statusCode, headers['content-type']]).toEqual([value, 200, 'application/pdf']);
    }
  }
});

test('what joiners bought and leavers sold is not on the receipt of a trade', () => {
  const text = JSON.stringify(told.fill);
  for (const key of ['held', 'cost', 'units']) expect(text).not.toContain(`"${key}"`);
  // The account of the fund is named, and never which fund it is.
  expect(text).toContain('"house:strategy"');
  expect(text).not.toMatch(/house:strategy:/);
});

describe('a false receipt', () => {
  type Copy<Kind> = { -readonly [Key in keyof Kind]: Kind[Key] };
  const rulesOf = (receipt: Receipt, files = told.files): string[] => {
    const { signed: _, ...unsigned } = receipt;
    return checkReceipt({ ...unsigned, hash: hashOf(receipt) }, files)
      .lines.filter(({ ok }) => !ok)
      .map(({ rule }) => rule);
  };
  function lie<Kind extends Receipt>(truth: Kind, change: (copy: Copy<Kind>) => void): string[] {
    const copy = structuredClone(truth) as Copy<Kind>;
    change(copy);
    return rulesOf(copy as Kind);
  }
  const put = (target: unknown, change: object): void =>
    void Object.assign(target as object, change);

  type FundLie = readonly [string, string, (copy: Copy<PlanFundReceipt>) => void];
  const fundLies: readonly FundLie[] = [
    ['another price', 'price.side', ({ fills }) => put(fills[0], { price: '1' })],
    ['another quantity', 'plan.fee', ({ fills }) => put(fills[0], { quantity: '0.01' })],
    ['a finer quantity', 'plan.fill', ({ fills }) => put(fills[0], { quantity: '0.000000001' })],
    ['a lower fee', 'plan.fee', ({ fills }) => put(fills[0]?.fee, { amount: '0' })],
    ['another rate', 'fee.schedule', ({ fills }) => put(fills[0]?.fee, { rate: '0.0001' })],
    ['a trade less', 'plan.day', (copy) => put(copy, { fills: copy.fills.slice(1) })],
    ['a mark less', 'plan.mark', (copy) => put(copy, { marks: [] })],
    ['another mark', 'plan.mark', ({ marks }) => put(marks[0], { result: '1' })],
    ['more held', 'plan.position', ({ marks }) => put(marks[0], { held: '1' })],
    ['another result', 'plan.day', (copy) => put(copy, { result: '1' })],
    ['something for others', 'plan.day', (copy) => put(copy, { others: '1' })],
    ['another value', 'plan.value', (copy) => put(copy, { value: '1' })],
    [
      'a tick that is nowhere',
      'tape.tick',
      ({ fills }) => put(fills[0]?.tick, { id: '2024-01-01/9999' }),
    ],
    ['a tick of another day', 'plan.day', (copy) => put(copy, { day: '2024-01-09' })],
    ['a field more', 'receipt.fields', (copy) => put(copy, { gift: '1' })],
  ];
  test.each(fundLies)('of a fund with %s breaks %s', (_name, rule, change) => {
    expect(lie(told.fund, change)).toContain(rule);
  });

  test('of a fund whose midnight is marked beyond it breaks plan.mark', () => {
    const later = ensure(
      told.left.moved.find(({ tick }) => tick !== null)?.tick,
      'a tick of a later day',
    );
    const rules = lie(told.fund, ({ marks }) => put(marks[0], { tick: later }));
    expect(rules).toContain('plan.mark');
  });

  const more = (text: string): string =>
    formatMoney(addMoney(ensure(parseMoney(text, 'USDT'), 'an amount'), money('USDT', 1n)));
  type DayLie = readonly [string, string, (copy: Copy<PlanDayReceipt>) => void];
  const dayLies: readonly DayLie[] = [
    ['more units', 'plan.part', (copy) => put(copy, { units: '999' })],
    [
      'a unit more',
      'plan.part',
      (copy) => put(copy, { result: more(copy.result), value: more(copy.value) }),
    ],
    ['another place', 'plan.part', (copy) => put(copy, { place: copy.place === 1 ? 9 : 1 })],
    ['another value', 'plan.value', (copy) => put(copy, { value: '1' })],
    ['a share that is not due', 'plan.share', (copy) => put(copy, { share: told.left.share })],
    ['no fund', 'pair.receipts', (copy) => put(copy, { fund: '0'.repeat(32) })],
    [
      'another payment',
      'journal.payments',
      ({ entries }) => put(entries[0]?.postings[0], { amount: '1' }),
    ],
    ['an entry less', 'journal.entries', (copy) => put(copy, { entries: [] })],
    ['another plan', 'pair.receipts', ({ plan }) => put(plan, { version: 2 })],
  ];
  test.each(dayLies)('of a day with %s breaks %s', (_name, rule, change) => {
    const day = ensure(
      told.days.findLast(({ result }) => result !== '0'),
      'a day that brought something',
    );
    expect(lie(day, change)).toContain(rule);
  });

  type JoinLie = readonly [string, string, (copy: Copy<PlanDayReceipt>) => void];
  const joinLies: readonly JoinLie[] = [
    ['a cheaper price', 'price.side', ({ joined }) => put(joined?.moved[0]?.fill, { price: '1' })],
    [
      'less bought',
      'plan.joined',
      ({ joined }) => put(joined?.moved[0]?.fill, { quantity: '0.00000001' }),
    ],
    ['nothing paid', 'plan.joined', ({ joined }) => put(joined, { own: '0' })],
    ['no joining', 'plan.joined', (copy) => put(copy, { joined: null })],
    ['other units', 'plan.joined', (copy) => put(copy, { units: '1' })],
  ];
  test.each(joinLies)('of a first day with %s breaks %s', (_name, rule, change) => {
    const day = ensure(
      told.days.find(({ joined }) => (joined?.moved.length ?? 0) > 0),
      'a day that was joined',
    );
    expect(lie(day, change)).toContain(rule);
  });

  type ExitLie = readonly [string, string, (copy: Copy<PlanExitReceipt>) => void];
  const exitLies: readonly ExitLie[] = [
    ['another price', 'price.side', ({ moved }) => put(moved[0]?.fill, { price: '1' })],
    ['less sold', 'plan.left', ({ moved }) => put(moved[0]?.fill, { quantity: '-0.00000001' })],
    ['no fee', 'plan.fee', ({ moved }) => put(moved[0]?.fill?.fee, { amount: '0' })],
    ['nothing sold', 'plan.left', ({ moved }) => put(moved[0], { fill: null })],
    ['less brought', 'plan.part', (copy) => put(copy, { result: '-1' })],
    ['no share for leaving', 'plan.share', ({ exitShare }) => put(exitShare, { amount: '0' })],
    ['a higher rate', 'fee.schedule', ({ exitShare }) => put(exitShare, { rate: '0.02' })],
    ['less paid', 'plan.value', (copy) => put(copy, { received: '1' })],
    ['an old price', 'tick.fresh', (copy) => put(copy, { at: copy.at + HOUR_MS })],
    [
      'another payment',
      'journal.payments',
      ({ entries }) => put(entries.at(-1)?.postings[0], { amount: '1' }),
    ],
  ];
  test.each(exitLies)('of an end with %s breaks %s', (_name, rule, change) => {
    expect(lie(told.left, change)).toContain(rule);
  });

  type FillLie = readonly [string, string, (copy: Copy<PlanFillReceipt>) => void];
  const fillLies: readonly FillLie[] = [
    ['another price', 'price.side', ({ trade }) => put(trade, { price: '1' })],
    ['another quantity', 'plan.fee', ({ trade }) => put(trade, { quantity: '1' })],
    ['another result', 'journal.payments', ({ trade }) => put(trade, { result: '77' })],
    ['another day', 'plan.day', (copy) => put(copy, { day: '2024-01-09' })],
  ];
  test.each(fillLies)('of a trade with %s breaks %s', (_name, rule, change) => {
    expect(lie(told.fill, change)).toContain(rule);
  });
});
