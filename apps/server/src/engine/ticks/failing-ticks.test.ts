import { type TickId, isLaterTick } from '@candor/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';

let product: TestApp;
let trader: Trader;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
  await product.settle();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Ticks of one moment cannot act, so many times that they are looked at. */
function cannotActAt(at: number, times: number): void {
  const marketTime = product.feed.marketTime.bind(product.feed);
  let left = times;
  vi.spyOn(product.feed, 'marketTime').mockImplementation((moment) => {
    if (moment === at && left > 0) {
      left -= 1;
      throw new Error('this tick is refused');
    }
    return marketTime(moment);
  });
}

/** A stop is crossed and left again before a turn sees it; the turn cannot act on that tick. */
async function crosses(times: number): Promise<TickId> {
  const crossed = await trader.says('58900', '58910');
  await trader.says('60000', '60010');
  cannotActAt(crossed.receivedAt, times);
  return crossed.tickId;
}

const stopped = { status: 'closed', reason: 'stopLoss', closePrice: '58900' };

test('ticks that could not act are read back from the tape and act then, each order once', async () => {
  const order = await trader.opens({ stopLoss: '59000' });
  await product.settle();
  const before = product.app.engine.figures().failed;
  await crosses(1);
  await product.settle();
  await product.settle();
  expect(await trader.sees(order.id)).toMatchObject(stopped);
  expect(product.app.engine.figures().failed).toBe(before + 1);
});

async function place(): Promise<TickId> {
  const [row] = await product.db.query<{ tick: TickId }>('select tick from engine.place');
  return row?.tick as TickId;
}

test('ticks that could not act for a while act once the cause is gone, and hold back nothing then', async () => {
  const order = await trader.opens({ lots: '0.01', stopLoss: '59000' });
  const trailing = await trader.opens({ lots: '0.01', trailingDistance: '2000' });
  await product.settle();
  const crossed = await crosses(Number.MAX_SAFE_INTEGER);
  for (let pulses = 0; pulses < 4; pulses += 1) await product.settle();
  expect(product.app.engine.figures().aside).toBe(1);
  product.clock.advance(2_000);
  await product.settle();
  expect(product.app.engine.figures().aside).toBe(1);
  vi.restoreAllMocks();
  for (let pulses = 0; pulses < 5; pulses += 1) {
    product.clock.advance(31_000);
    await trader.says('60000', '60010');
    await product.settle();
  }
  expect(await trader.sees(order.id)).toMatchObject(stopped);
  expect((await trader.sees(trailing.id)).status).toBe('running');
  expect((await trader.closes(trailing.id)).code).toBe('200');
  expect(product.app.engine.figures()).toMatchObject({ aside: 0, due: 0 });
  expect(isLaterTick(await place(), crossed)).toBe(true);
});

test('a trailing stop goes back to ticks that were set aside, and follows the newer ones anew', async () => {
  const order = await trader.opens({ lots: '0.01', trailingDistance: '500' });
  const waits = await trader.opens({ lots: '0.01', trailingDistance: '900' });
  await product.settle();
  const peak = await trader.says('61000', '61010');
  cannotActAt(peak.receivedAt, Number.MAX_SAFE_INTEGER);
  for (let pulses = 0; pulses < 4; pulses += 1) await product.settle();
  expect(product.app.engine.figures().aside).toBe(1);
  await trader.says('60400', '60410');
  await product.settle();
  expect((await trader.sees(order.id)).status).toBe('running');
  vi.restoreAllMocks();
  product.clock.advance(31_000);
  for (let pulses = 0; pulses < 2; pulses += 1) await product.settle();
  const trailed = { status: 'closed', reason: 'trailing' };
  expect(await trader.sees(order.id)).toMatchObject({ ...trailed, closePrice: '60400' });
  // Another is where it would be had they acted in time: 900 below the peak.
  expect((await trader.sees(waits.id)).status).toBe('running');
  await trader.says('60099', '60109');
  for (let pulses = 0; pulses < 2; pulses += 1) await product.settle();
  expect(await trader.sees(waits.id)).toMatchObject({ ...trailed, closePrice: '60099' });
});

test('a receipt of what ended meanwhile states them, and differs from nothing', async () => {
  const order = await trader.opens({ lots: '0.01', stopLoss: '59000' });
  await product.settle();
  const crossed = await crosses(Number.MAX_SAFE_INTEGER);
  for (let pulses = 0; pulses < 4; pulses += 1) await product.settle();
  for (let second = 0; second < 9; second += 1) await trader.says('60000', '60010');
  expect((await trader.closes(order.id)).code).toBe('200');
  const [number = ''] = (await trader.sees(order.id)).receiptIds ?? [];
  const { result } = await product.call('receipts.get', { params: { number } });
  const { passed = [] } = result as { passed?: { from: TickId; to: TickId; reason: string }[] };
  expect(passed.map(({ reason }) => reason)).toEqual(['failed']);
  expect(
    passed.some(({ from, to }) => !isLaterTick(from, crossed) && !isLaterTick(crossed, to)),
  ).toBe(true);
});

test('ticks that never can are passed over, so that newer ones act; a start sees them again', async () => {
  const order = await trader.opens({ lots: '0.01', stopLoss: '59000' });
  const other = await trader.opens({ lots: '0.01', takeProfit: '61000' });
  await product.settle();
  await crosses(Number.MAX_SAFE_INTEGER);
  for (let pulses = 0; pulses < 4; pulses += 1) await product.settle();
  await trader.says('61000', '61010');
  await product.settle();
  expect(await trader.sees(other.id)).toMatchObject({ reason: 'takeProfit' });
  expect((await trader.sees(order.id)).status).toBe('running');
  // Long enough that a start relies on what was acted on.
  for (let pulses = 0; pulses < 3; pulses += 1) {
    product.clock.advance(31_000);
    await product.settle();
  }
  vi.restoreAllMocks();
  await product.restart();
  await product.settle();
  expect(await trader.sees(order.id)).toMatchObject(stopped);
});
