import { type InstrumentCode, type UnixMs, HOUR_MS, MINUTE_MS, unixMs } from '@candor/kernel';
import { isTradingAt } from '@candor/pricing';
import { createTestClock } from '@candor/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CATALOGUE, findByCode } from '../catalogue/catalogue.ts';
import { readTick } from '../tape/guards.ts';
import { createTape } from '../tape/tape.ts';
import type { RawTick } from './feed.ts';
import { SIMULATION_SOURCE, createSimulatedFeed } from './simulated.ts';

// A Wednesday on which New York is open.
const OPEN_HOURS = unixMs(Date.parse('2024-02-07T15:00:00Z'));
const BTC = 'BTC/USDT' as InstrumentCode;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

type Heard = RawTick & { readonly at: UnixMs };

/** Runs a simulation for some time in no time. */
async function listen(options: { seed: string; from: UnixMs; forMs: number }): Promise<Heard[]> {
  const clock = createTestClock(options.from);
  const feed = createSimulatedFeed({ clock, seed: options.seed });
  const heard: Heard[] = [];
  await feed.start(
    { offer: (tick) => heard.push({ ...tick, at: clock.now() }), lost: () => undefined },
    {
      now: clock.now(),
      begunAt: clock.now(),
      lastSourceTime: null,
      lastTimeOf: () => null,
      lastPrices: new Map(),
    },
  );
  for (let passed = 0; passed < options.forMs; passed += 50) {
    clock.advance(50);
    vi.advanceTimersByTime(50);
  }
  await feed.stop();
  return heard;
}

test('the same seed tells the same prices, another seed others', async () => {
  const run = (seed: string) => listen({ seed, from: OPEN_HOURS, forMs: 10_000 });
  const first = await run('1');
  expect(await run('1')).toEqual(first);
  expect(await run('2')).not.toEqual(first);
});

test('while its market is open every instrument stays fresh, and the lively ones tick often', async () => {
  const heard = await listen({ seed: '1', from: OPEN_HOURS, forMs: 60_000 });
  const byCode = Map.groupBy(heard, (tick) => tick.code);
  for (const { code, freshForMs } of CATALOGUE) {
    const times = [OPEN_HOURS, ...(byCode.get(code) ?? []).map((tick) => tick.at)];
    const longest = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
    // Half a second for storing the price and looking at it.
    expect(longest, code).toBeLessThanOrEqual(freshForMs - 500);
  }
  const perSecond = (byCode.get(BTC)?.length ?? 0) / 60;
  expect(perSecond).toBeGreaterThan(3);
  expect(perSecond).toBeLessThan(5);
});

test('every simulated price is sound, marked as simulated, and none outside trading hours', async () => {
  const heard = await listen({ seed: '3', from: OPEN_HOURS, forMs: 30_000 });
  for (const tick of heard) {
    const instrument = findByCode(tick.code);
    const read = readTick(tick, {
      instrument,
      knowsSource: true,
      receivedAt: tick.at,
      marketTime: tick.at,
      timeToleranceMs: 0,
    });
    expect(read.ok, tick.code).toBe(true);
    expect(tick.source).toBe(SIMULATION_SOURCE);
    if (read.ok) expect(read.value.bid % (instrument?.tickSize ?? 1n), tick.code).toBe(0n);
  }
  const weekend = unixMs(Date.parse('2024-02-10T15:00:00Z'));
  const codes = new Set(
    (await listen({ seed: '3', from: weekend, forMs: 30_000 })).map((tick) => tick.code),
  );
  const open = CATALOGUE.filter((one) => isTradingAt(one, weekend)).map((one) => one.code);
  expect([...codes].toSorted()).toEqual([...open].toSorted());
});

test('the tape believes a simulation: its steps stay within the bands', async () => {
  const heard = await listen({ seed: '4', from: OPEN_HOURS, forMs: 120_000 });
  const clock = createTestClock(OPEN_HOURS);
  const tape = createTape({
    clock,
    instrument: findByCode,
    rankOf: () => 0,
    sourceCount: () => 1,
    marketTime: (now) => now,
    isLive: false,
    onOutdated: () => undefined,
    onUnhealthy: () => expect.unreachable('a simulation sends no garbage'),
  });
  for (const { at, ...tick } of heard) {
    clock.set(at);
    tape.offer(tick);
  }
  const tickStatuses = Map.groupBy(tape.take(1_000_000), (tick) => tick.tickStatus);
  expect([...tickStatuses.keys()].toSorted()).toEqual(['acting', 'first']);
});

