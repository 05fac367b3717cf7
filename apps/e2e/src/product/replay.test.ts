import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import {
  type Decimal,
  MINUTE_MS,
  add,
  compare,
  decimal,
  formatDecimal,
  formatMoney,
  fromDecimal,
  mul,
  sub,
} from '@candor/kernel';
import type { Order } from '@candor/protocol/light';
import { afterAll, expect, test } from 'vitest';
import { type Product, type Trader, cleanUp, startProduct } from '../support/product.ts';
import {
  GENERATED_START,
  RECORDINGS,
  generatedBars,
  linesOf,
  writeRecording,
} from '../support/recordings.ts';
import { until } from '../support/until.ts';

const CODE = 'BTC/USDT';
const QUARTER_MS = MINUTE_MS / 4;
const SEED = 20_240_304;

afterAll(cleanUp);

type Row = { time: number; open: Decimal; high: Decimal; low: Decimal; close: Decimal };

function rowsOf(lines: readonly string[]): Row[] {
  return lines.slice(1).map((line) => {
    const [time = '', open = '', high = '', low = '', close = ''] = line.split(',');
    const prices = [open, high, low, close].map((text) => decimal(text));
    const [o, h, l, c] = prices as [Decimal, Decimal, Decimal, Decimal];
    return { time: Number.parseInt(time, 10), open: o, high: h, low: l, close: c };
  });
}

/** The price a file of bars has at a moment: open, nearer extreme, other extreme, close. */
function priceIn(rows: readonly Row[], time: number): Decimal {
  const row = rows.find((one) => one.time <= time && time < one.time + MINUTE_MS);
  if (row === undefined) throw new Error(`the file has nothing at ${time}`);
  const nearness = compare(sub(row.high, row.open), sub(row.open, row.low));
  const isLowFirst = nearness > 0 || (nearness === 0 && row.close >= row.open);
  const way = isLowFirst ? [row.low, row.high] : [row.high, row.low];
  const found = [row.open, ...way, row.close][(time - row.time) / QUARTER_MS];
  if (found === undefined) throw new Error(`the file has no quarter at ${time}`);
  return found;
}

/** The tick an order was filled on, as the public tape has it. */
async function tickOf(product: Product, id: string | undefined, at: number | undefined) {
  const around = { from: (at ?? 0) - 10_000, to: (at ?? 0) + 1_000 };
  const { result } = await product.call('market.ticks', { params: { code: CODE }, query: around });
  const tick = result.find((one) => one.id === id);
  if (tick === undefined) throw new Error(`the tape has no tick ${id}`);
  return tick;
}

type Tick = Awaited<ReturnType<typeof tickOf>>;

/** A tick's middle is the file's price at its time, and its spread is a small one. */
function expectFromFile(tick: Tick, rows: readonly Row[]): void {
  const doubled = add(decimal(tick.bid), decimal(tick.ask));
  const price = priceIn(rows, tick.time);
  expect(formatDecimal(doubled)).toBe(formatDecimal(add(price, price)));
  const spread = sub(decimal(tick.ask), decimal(tick.bid));
  expect(spread > 0n && spread < mul(price, decimal('0.001'), 'up')).toBe(true);
  expect(tick.source).toContain('rebuilt from 1-minute bars');
}

async function checkTick(product: Product, rows: Row[], at: { id?: string; time?: number }) {
  const tick = await tickOf(product, at.id, at.time);
  expectFromFile(tick, rows);
  return tick;
}

function pnlOf(order: Order, price: string): Decimal {
  const moved = sub(decimal(price), decimal(order.openPrice ?? ''));
  return mul(decimal(order.contracts), moved, 'down');
}

const usdt = (value: Decimal, rounding: 'down' | 'up'): string =>
  formatMoney(fromDecimal(value, { asset: 'USDT', rounding }));

function feeAt(order: Order, price: string | undefined): Decimal {
  return mul(mul(decimal(order.contracts), decimal(price ?? ''), 'up'), decimal('0.001'), 'up');
}

async function buy(product: Product, trader: Trader, mode: 'demo' | 'real') {
  return product.call('contracts.open', {
    token: trader.token,
    mode,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.1',
      leverage: 2,
      requestId: randomUUID(),
    },
  });
}

async function marketTime(product: Product): Promise<number> {
  return (await product.call('market.feeds')).result.marketTime;
}

