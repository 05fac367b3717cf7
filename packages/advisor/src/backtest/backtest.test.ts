import {
  type InstrumentCode,
  type Money,
  type UnixMs,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  addMoney,
  ensure,
  formatMoney,
  money,
  plusMs,
  price,
  rate,
  startOfDay,
  subMoney,
  utcDayOf,
  zero,
  type UtcDay,
} from '@candor/kernel';
import { type Bar, type Interval, mergeBars } from '@candor/pricing';
import { generateBars } from '@candor/testkit';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { STRATEGIES, usualParameters } from '../strategies/list.ts';
import { STRATEGY_CODES, type StrategyCode } from '../strategies/strategy.ts';
import { type BacktestPlan, type BacktestRun, merged, runBacktest } from './backtest.ts';
import { floatOf } from '../figures/floats.ts';
import { createBarClock } from './bar-clock.ts';

const FROM = startOfDay('2026-01-05' as UtcDay);
const AMOUNT = money('USDT', 10_000_000_000n);

const instrument = (code: string) => ({
  code: code as InstrumentCode,
  feeRate: rate('0.001'),
  spreadRate: rate('0.0002'),
  tickSize: price('0.01'),
  quoteCurrency: 'USDT',
});

function planOf(code: StrategyCode, more: Partial<BacktestPlan> = {}): BacktestPlan {
  const strategy = STRATEGIES[code];
  return {
    strategy,
    parameters: usualParameters(strategy),
    interval: strategy.intervals[0],
    instruments: [instrument('BTC/USDT')],
    base: '1m',
    amount: AMOUNT,
    ...more,
  };
}

const generated = (seed: number, days: number, interval: Interval = '1m'): Bar[] =>
  generateBars({
    ...{ seed, from: FROM, count: (days * DAY_MS) / MINUTE_MS, interval, millionths: 1500 },
    ...{ startPrice: price('40000'), tickSize: price('0.01'), crashOneIn: 20_000 },
  });
const thirty = generated(7, 30);

const sumOf = (amounts: readonly Money[]): Money => amounts.reduce(addMoney, zero('USDT'));

/** The days of a run from its fills and marks alone, in the way a reader would add them up. */
function checkDays(run: BacktestRun): void {
  let value = AMOUNT;
  for (const day of run.days) {
    const own = run.fills.filter(({ time }) => utcDayOf(time) === day.day);
    const ofFills = sumOf(own.map(({ result, fee }) => subMoney(result, fee)));
    expect(ofFills).toEqual(day.fills);
    expect(addMoney(day.fills, day.mark)).toEqual(day.result);
    value = addMoney(value, day.result);
    expect(value).toEqual(day.value);
  }
  expect(value).toEqual(run.value);
}

