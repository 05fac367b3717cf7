import {
  type InstrumentCode,
  type UnixMs,
  DAY_MS,
  MINUTE_MS,
  type UtcDay,
  ensure,
  money,
  plusMs,
  price,
  rate,
  seeded,
  startOfDay,
} from '@candor/kernel';
import { generateBars } from '@candor/testkit';
import { describe, expect, test } from 'vitest';
import { type BacktestPlan, type RecordedBar, merged, runBacktest } from '../backtest/backtest.ts';
import { floatOf } from '../figures/floats.ts';
import { STRATEGIES, usualParameters } from '../strategies/list.ts';
import { STRATEGY_CODES, type SignalBar, type Strategy, WHOLE } from '../strategies/strategy.ts';
import { cutsOf, futureUsed } from './look-ahead.ts';
import { couldBeLuck, sortinoOf } from './luck.ts';
import { reportOf } from './report.ts';
import {
  compounded,
  dailyReturns,
  dailySortino,
  deepestFallOf,
  outcomeRange,
  quantile,
  sharpeOf,
  summaryOf,
  withoutMarket,
} from './statistics.ts';

const FROM = startOfDay('2026-01-05' as UtcDay);

const barsOf = (seed: number, days: number): RecordedBar[] =>
  generateBars({
    ...{ seed, from: FROM, count: (days * DAY_MS) / (15 * MINUTE_MS), interval: '15m' },
    ...{ startPrice: price('40000'), tickSize: price('0.01'), millionths: 9000 },
  });

function planOf(strategy: Strategy): BacktestPlan {
  return {
    strategy,
    parameters: usualParameters(strategy),
    interval: strategy.intervals.find((interval) => interval === '1h') ?? '15m',
    instruments: [
      {
        code: 'BTC/USDT' as InstrumentCode,
        feeRate: rate('0.001'),
        spreadRate: rate('0.0002'),
        tickSize: price('0.01'),
        quoteCurrency: 'USDT',
      },
    ],
    base: '15m',
    amount: money('USDT', 10_000_000_000n),
  };
}

describe('figures, against tables worked by hand', () => {
  test('days in a few figures', () => {
    const days = [0.1, -0.05, 0, 0.02, -0.1];
    expect(summaryOf(days)).toEqual({
      ...{ days: 5, losingDays: 2, median: 0, worst: -0.1, best: 0.1 },
      // 1.1 × 0.95 × 1 × 1.02 × 0.9 = 0.959310
      total: expect.closeTo(-0.04069, 10),
      // From 1.1 down to 0.95931.
      deepestFall: expect.closeTo(1 - 0.95931 / 1.1, 10),
    });
    expect(summaryOf([])).toBeNull();
    expect(compounded([])).toBe(0);
    expect(deepestFallOf([0.5, 0.5])).toBe(0);
  });

  test('quantiles lie between neighbours in proportion', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([10, 20, 30, 40, 50], 0.1)).toBeCloseTo(14, 12);
    expect(quantile([], 0.5)).toBeNull();
  });

  test('every span of days counts once', () => {
    // 0.1 then −0.1 = −0.01; −0.1 then 0.2 = 0.08.
    const range = ensure(outcomeRange([0.1, -0.1, 0.2], 2), 'two spans');
    expect(range.p50).toBeCloseTo(0.035, 12);
    expect(range.p10).toBeCloseTo(-0.001, 12);
    expect(outcomeRange([0.1], 2)).toBeNull();
  });

  test('the ratio of Sharpe with its error, of Sortino, and what moves with the market', () => {
    const days = [0.02, -0.01, 0.03, 0];
    // Average 0.01; squares 0.0001 + 0.0004 + 0.0004 + 0.0001 = 0.001, ÷ 3, root 0.0182574.
    const daily = 0.01 / Math.sqrt(0.001 / 3);
    const found = ensure(sharpeOf(days), 'they differ');
    expect(found.value).toBeCloseTo(daily * Math.sqrt(365), 10);
    expect(found.error).toBeCloseTo(Math.sqrt((1 + daily ** 2 / 2) / 4) * Math.sqrt(365), 10);
    expect(sharpeOf([0.01, 0.01])).toBeNull();
    // One losing day of four: root of 0.0001 ÷ 4 = 0.005.
    expect(dailySortino(days)).toBeCloseTo(2, 12);
    expect(dailySortino([0.01, 0.02])).toBeNull();
    const { slope, rest } = withoutMarket([0.01, 0.03], [0.02, 0.06]);
    expect(slope).toBeCloseTo(0.5, 12);
    expect(rest.map((step) => Math.round(step * 1e12))).toEqual([0, 0]);
  });

  test('too few days say nothing about luck', () => {
    const few = Array.from({ length: 19 }, (_, at) => at / 1000);
    expect(couldBeLuck(few, few, { seed: 1 })).toBeNull();
    expect(sortinoOf(few, { seed: 1 })).toBeNull();
  });

  test('a steady surplus over the market is no luck, its mirror image is', () => {
    const draw = seeded(5);
    const market = Array.from({ length: 200 }, () => (draw() % 1000) / 10_000 - 0.05);
    const own = market.map((step) => step / 2 + 0.004 + ((draw() % 100) - 50) / 10_000);
    expect(couldBeLuck(own, market, { seed: 1 })).toBeLessThan(0.01);
    expect(
      couldBeLuck(
        own.map((step) => -step),
        market,
        { seed: 1 },
      ),
    ).toBeGreaterThan(0.99);
  });
});