test('prices go on from where the tape ends', async () => {
  const clock = createTestClock(OPEN_HOURS);
  const feed = createSimulatedFeed({ clock, seed: '1' });
  const heard: RawTick[] = [];
  const last = 40_000n * 10n ** 18n;
  await feed.start(
    { offer: (tick) => heard.push(tick), lost: () => undefined },
    {
      now: clock.now(),
      begunAt: clock.now(),
      lastSourceTime: clock.now(),
      lastTimeOf: () => null,
      lastPrices: new Map([[BTC, last as never]]),
    },
  );
  clock.advance(2_000);
  vi.advanceTimersByTime(2_000);
  await feed.stop();
  const tick = heard.find((one) => one.code === BTC);
  expect(+String(tick?.bid)).toBeGreaterThan(39_900);
  expect(+String(tick?.bid)).toBeLessThan(40_100);
});

test('invented history joins the first price, and long bars hold what short ones show', async () => {
  const clock = createTestClock(OPEN_HOURS);
  const feed = createSimulatedFeed({ clock, seed: '1' });
  await feed.start(
    { offer: () => undefined, lost: () => undefined },
    {
      now: OPEN_HOURS,
      begunAt: OPEN_HOURS,
      lastSourceTime: null,
      lastTimeOf: () => null,
      lastPrices: new Map(),
    },
  );
  const range = { code: BTC, from: unixMs(OPEN_HOURS - 3 * HOUR_MS), to: OPEN_HOURS };
  const minutes = await feed.history({ ...range, interval: '1m' });
  const hours = await feed.history({ ...range, interval: '1h' });
  await feed.stop();
  expect(minutes).toHaveLength(180);
  expect(hours).toHaveLength(3);
  expect(minutes.at(-1)?.close).toBe(60_000n * 10n ** 18n);
  expect(minutes.at(-1)?.time).toBe(OPEN_HOURS - MINUTE_MS);
  for (const hour of hours) {
    const inside = minutes.filter((bar) => bar.time >= hour.time && bar.time < hour.time + HOUR_MS);
    expect(inside).toHaveLength(60);
    expect(inside[0]?.open).toBe(hour.open);
    expect(inside.at(-1)?.close).toBe(hour.close);
    expect(inside.map((bar) => bar.high).reduce((a, b) => (a > b ? a : b))).toBe(hour.high);
    expect(inside.map((bar) => bar.low).reduce((a, b) => (a < b ? a : b))).toBe(hour.low);
  }
  const eurusd = { code: 'EUR/USD' as InstrumentCode, interval: '1h' as const };
  const week = await createHistoryOf(eurusd);
  expect(week.some((bar) => !isTradingAt(findByCode('EUR/USD') ?? { hours: [] }, bar.time))).toBe(
    false,
  );
});

async function createHistoryOf(what: { code: InstrumentCode; interval: '1h' }) {
  const clock = createTestClock(OPEN_HOURS);
  const feed = createSimulatedFeed({ clock, seed: '1' });
  await feed.start(
    { offer: () => undefined, lost: () => undefined },
    {
      now: OPEN_HOURS,
      begunAt: OPEN_HOURS,
      lastSourceTime: null,
      lastTimeOf: () => null,
      lastPrices: new Map(),
    },
  );
  const bars = await feed.history({
    ...what,
    from: unixMs(OPEN_HOURS - 7 * 24 * HOUR_MS),
    to: OPEN_HOURS,
  });
  await feed.stop();
  expect(bars.length).toBeGreaterThan(100);
  return bars;
}

test('the day before is there as soon as a run begins, and ends at its price', () => {
  const feed = createSimulatedFeed({ clock: createTestClock(OPEN_HOURS), seed: 'day' });
  const bars = feed.dayBefore?.('BTC/USDT' as InstrumentCode, OPEN_HOURS) ?? [];
  expect(bars.length).toBeGreaterThanOrEqual(96);
  expect(bars.at(-1)?.time).toBeLessThan(OPEN_HOURS);
});
