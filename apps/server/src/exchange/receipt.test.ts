// Promise: the receipt of a conversion says everything it came from, a verifier that shares no code
// with the product recomputes it, and a false one is found by the rule it breaks.
import { randomUUID } from 'node:crypto';
import type { Asset, UserId } from '@candor/kernel';
import { type ConversionReceipt, BASE_PATH } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkReceipt, hashOf } from '../../../../scripts/verify/check.mjs';
import { collect, readAny, readJson } from '../../../../scripts/verify/files.mjs';
import { fundHouse } from '../../test/decided-case.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let token: string;
let userId: UserId;

beforeAll(async () => {
  product = await startTestApp();
  const at = product.clock.now();
  await fundHouse(product, 10n ** 13n, at);
  await fundHouse(product, 10n ** 10n, at, 'BTC');
  await fundHouse(product, 10n ** 21n, at, 'ETH');
  ({ token, userId } = await product.register());
  await product.deposit(userId, 10n ** 10n);
  await product.deposit(userId, 10n ** 9n, 'BTC');
});
afterAll(() => product.stop());

const get = async (path: string): Promise<string> =>
  (await product.app.http.inject(`${BASE_PATH}${path}`)).body;

/** The receipt of a conversion made now, and the files it names. */
async function converted(from: Asset, to: Asset, amount: string) {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  await product.price('ETH/USDT', '3000', '3001');
  const body = { from, to, amount };
  const quote = await product.call('exchange.quote', { token, mode: 'real', body });
  const done = await product.call('exchange.convert', {
    token,
    mode: 'real',
    body: { quoteId: quote.result.quoteId, requestId: randomUUID() },
  });
  expect(done.code).toBe('200');
  await product.price('BTC/USDT', '60100', '60110');
  const { receiptNo } = done.result;
  const text = await get(`/order/receipt/${receiptNo}`);
  const receipt = readJson(text) as ConversionReceipt;
  const { legs, documents } = receipt;
  const hashes = [documents.schedule, ...legs.map(({ specification }) => specification)];
  const roots = await get('/trust/roots');
  const { tape } = readJson(roots) as { tape: readonly { day: string }[] };
  const paths = [
    ...tape.map(({ day }) => `/trust/tape/${day}`),
    ...hashes.map((hash) => `/trust/document/${hash}`),
    ...legs.map(({ instrument }) => `/trust/published?code=${encodeURIComponent(instrument.code)}`),
    '/index/fees',
  ];
  const texts = [roots, ...(await Promise.all(paths.map(get)))];
  const files = collect(texts.map((one, index) => readAny(String(index), one)));
  return { receipt, files, orderNo: done.result.orderNo };
}

const rulesOf = (receipt: object, files: object): string[] =>
  checkReceipt(receipt, files)
    .lines.filter(({ ok }) => !ok)
    .map(({ rule }) => rule);

/** A receipt with a change, its hash made anew. */
function forged(receipt: ConversionReceipt, change: (copy: never) => void): object {
  const copy = structuredClone(receipt);
  change(copy as never);
  return { ...copy, hash: hashOf(copy) };
}

test.each([
  ['USDT', 'BTC', '1000'],
  ['BTC', 'USDT', '0.5'],
  ['BTC', 'ETH', '1'],
] as const)('%s to %s is recomputed from the tape', async (from, to, amount) => {
  const { receipt, files, orderNo } = await converted(from, to, amount);
  expect(receipt).toMatchObject({ kind: 'conversion', from, to, amount, mode: 'real' });
  expect(rulesOf(receipt, files)).toEqual([]);
  const numbers = await product.call('receipts.of-order', {
    token,
    mode: 'real',
    params: { orderNo },
  });
  expect(numbers.result.numbers).toEqual([receipt.number]);
});

describe('a false receipt', () => {
  type Copy = {
    -readonly [Key in keyof ConversionReceipt]: ConversionReceipt[Key];
  };
  const lies: readonly (readonly [string, string, (copy: Copy) => void])[] = [
    ['a better rate', 'conversion.amount', (copy) => (copy.rate = '60001')],
    ['more received', 'conversion.amount', (copy) => (copy.receive = '30000')],
    ['another amount', 'conversion.amount', (copy) => (copy.amount = '0.6')],
    ['a lower spread', 'conversion.spread', (copy) => (copy.spread.amount = '30')],
    ['a lower spread rate', 'fee.schedule', (copy) => (copy.spread.rate = '0.001')],
    ['another version', 'fee.schedule', (copy) => (copy.spread.version = 2)],
    ['another parameter', 'fee.schedule', (copy) => (copy.spread.parameter = 'contract.feeRate')],
    ['held for longer', 'conversion.held', (copy) => (copy.expiresAt += 60_000)],
    ['converted too late', 'conversion.held', (copy) => (copy.at = copy.expiresAt + 1)],
    ['held at an old price', 'tick.fresh', (copy) => (copy.quotedAt += 30_000)],
    ['practice money', 'feed.mode', (copy) => (copy.mode = 'demo')],
    ['another leg', 'conversion.legs', (copy) => (copy.to = 'ETH')],
    ['another entry', 'journal.entries', (copy) => copy.entries.push(...copy.entries)],
    [
      'another price',
      'price.side',
      (copy) => copy.legs.forEach((leg) => Object.assign(leg, { price: '60001' })),
    ],
    [
      'another tick',
      'tape.tick',
      (copy) => copy.legs.forEach(({ tick }) => Object.assign(tick, { bid: '60100' })),
    ],
    [
      'a tick of another coin',
      'tick.own',
      (copy) => copy.legs.forEach(({ tick }) => Object.assign(tick, { code: 'ETH/USDT' })),
    ],
    [
      'another payment',
      'journal.payments',
      (copy) =>
        copy.entries.forEach(({ postings }) =>
          postings.forEach((posting) => Object.assign(posting, { amount: '1' })),
        ),
    ],
    [
      'another asset',
      'journal.payments',
      (copy) =>
        copy.entries.forEach(({ postings }) =>
          postings.forEach((posting) => Object.assign(posting, { asset: 'ETH' })),
        ),
    ],
    [
      'a specification nobody published',
      'document.hash',
      (copy) => copy.legs.forEach((leg) => Object.assign(leg, { specification: 'ab'.repeat(32) })),
    ],
    ['a field more', 'receipt.fields', (copy) => Object.assign(copy, { gift: '1' })],
  ];
  let truth: Awaited<ReturnType<typeof converted>>;
  beforeAll(async () => {
    truth = await converted('BTC', 'USDT', '0.5');
  });

  test.each(lies)('with %s breaks %s', (_name, rule, change) => {
    const { receipt, files } = truth;
    expect(rulesOf(forged(receipt, change as (copy: never) => void), files)).toContain(rule);
  });
});
