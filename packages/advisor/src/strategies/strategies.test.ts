import { type UnixMs, ensure } from '@candor/kernel';
import { BollingerBands, ROC, SMA } from 'trading-signals';
import { describe, expect, test } from 'vitest';
import { STRATEGIES, parameterProblem, usualParameters } from './list.ts';
import {
  type Memo,
  STRATEGY_CODES,
  type StrategyCode,
  type StrategyParameters,
  type Target,
} from './strategy.ts';

/** Plays closes of one instrument, or of several, and tells each new target with its place. */
function play(
  code: StrategyCode,
  closes: readonly (number | readonly number[])[],
  parameters: StrategyParameters,
): { readonly at: number; readonly weights: readonly number[]; readonly rule: string }[] {
  const strategy = STRATEGIES[code];
  const count = Array.isArray(closes[0]) ? (closes[0] as number[]).length : 1;
  const see = strategy.start({ ...usualParameters(strategy), ...parameters }, count);
  let { memo }: { memo: Memo } = strategy;
  const said: { at: number; weights: readonly number[]; rule: string }[] = [];
  for (const [at, close] of closes.entries()) {
    const all = typeof close === 'number' ? [close] : close;
    const time = (at * 60_000) as UnixMs;
    const decide = see(
      all.map((price) => ({ time, open: price, high: price, low: price, close: price })),
    );
    if (decide === null) continue;
    const made: { memo: Memo; target: Target | null } = decide(memo);
    ({ memo } = made);
    if (made.target === null) continue;
    said.push({ at, weights: made.target.weights, rule: made.target.reason.rule });
  }
  return said;
}

describe('indicators, against tables worked by hand', () => {
  test('the average of three closes', () => {
    const average = new SMA(3);
    expect([2, 4, 9, 5, 1].map((close) => average.add(close))).toEqual([null, null, 5, 6, 5]);
  });

  test('bands two deviations around it', () => {
    // 2, 4, 9: average 5, squares 9 + 1 + 16 = 26, ÷ 3 = 8.6666…, root 2.943920…
    const bands = new BollingerBands(3, 2);
    bands.add(2);
    bands.add(4);
    const found = ensure(bands.add(9), 'three closes');
    expect(found.middle).toBe(5);
    expect(found.upper).toBeCloseTo(10.887_840_577_551_9, 12);
    expect(found.lower).toBeCloseTo(-0.887_840_577_551_9, 12);
  });

  test('the change over two bars', () => {
    const change = new ROC(2);
    expect([100, 120, 150, 90].map((close) => change.add(close))).toEqual([null, null, 0.5, -0.25]);
  });

  test('an indicator sees as many bars as it says, so a run that was interrupted goes on as it was', () => {
    const closes = Array.from({ length: 400 }, (_, at) => 100 + 10 * Math.sin(at / 7) + (at % 5));
    const from = 300;
    const decidedFrom = (code: StrategyCode, begin: number) => {
      const strategy = STRATEGIES[code];
      const see = strategy.start(usualParameters(strategy), 1);
      return closes
        .map((close, at) => ({ time: at as UnixMs, open: close, high: close, low: close, close }))
        .slice(begin)
        .map((bar) => see([bar])?.(strategy.memo))
        .slice(from - begin);
    };
    for (const code of STRATEGY_CODES) {
      const strategy = STRATEGIES[code];
      const begin = from - strategy.warmup(usualParameters(strategy)) + 1;
      expect(decidedFrom(code, begin)).toEqual(decidedFrom(code, 0));
    }
  });
});

