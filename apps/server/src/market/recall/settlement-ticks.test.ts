import { type InstrumentCode, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { createSettlementTicks } from './settlement-ticks.ts';
import { createRecentTicks } from '../tape/recent-ticks.ts';

const code = 'BTC/USDT' as InstrumentCode;
let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

test('memory and the tape give one answer, for every moment and end of the span', async () => {
  const { clock, app, db } = product;
  const start = clock.now();
  for (const [index, wait] of [0, 1, 999, 2_000, 2_000, 5_000].entries()) {
    clock.advance(wait);
    await product.price(code, String(60_000 + index), String(60_010 + index));
  }
  const forgetful = createSettlementTicks(
    db,
    { memory: createRecentTicks(), unstoredSince: () => null },
    () => app.market.feed().key,
  );
  const feed = app.market.feed().key;
  const wanted = Array.from({ length: 24 }, (_, step) => {
    const from = plusMs(start, step * 500 - 1);
    return { code, feed, from, to: plusMs(from, step % 2 === 0 ? 60_000 : 700) };
  });
  const [remembered, read] = await Promise.all([
    app.market.firstActing(wanted),
    forgetful.firstActing(wanted),
  ]);
  expect(remembered).toEqual(read);
  expect(new Set(read.map((quote) => quote?.tickId)).size).toBeGreaterThan(4);
});

test('another feed’s ticks are no answer, nor those of another instrument', async () => {
  const { clock, app } = product;
  const span = { from: plusMs(clock.now(), -60_000), to: clock.now() };
  const feed = app.market.feed().key;
  const found = await app.market.firstActing([
    { code, feed: 'other', ...span },
    { code, feed, ...span },
    { code: 'ETH/USDT' as InstrumentCode, feed, ...span },
  ]);
  expect(found.map((quote) => quote?.code)).toEqual([undefined, code, undefined]);
  expect(await app.market.firstActing([])).toEqual([]);
});
