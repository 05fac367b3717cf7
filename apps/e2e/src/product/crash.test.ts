// Promise: through a fall that sets off stops, trailing stops, targets, orders that wait and the
// close-out, every fill is recomputed by a program that shares no code with the product.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type Decimal,
  MINUTE_MS,
  compare,
  decimal,
  div,
  formatDecimal,
  mul,
  roundToStep,
  sub,
} from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { afterAll, expect, test } from 'vitest';
import { type Product, type Trader, cleanUp, startProduct } from '../support/product.ts';
import { GENERATED_START, RECORDINGS, linesOf, writeRecording } from '../support/recordings.ts';
import { until } from '../support/until.ts';
import { differencesIn } from '../support/verifier.ts';

/** Market time per wall time: a bar of a minute takes 50 ms. */
const SPEED = 1_200;
/** Bars before the highest price, and in all. */
const LEAD = 90;
const LENGTH = 720;
const SEED = 1987;

afterAll(cleanUp);

type Crash = { readonly lines: readonly string[]; readonly lowest: number };

/** A calm hour and a half, then 40 % down in three hours with rebounds, then calm again. */
function generatedCrash(): Crash {
  const random = createRandom(SEED);
  let close = 60_000;
  const rows = Array.from({ length: LENGTH }, (_, index) => {
    const isFalling = index >= LEAD + 60 && index < LEAD + 240;
    const open = close;
    close = open + random.between(-60, 60) - (isFalling ? 133 : 0);
    const high = Math.max(open, close) + random.between(0, 30);
    const low = Math.min(open, close) - random.between(0, 30);
    return [GENERATED_START + index * MINUTE_MS, open, high, low, close, 1].join(',');
  });
  const lowest = GENERATED_START + (LEAD + 240) * MINUTE_MS;
  return { lines: ['time,open,high,low,close,volume', ...rows], lowest };
}

/** The hours of a recording around its deepest fall from a high before it. */
async function recordedCrash(path: string): Promise<Crash> {
  const [head = '', ...rows] = await linesOf(path);
  const columns = head.split(',');
  const read = (row: string, name: string): Decimal =>
    decimal(row.split(',')[columns.indexOf(name)] ?? '');
  let deepest = { share: decimal('1'), top: 0, bottom: 0 };
  let top = 0;
  rows.forEach((row, index) => {
    if (index - top > LENGTH / 2) top = index;
    if (compare(read(row, 'high'), read(rows[top] ?? row, 'high')) >= 0) top = index;
    const share = div(read(row, 'low'), read(rows[top] ?? row, 'high'), 'down');
    if (compare(share, deepest.share) < 0) deepest = { share, top, bottom: index };
  });
  const from = Math.max(0, deepest.top - LEAD);
  const lowest = Number.parseInt(rows[deepest.bottom] ?? '', 10);
  return { lines: [head, ...rows.slice(from, from + LENGTH)], lowest };
}

/** What every user does before the crash. */
async function placeAll(product: Product, code: string): Promise<Trader[]> {
  const traders = await Promise.all(Array.from({ length: 6 }, () => product.register()));
  const [all, stopped, trailing, target, waiting, parts] = traders as [
    Trader,
    Trader,
    Trader,
    Trader,
    Trader,
    Trader,
  ];
  const { result: info } = await product.call('market.info', {
    params: { id: code.replace('/', '') },
  });
  const { tickSize, lotStep } = info.specification;
  const bid = decimal(info.bid ?? '0');
  const at = (share: string): string =>
    formatDecimal(
      roundToStep(mul(bid, decimal(share), 'down'), { step: decimal(tickSize), rounding: 'down' }),
    );
  const lotsOf = (notional: string): string =>
    formatDecimal(
      roundToStep(div(decimal(notional), bid, 'down'), {
        step: decimal(lotStep),
        rounding: 'down',
      }),
    );
  const order = async (trader: Trader, body: object): Promise<string> => {
    const answer = await product.call('contracts.open', {
      token: trader.token,
      body: {
        code,
        direction: 'buy',
        orderType: 'market',
        lots: lotsOf('4000'),
        leverage: 2,
        requestId: randomUUID(),
        ...body,
      } as never,
    });
    expect(answer.code, answer.text).toBe('200');
    return answer.result.id;
  };
  await order(all, { lots: lotsOf('19000') });
  await order(stopped, { stopLoss: at('0.95') });
  await order(trailing, { trailingDistance: formatDecimal(sub(bid, decimal(at('0.96')))) });
  await order(target, { direction: 'sell', takeProfit: at('0.93') });
  await order(waiting, { orderType: 'limit', price: at('0.94') });
  const id = await order(parts, {});
  await product.call('contracts.close', {
    token: parts.token,
    params: { id },
    body: { lots: lotsOf('1000'), requestId: randomUUID() },
  });
  return traders;
}

/** Plays a fall and answers the receipts of everything that closed, with why it closed. */
async function play(name: string, code: string, crash: Crash) {
  const path = await writeRecording(name, crash.lines);
  const product = await startProduct({ feed: `replay:${path}@${SPEED}` });
  await product.untilOpen(code);
  const traders = await placeAll(product, code);
  const isOver = async (): Promise<boolean> => {
    const { result } = await product.call('market.feeds');
    return result.marketTime > crash.lowest + 30 * MINUTE_MS;
  };
  await until('the end of the fall', isOver, 90_000);
  for (const { token } of traders) {
    await product.call('contracts.close-all', { token, body: { requestId: randomUUID() } });
  }
  const lists = await Promise.all(
    traders.map(({ token }) =>
      product.call('contracts.list', { token, query: { status: 'closed' } }),
    ),
  );
  const orders = lists.flatMap(({ result }) => result.records);
  const numbers = orders.flatMap(({ receiptIds }) => receiptIds ?? []);
  const verified = await differencesIn(product, numbers);
  await product.stop();
  return { reasons: new Set(orders.map(({ reason }) => reason)), numbers, ...verified };
}

test('a made-up crash: every fill of it is recomputed', { timeout: 150_000 }, async () => {
  const played = await play('BTCUSDT_okx_1m.csv', 'BTC/USDT', generatedCrash());
  expect(played.differences).toEqual([]);
  expect(played.checked).toBeGreaterThanOrEqual(7);
  for (const reason of ['stopLoss', 'takeProfit', 'trailing', 'closeOut', 'user'] as const) {
    expect([...played.reasons]).toContain(reason);
  }
});

const RECORDED = [
  ['crypto/ETHUSD_coinbase_1m_20170903-20170904.csv.gz', 'ETHUSDT_coinbase_1m.csv', 'ETH/USDT'],
  ['crypto/XRPUSD_bitfinex_1m_20180101-20180131.csv.gz', 'XRPUSDT_bitfinex_1m.csv', 'XRP/USDT'],
  ['crypto/BTCUSD_bitfinex_1m_20190401-20190630.csv.gz', 'BTCUSDT_bitfinex_1m.csv', 'BTC/USDT'],
] as const;

test.skipIf(RECORDINGS === null).each(RECORDED)(
  'a recorded crash, %s: every fill of it is recomputed',
  { timeout: 150_000 },
  async (file, name, code) => {
    const crash = await recordedCrash(join(RECORDINGS ?? '', file));
    const played = await play(name, code, crash);
    expect(played.differences).toEqual([]);
    expect(played.checked).toBeGreaterThanOrEqual(6);
    expect([...played.reasons]).toContain('stopLoss');
  },
);