describe('a backtest', () => {
  test.each(STRATEGY_CODES)(
    '%s: each day is the sum of its fills and its midnight mark',
    (code) => {
      const run = runBacktest(planOf(code), merged([thirty]));
      expect(run.days).toHaveLength(30);
      expect(run.fills.length).toBeGreaterThan(0);
      checkDays(run);
      expect(run.fees).toEqual(sumOf(run.fills.map(({ fee }) => fee)));
    },
  );

  test('without one of its fills the days no longer add up', () => {
    const run = runBacktest(planOf('trend'), merged([thirty]));
    const less = { ...run, fills: run.fills.toSpliced(run.fills.length >> 1, 1) };
    expect(() => checkDays(less)).toThrow();
  });

  test('a decision is traded at the open of the next bar, half a spread away, for a fee', () => {
    const closes = [100, 100, 130, 131, 132];
    const bars = closes.map((close, index) => ({
      ...ensure(thirty[index], 'a bar'),
      open: price(String(index === 0 ? 100 : closes[index - 1])),
      high: price('140'),
      low: price('90'),
      close: price(String(close)),
    }));
    const run = runBacktest(planOf('hold', { interval: '1m' }), merged([bars]));
    const [fill] = run.fills;
    // Decided when the first minute ended, filled at the open of the second: 100 + 0.01.
    expect(fill?.time).toBe(FROM + MINUTE_MS);
    expect(fill?.price).toBe(price('100.01'));
    // 10,000 ÷ 100.01 ÷ 1.001 = 99.89010985…, 99.89010985 × 100.01 × 0.001 = 9.990010…
    expect(formatMoney(ensure(fill, 'a fill').fee)).toBe('9.99001');
    expect(run.days[0]?.mark.units).toBeGreaterThan(0n);
  });

  test('through a gap it is filled at the price behind it', () => {
    const day = thirty.slice(0, 60);
    const later = thirty.slice(600, 660).map((bar) => ({
      ...bar,
      open: price('90000'),
      high: price('90000'),
      close: price('90000'),
    }));
    const run = runBacktest(planOf('hold'), merged([[...day, ...later]]));
    expect(run.fills[0]?.time).toBe(later[0]?.time);
    expect(run.fills[0]?.price).toBe(price('90009'));
  });

  test('several instruments: traded once each has had a price since the decision', () => {
    const first = generated(1, 20);
    const second = generated(2, 20);
    const third = generated(3, 20).filter(({ time }) => (time / MINUTE_MS) % 3 === 0);
    const run = runBacktest(
      planOf('rotation', {
        instruments: ['BTC/USDT', 'ETH/USDT', 'LTC/USDT'].map(instrument),
      }),
      merged([first, second, third]),
    );
    expect(new Set(run.fills.map(({ code }) => code)).size).toBe(3);
    checkDays(run);
    for (const { time } of run.fills) expect((time / MINUTE_MS) % 3).toBe(0);
  });

  test('bars out of order are refused, and so is a market that is not priced in USDT', () => {
    const swapped = [thirty[1], thirty[0]].map((bar) => ensure(bar, 'a bar'));
    expect(() =>
      runBacktest(planOf('hold'), [
        { index: 0, bar: ensure(swapped[0], 'a bar') },
        { index: 0, bar: ensure(swapped[1], 'a bar') },
      ]),
    ).toThrow('order of time');
    const yen = { ...instrument('USD/JPY'), quoteCurrency: 'JPY' };
    expect(() => runBacktest(planOf('hold', { instruments: [yen] }), merged([thirty]))).toThrow(
      'USDT',
    );
  });

  test('the same bars give the same run, to the unit, on every machine', () => {
    const digests = STRATEGY_CODES.map((code) => {
      const run = runBacktest(planOf(code), merged([thirty]));
      const said = run.fills.map(
        ({ time, quantity, price: at, fee, result }) =>
          `${time} ${quantity} ${at} ${fee.units} ${result.units}`,
      );
      const text = [...said, ...run.days.map(({ value }) => value.units)].join('\n');
      return `${code} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    });
    expect(digests).toMatchInlineSnapshot(`
      [
        "trend edba34e2c6d40c0c",
        "reversion c626d3fe25db3552",
        "grid 3a64137cd77737a4",
        "dca aa1b1814eba12b89",
        "rotation 14d10577dc9b1244",
        "hold edd147aea337b3e6",
      ]
    `);
  });
});

describe('bars of a strategy', () => {
  test('are those of the market, and none is seen before it has ended', () => {
    const clock = createBarClock(1, '1h');
    const seen: { time: UnixMs; close: number }[] = [];
    for (const bar of thirty.slice(0, 600)) {
      const over = clock.ended(bar.time);
      if (over?.bars) {
        expect(over.endedAt).toBeLessThanOrEqual(bar.time);
        seen.push(...over.bars.map(({ time, close }) => ({ time, close })));
      }
      clock.add(0, bar);
    }
    const hours = mergeBars(thirty.slice(0, 600), '1h').slice(0, -1);
    expect(seen).toEqual(hours.map(({ time, close }) => ({ time, close: floatOf(close) })));
  });

  test('an instrument without a bar keeps its last close; before its first nothing is decided', () => {
    const clock = createBarClock(2, '1h');
    const bar = (index: number): Bar => ensure(thirty[index], 'a bar');
    clock.add(0, bar(0));
    expect(clock.ended(plusMs(FROM, HOUR_MS))?.bars).toBeNull();
    clock.add(0, bar(60));
    clock.add(1, bar(61));
    expect(clock.ended(plusMs(FROM, 2 * HOUR_MS))?.bars).toHaveLength(2);
    clock.add(0, bar(120));
    const over = clock.ended(plusMs(FROM, 3 * HOUR_MS));
    expect(over?.bars?.[1]?.close).toBe(floatOf(bar(61).close));
    expect(clock.ended(plusMs(FROM, 9 * HOUR_MS))).toBeNull();
  });
});
