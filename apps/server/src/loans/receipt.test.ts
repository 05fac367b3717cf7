// Promise: the receipt of a sale of collateral says everything it came from, a verifier that shares no code with the
// product recomputes it, and a false one is found by the rule it breaks.
import { type CollateralSaleReceipt, BASE_PATH } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkReceipt, hashOf } from '../../../../scripts/verify/check.mjs';
import { collect, readAny, readJson } from '../../../../scripts/verify/files.mjs';
import { type LoanProduct, newBorrower, pledge, startLoanProduct } from '../../test/loans.ts';

/** Two sales with their tapes, on a machine that does other things as well. */
const PATIENCE_MS = 120_000;

let lending: LoanProduct;

beforeAll(async () => {
  lending = await startLoanProduct();
});
afterAll(() => lending.product.stop());

const get = async (path: string): Promise<string> =>
  (await lending.product.app.http.inject(`${BASE_PATH}${path}`)).body;

/** The receipt of a sale at these prices, and the files it names. */
async function sold(
  btc: number,
  eth: number,
  collateral = pledge('USDT:500', 'BTC:0.05', 'ETH:1'),
) {
  const { product } = lending;
  await lending.ticks(60_000, 3_000);
  const who = await newBorrower(product, [
    { asset: 'BTC', units: 10n ** 8n },
    { asset: 'ETH', units: 10n ** 19n },
    { asset: 'USDT', units: 10n ** 9n },
  ]);
  const { id, number } = await who.draws({ amount: '3900', collateral });
  await lending.looked();
  await lending.ticks(btc, eth);
  await lending.looked();
  const [sale] = (await who.get(id)).sales;
  await lending.ticks(btc, eth);
  const text = await get(`/order/receipt/${sale?.receiptNo}`);
  const receipt = readJson(text) as CollateralSaleReceipt;
  const priced = receipt.held.flatMap((one) => one.priced ?? []);
  const hashes = [receipt.documents.schedule, ...priced.map(({ specification }) => specification)];
  const roots = await get('/trust/roots');
  const { tape } = readJson(roots) as { tape: readonly { day: string }[] };
  const paths = [
    ...tape.map(({ day }) => `/trust/tape/${day}`),
    ...hashes.map((hash) => `/trust/document/${hash}`),
    ...priced.map(
      ({ instrument }) => `/trust/published?code=${encodeURIComponent(instrument.code)}`,
    ),
    '/index/fees',
  ];
  const texts = [roots, ...(await Promise.all(paths.map(get)))];
  const files = collect(texts.map((one, index) => readAny(String(index), one)));
  return { receipt, files, number, sale };
}

const rulesOf = (receipt: object, files: object): string[] =>
  checkReceipt(receipt, files)
    .lines.filter(({ ok }) => !ok)
    .map(({ rule }) => rule);

test.each([
  ['restored by a part', 42_000, 2_050],
  ['passed by a gap', 20_000, 900],
] as const)(
  'a loan that is %s is recomputed from the tape',
  async (_name, btc, eth) => {
    const { receipt, files, number, sale } = await sold(btc, eth);
    expect(receipt).toMatchObject({ kind: 'collateralSale', orderNo: number, cause: 'line' });
    expect(receipt.given[0]?.asset).toBe('USDT');
    expect(receipt.given.map(({ asset, amount, received }) => [asset, amount, received])).toEqual(
      sale?.sold.map(({ asset, amount, received }) => [asset, amount, received]),
    );
    expect(rulesOf(receipt, files)).toEqual([]);
  },
  PATIENCE_MS,
);

describe('a false receipt', () => {
  type Copy = { -readonly [Key in keyof CollateralSaleReceipt]: CollateralSaleReceipt[Key] };
  const last = (copy: Copy): { amount: string; received: string } =>
    copy.given.at(-1) as { amount: string; received: string };
  const lies: readonly (readonly [string, string, (copy: Copy) => void])[] = [
    ['more sold than needed', 'sale.least', (copy) => (last(copy).amount = '0.05')],
    ['less sold than needed', 'sale.least', (copy) => (last(copy).amount = '0.00001')],
    ['another order', 'sale.least', (copy) => copy.given.reverse()],
    ['less brought', 'sale.amount', (copy) => (last(copy).received = '1')],
    ['a lower spread', 'sale.amount', (copy) => (copy.spread.amount = '0')],
    ['another reason', 'sale.reason', (copy) => (copy.cause = 'overdue')],
    [
      'a line that was not reached',
      'sale.reason',
      (copy) => (copy.debt = { principal: '100', interest: '0' }),
    ],
    ['less paid off', 'sale.debt', (copy) => (copy.paid = { principal: '1', interest: '0' })],
    ['a loss', 'sale.debt', (copy) => (copy.lost = { principal: '1', interest: '0' })],
    ['another version', 'fee.schedule', (copy) => (copy.spread.version = 2)],
    ['an old price', 'tick.fresh', (copy) => (copy.at += 60_000)],
    ['practice money', 'feed.mode', (copy) => (copy.mode = 'demo')],
    ['an entry more', 'journal.entries', (copy) => copy.entries.push(...copy.entries)],
    [
      'another price',
      'price.side',
      (copy) => copy.held.forEach(({ priced }) => priced && Object.assign(priced, { price: '1' })),
    ],
    [
      'another payment',
      'journal.payments',
      (copy) =>
        copy.entries.forEach(({ postings }) =>
          postings.forEach((posting) => Object.assign(posting, { amount: '1' })),
        ),
    ],
    ['a field more', 'receipt.fields', (copy) => Object.assign(copy, { gift: '1' })],
  ];
  let truth: Awaited<ReturnType<typeof sold>>;
  beforeAll(async () => {
    truth = await sold(42_000, 2_050);
  }, PATIENCE_MS);

  test.each(lies)('with %s breaks %s', (_name, rule, change) => {
    const copy = structuredClone(truth.receipt) as Copy;
    change(copy);
    const { signed: _, ...unsigned } = copy;
    expect(rulesOf({ ...unsigned, hash: hashOf(copy) }, truth.files)).toContain(rule);
  });
});