/** A strategy that is given by what it does with a bar. */
function made(see: (bar: SignalBar, at: number) => number | null): Strategy {
  return {
    ...STRATEGIES.hold,
    memo: { at: 0 },
    start: () => (bars) => (memo) => {
      const at = memo['at'] ?? 0;
      const weight = see(ensure(bars[0], 'a bar'), at);
      const target =
        weight === null ? null : { weights: [weight], reason: { rule: 'made', figures: {} } };
      return { memo: { at: at + 1 }, target };
    },
  };
}

describe('luck', () => {
  test('random entries do not look like skill: p above 0.05 in at least 90 of 100', () => {
    const bars = barsOf(11, 91);
    const market = runBacktest(planOf(STRATEGIES.hold), merged([bars]));
    let unlucky = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const draw = seeded(seed);
      const random = made(() => (draw() % 12 === 0 ? (draw() % 2) * WHOLE : null));
      const run = runBacktest(planOf(random), merged([bars]));
      const luck = couldBeLuck(dailyReturns(run.days), dailyReturns(market.days), { seed });
      if (ensure(luck, 'there are days') > 0.05) unlucky += 1;
    }
    expect(unlucky).toBeGreaterThanOrEqual(90);
  });
});

describe('results that are not to be believed', () => {
  const bars = barsOf(3, 91);
  const market = runBacktest(planOf(STRATEGIES.hold), merged([bars]));

  test('a strategy that knows the next hour is flagged as too good', () => {
    const closes = new Map<number, number>();
    for (const bar of bars) closes.set(bar.time, floatOf(bar.close));
    const seer = made(({ time, close }) => {
      const next = closes.get(plusMs(time, 7 * 15 * MINUTE_MS)) ?? close;
      return next > close ? WHOLE : -WHOLE;
    });
    const report = reportOf(runBacktest(planOf(seer), merged([bars])), market);
    expect(report.doubts).toContain('tooGood');
    expect(report.whole.luck).toBeLessThan(0.01);
  });

  test('few days, few trades and one day that made it all are named', () => {
    const short = runBacktest(planOf(STRATEGIES.hold), merged([bars.slice(0, 96 * 10)]));
    const report = reportOf(short, short);
    expect(report.doubts).toEqual(expect.arrayContaining(['fewDays', 'fewTrades']));
    expect(report.outOfSample?.summary.days).toBe(3);
    expect(report.inSample?.summary.days).toBe(7);
    expect(report.range).toBeNull();
  });
});

describe('a strategy cannot look ahead', () => {
  const bars = barsOf(21, 20);
  const to = plusMs(FROM, 20 * DAY_MS);
  const cuts = cutsOf({ from: FROM, to }, { count: 8, interval: '1h', base: '15m' });

  test.each(STRATEGY_CODES)('%s does the same before a cut, whatever came after', (code) => {
    const plan = () => planOf(STRATEGIES[code]);
    expect(futureUsed({ plan, recordings: [bars], cuts })).toBeNull();
  });

  const hoursOf = (recording: readonly RecordedBar[]): number[] =>
    recording.filter((_, at) => at % 4 === 3).map(({ close }) => floatOf(close));
  const average = (numbers: readonly number[]): number =>
    numbers.reduce((sum, next) => sum + next, 0) / numbers.length;

  /** Ways of cheating, each given the whole recording, as code that computes columns at once is. */
  const CHEATS: Record<string, (hours: readonly number[]) => (at: number) => number> = {
    'the next close': (hours) => (at) => ((hours[at + 1] ?? 0) > (hours[at] ?? 0) ? WHOLE : 0),
    'an average around the bar': (hours) => (at) =>
      average(hours.slice(Math.max(0, at - 5), at + 6)) > (hours[at] ?? 0) ? WHOLE : 0,
    'a scale by the highest price of all': (hours) => {
      const top = Math.max(...hours);
      const low = Math.min(...hours);
      return (at) => ((hours[at] ?? 0) < low + (top - low) * 0.4 ? WHOLE : 0);
    },
    'the high of a day that has not ended': (hours) => (at) => {
      const day = hours.slice(at - (at % 24), at - (at % 24) + 24);
      return (hours[at] ?? 0) < Math.max(...day) * 0.99 ? WHOLE : 0;
    },
    'a number fitted to everything': (hours) => {
      const rises = hours.slice(1).map((close, at) => close / (hours[at] ?? close) - 1);
      const fitted = rises.toSorted((a, b) => a - b)[Math.floor(rises.length / 2)] ?? 0;
      return (at) => ((hours[at] ?? 0) / (hours[at - 1] ?? 1) - 1 > fitted ? WHOLE : 0);
    },
  };

  test.each(Object.keys(CHEATS))('planted: %s is found', (name) => {
    const cheat = ensure(CHEATS[name], 'a cheat');
    const plan = (recordings: readonly (readonly RecordedBar[])[]): BacktestPlan => {
      const weightAt = cheat(hoursOf(ensure(recordings[0], 'a recording')));
      let last: number | null = null;
      const knowing = made((_, at) => {
        const weight = weightAt(at);
        if (weight === last) return null;
        last = weight;
        return weight;
      });
      return planOf(knowing);
    };
    const found: UnixMs | null = futureUsed({ plan, recordings: [bars], cuts });
    expect(found).not.toBeNull();
  });
});