describe('strategies, rule by rule', () => {
  test('trend: in when the fast average is above the slow one, out when it is below', () => {
    // Averages of 3 and 10: the fast one leads.
    const closes = [...Array(10).fill(100), 101, 104, 108, 108, 90, 80, 80];
    const said = play('trend', closes, { fast: 3, slow: 10, margin: 50 });
    // After 101, 104: fast 101.67, slow 100.5: 1.16 % above. After 90, 80, 80 it is far below.
    expect(said).toEqual([
      { at: 11, weights: [10_000], rule: 'trendUp' },
      { at: 15, weights: [0], rule: 'trendDown' },
    ]);
  });

  test('reversion: buys far below the average, leaves at it, sells short far above', () => {
    const quiet = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 100 : 102));
    const said = play('reversion', [...quiet, 90, 95, 101, 101, 115, 100], {
      ...{ length: 10, width: 200, share: 6000 },
    });
    expect(said.map(({ at, weights, rule }) => [at, weights[0], rule])).toEqual([
      [10, 6000, 'reversionLow'],
      [12, 0, 'reversionMean'],
      [14, -6000, 'reversionHigh'],
      [15, 0, 'reversionMean'],
    ]);
  });

  test('grid: a part more at each line below, a part less above, and a line counts once', () => {
    const said = play('grid', [100, 98.9, 98.9, 97.9, 98.9, 99.2, 100.05, 102.2], {
      ...{ gap: 100, levels: 4, patience: 10 },
    });
    expect(said.map(({ at, weights, rule }) => [at, weights[0], rule])).toEqual([
      [0, 5000, 'gridStart'],
      [1, 6250, 'gridBuy'],
      [3, 7500, 'gridBuy'],
      [5, 6250, 'gridSell'],
      [6, 5000, 'gridSell'],
      [7, 2500, 'gridSell'],
    ]);
  });

  test('grid: moves its middle once the price has stayed beyond the last line', () => {
    const said = play('grid', [100, 90, 90, 90, 90], { gap: 100, levels: 2, patience: 3 });
    expect(said.map(({ at, weights, rule }) => [at, weights[0], rule])).toEqual([
      [0, 5000, 'gridStart'],
      [1, 10_000, 'gridBuy'],
      [3, 5000, 'gridMoved'],
    ]);
  });

  test('dca: buys by the clock and on a dip, sells all above what it paid', () => {
    const said = play('dca', [100, 100, 100, 99, 99, 99, 104], {
      ...{ every: 3, part: 2000, dip: 200, take: 400 },
    });
    // Half at 100, half at 99: 99.5 on average; 104 is 4.5 % above.
    expect(said.map(({ at, weights, rule }) => [at, weights[0], rule])).toEqual([
      [0, 2000, 'dcaDue'],
      [3, 4000, 'dcaDue'],
      [6, 0, 'dcaTake'],
    ]);
    const crash = play('dca', [100, 97, 94, 91], { every: 100, part: 2000, dip: 200, take: 500 });
    expect(crash.map(({ rule }) => rule)).toEqual(['dcaDue', 'dcaDip', 'dcaDip', 'dcaDip']);
  });

  test('rotation: holds the one that rose most, and nothing when none did', () => {
    const closes = [
      [100, 50, 10],
      [100, 50, 10],
      [101, 52, 10],
      [101, 52, 11],
      [99, 49, 9],
    ];
    const said = play('rotation', closes, { lookback: 2, every: 1, hold: 1, floor: 0 });
    expect(said).toEqual([
      { at: 2, weights: [0, 10_000, 0], rule: 'rotationBest' },
      { at: 3, weights: [0, 0, 10_000], rule: 'rotationBest' },
      { at: 4, weights: [0, 0, 0], rule: 'rotationOut' },
    ]);
  });

  test('hold: once, with everything', () => {
    expect(play('hold', [100, 50, 200], {})).toEqual([
      { at: 0, weights: [10_000], rule: 'holdStart' },
    ]);
  });
});

describe('numbers of a strategy', () => {
  test('its usual ones are in their ranges', () => {
    for (const code of STRATEGY_CODES) {
      const strategy = STRATEGIES[code];
      expect(parameterProblem(strategy, usualParameters(strategy))).toBeNull();
    }
  });

  test('one that is missing, foreign, out of its range or between its steps is named', () => {
    const usual = usualParameters(STRATEGIES.trend);
    const problem = (more: StrategyParameters) => parameterProblem(STRATEGIES.trend, more);
    expect(problem({ fast: 12, slow: 48 })).toBe('margin');
    expect(problem({ ...usual, other: 1 })).toBe('other');
    expect(problem({ ...usual, fast: 2 })).toBe('fast');
    expect(problem({ ...usual, slow: 401 })).toBe('slow');
    expect(problem({ ...usual, margin: 12 })).toBe('margin');
    expect(problem({ ...usual, fast: Number.NaN })).toBe('fast');
    expect(problem({ ...usual, constructor: 1 })).toBe('constructor');
  });
});