/** The result of an open order is the file's price since, times its size. */
async function checkOpenPnl(product: Product, trader: Trader, rows: Row[], opened: Order) {
  const asked = { token: trader.token, params: { id: opened.id } };
  const { result } = await product.call('contracts.get', asked);
  const { floatingPnL, markPrice = '' } = result;
  expect(floatingPnL).toBe(usdt(pnlOf(opened, markPrice), 'down'));
  const from = (opened.openTime ?? 0) - 1_000;
  const query = { from, to: from + 60_000 };
  const ticks = (await product.call('market.ticks', { params: { code: CODE }, query })).result;
  const marks = ticks.filter((tick) => tick.bid === markPrice);
  expect(marks.length).toBeGreaterThan(0);
  for (const tick of marks) expectFromFile(tick, rows);
}

async function checkClosed(product: Product, trader: Trader, rows: Row[], opened: Order) {
  const { result } = await product.call('contracts.close', {
    token: trader.token,
    params: { id: opened.id },
    body: { requestId: randomUUID() },
  });
  const { order } = result;
  const tick = await checkTick(product, rows, { id: order.closeTickId!, time: order.closeTime! });
  expect(order.closePrice).toBe(tick.bid);
  const fees = [order.openPrice, order.closePrice].map((price) => feeAt(order, price));
  const rounded = fees.map((fee) => decimal(usdt(fee, 'up')));
  const fee = add(rounded[0]!, rounded[1]!);
  expect(order.fee).toBe(formatDecimal(fee));
  const realized = decimal(usdt(pnlOf(order, tick.bid), 'down'));
  expect(order.profit).toBe(formatDecimal(sub(realized, fee)));
  const info = await product.call('portfolio.info', { token: trader.token });
  expect(info.result.amount).toBe(formatDecimal(add(decimal('10000'), sub(realized, fee))));
}

async function checkBars(product: Product, lines: readonly string[]): Promise<void> {
  const now = await marketTime(product);
  const query = { code: CODE, interval: '1m', to: now } as const;
  const bars = (await product.call('market.bars', { query })).result;
  // A second of ours for the last ticks to be stored and counted.
  const whole = bars.filter((bar) => bar.time + MINUTE_MS <= now - MINUTE_MS);
  const told = whole.map(({ time, open, high, low, close }) =>
    [String(time), open, high, low, close].join(),
  );
  const plain = ({ time, ...prices }: Row): string =>
    [String(time), ...Object.values(prices).map((one) => formatDecimal(one))].join();
  expect(told.length).toBeGreaterThanOrEqual(3);
  expect(told).toEqual(rowsOf(lines).slice(0, told.length).map(plain));
}

/** One trader's visit to a product that replays a file of one-minute bars. */
async function checkVisit(file: { path: string; day: string; source: string }): Promise<void> {
  const lines = await linesOf(file.path);
  const rows = rowsOf(lines);
  const product = await startProduct({ feed: `replay:${file.path}@60` });
  const feeds = (await product.call('market.feeds')).result;
  expect(feeds).toMatchObject({
    mode: 'replay',
    recordedDay: file.day,
    recordedSource: file.source,
    speed: 60,
    notice: null,
    sources: [{ name: `${file.source}, rebuilt from 1-minute bars` }],
  });
  const trader = await product.register();
  await product.untilOpen(CODE);
  const refused = await buy(product, trader, 'real');
  expect([refused.code, refused.refused.facts['why']]).toEqual(['10015', 'feedNotForReal']);

  const opened = await buy(product, trader, 'demo');
  expect(opened.code).toBe('200');
  const { openTickId, openTime, openPrice } = opened.result;
  const tick = await checkTick(product, rows, { id: openTickId!, time: openTime! });
  expect(openPrice).toBe(tick.ask);
  const from = Math.max(await marketTime(product), rows[0]!.time + 3 * MINUTE_MS);
  const isLater = async () => (await marketTime(product)) > from + 2 * MINUTE_MS;
  await until('two minutes more of the file', isLater);
  await checkOpenPnl(product, trader, rows, opened.result);
  await checkClosed(product, trader, rows, opened.result);
  await checkBars(product, lines);
  expect((await product.stop()).exitCode).toBe(0);
}

test.concurrent('chart, fill and result come from the file that is replayed, and say so', async () => {
  const path = await writeRecording('BTCUSDT_bybit_1m_20240304.csv', generatedBars(SEED, 120));
  const day = new Date(GENERATED_START).toISOString().slice(0, 10);
  await checkVisit({ path, day, source: 'Bybit' });
});

test.skipIf(RECORDINGS === null).concurrent('so they do on a recorded day of Bitcoin', async () => {
  const path = join(RECORDINGS ?? '', 'crypto', 'BTCUSDT_bybit_1m_20221213-20221213.csv.gz');
  expect(basename(path)).toContain('20221213');
  await checkVisit({ path, day: '2022-12-13', source: 'Bybit' });
});
