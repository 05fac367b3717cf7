// Promise: every indicator is what its definition says, figure by figure as worked out on paper,
// says nothing before it can, and never knows a later bar.
import { describe, expect, it } from 'vitest';
import { INDICATORS } from './catalogue.ts';
import {
  bollinger,
  exponentialAverage,
  ichimoku,
  simpleAverage,
  volumeWeightedPrice,
} from './overlays.ts';
import {
  averageTrueRange,
  convergence,
  directionalIndex,
  onBalanceVolume,
  relativeStrength,
  stochastic,
} from './oscillators.ts';
import type { StudyBar, Values } from './series.ts';

type Row = readonly [high: number, low: number, close: number, volume?: number];

const DAY_S = 86_400;
const barsOf = (rows: readonly Row[], stepS = 60): StudyBar[] =>
  rows.map(([high, low, close, volume = 0], index) => ({
    time: index * stepS,
    high,
    low,
    close,
    volume,
  }));
const closing = (...closes: readonly number[]): StudyBar[] =>
  barsOf(closes.map((close) => [close, close, close]));

/** Equal to the digits a float keeps; a missing figure is equal only to a missing one. */
function expectSame(found: Values, table: Values): void {
  expect(found.map((value) => value === null)).toEqual(table.map((value) => value === null));
  found.forEach((value, at) => {
    if (value !== null) expect(value, `bar ${at}`).toBeCloseTo(table[at] ?? Number.NaN, 10);
  });
}

describe('tables worked by hand', () => {
  it('simple average of three', () => {
    // (2+4+6)÷3 = 4 · (4+6+8)÷3 = 6 · (6+8+12)÷3 = 26÷3 · (8+12+14)÷3 = 34÷3
    expectSame(simpleAverage(closing(2, 4, 6, 8, 12, 14), 3), [null, null, 4, 6, 26 / 3, 34 / 3]);
  });

  it('exponential average of three', () => {
    // Weight 2÷(3+1) = ½, begun with (2+4+6)÷3 = 4.
    // 4+½(8−4) = 6 · 6+½(12−6) = 9 · 9+½(14−9) = 11.5
    expectSame(exponentialAverage(closing(2, 4, 6, 8, 12, 14), 3), [null, null, 4, 6, 9, 11.5]);
  });

  it('Bollinger Bands of eight and two deviations', () => {
    // 2,4,4,4,5,5,7,9: mean 40÷8 = 5; squares 9+1+1+1+0+0+4+16 = 32; 32÷8 = 4; deviation 2.
    // 4,4,4,5,5,7,9,10: mean 48÷8 = 6; squares 4+4+4+1+1+1+9+16 = 40; 40÷8 = 5; deviation √5.
    const found = bollinger(closing(2, 4, 4, 4, 5, 5, 7, 9, 10), { period: 8, deviations: 2 });
    const none = Array.from({ length: 7 }, () => null);
    expectSame(found.middle, [...none, 5, 6]);
    expectSame(found.upper, [...none, 5 + 2 * 2, 6 + 2 * Math.sqrt(5)]);
    expectSame(found.lower, [...none, 5 - 2 * 2, 6 - 2 * Math.sqrt(5)]);
  });

  it('volume-weighted price, anew each day', () => {
    // Typical prices (12+9+9)÷3 = 10, (14+12+13)÷3 = 13, (21+19+20)÷3 = 20, 5, (7+5+6)÷3 = 6.
    // Day 1: 10×2÷2 = 10 · (10×2+13×1)÷3 = 11. Day 2: 20. Day 3: no volume yet, then 6.
    const rows: readonly Row[] = [
      [12, 9, 9, 2],
      [14, 12, 13, 1],
      [21, 19, 20, 5],
      [5, 5, 5, 0],
      [7, 5, 6, 4],
    ];
    const times = [0, DAY_S - 60, DAY_S, 2 * DAY_S, 2 * DAY_S + 60];
    const bars = barsOf(rows).map((bar, at) => ({ ...bar, time: times[at] ?? 0 }));
    expectSame(volumeWeightedPrice(bars), [10, 11, 20, null, 6]);
  });

  it('Ichimoku of two, three and four', () => {
    // Middles of highest high and lowest low:
    // of two   (12+6)÷2 = 9 · (14+8)÷2 = 11 · (14+9)÷2 = 11.5 · (20+9)÷2 = 14.5
    // of three (14+6)÷2 = 10 · (14+8)÷2 = 11 · (20+9)÷2 = 14.5
    // of four  (14+6)÷2 = 10 · (20+8)÷2 = 14
    // span A   (11+10)÷2 = 10.5 · (11.5+11)÷2 = 11.25 · (14.5+14.5)÷2 = 14.5
    const bars = barsOf([
      [10, 6, 7],
      [12, 8, 9],
      [14, 10, 11],
      [13, 9, 12],
      [20, 12, 18],
    ]);
    const found = ichimoku(bars, { conversion: 2, base: 3, span: 4 });
    expectSame(found.conversion, [null, 9, 11, 11.5, 14.5]);
    expectSame(found.base, [null, null, 10, 11, 14.5]);
    expectSame(found.spanA, [null, null, 10.5, 11.25, 14.5]);
    expectSame(found.spanB, [null, null, null, 10, 14]);
    expectSame(found.lagging, [7, 9, 11, 12, 18]);
  });

  it('relative strength of three', () => {
    // Changes +1 +2 −1 0 +3. First means: rises (1+2+0)÷3 = 1, falls (0+0+1)÷3 = 1⁄3.
    // 100×1÷(1+1⁄3) = 75.
    // Rises (1×2+0)÷3 = 2⁄3, falls (1⁄3×2+0)÷3 = 2⁄9: 100×(6⁄9)÷(8⁄9) = 75.
    // Rises (2⁄3×2+3)÷3 = 13⁄9 = 39⁄27, falls (2⁄9×2)÷3 = 4⁄27: 100×39÷43.
    const found = relativeStrength(closing(10, 11, 13, 12, 12, 15), 3);
    expectSame(found, [null, null, null, 75, 75, 3900 / 43]);
    expectSame(relativeStrength(closing(7, 7, 7), 2), [null, null, 50]);
    expectSame(relativeStrength(closing(1, 2, 3), 2), [null, null, 100]);
    expectSame(relativeStrength(closing(3, 2, 1), 2), [null, null, 0]);
  });

  it('convergence of two, three and two', () => {
    // Average of two: weight 2⁄3, begun with 3: 3+2⁄3×3 = 5 · 5+2⁄3×3 = 7 · 7+2⁄3×5 = 31⁄3
    // Average of three: weight ½, begun with 4: 4+½×4 = 6 · 6+½×6 = 9
    // Difference: 5−4 = 1 · 7−6 = 1 · 31⁄3−9 = 4⁄3
    // Signal of two: (1+1)÷2 = 1 · 1+2⁄3×(4⁄3−1) = 11⁄9. Histogram: 0 · 12⁄9−11⁄9 = 1⁄9
    const found = convergence(closing(2, 4, 6, 8, 12), { fast: 2, slow: 3, signal: 2 });
    expectSame(found.macd, [null, null, 1, 1, 4 / 3]);
    expectSame(found.signal, [null, null, null, 1, 11 / 9]);
    expectSame(found.histogram, [null, null, null, 0, 1 / 9]);
  });

  it('stochastic of three, two and two', () => {
    // Raw: (13−6)÷(14−6) = 87.5 · (9−8)÷(14−8) = 100⁄6 · (14−9)÷(15−9) = 500⁄6 ·
    //      (12−9)÷(15−9) = 50, all in percent.
    // %K: (87.5+100⁄6)÷2 = 625⁄12 · (100⁄6+500⁄6)÷2 = 50 · (500⁄6+50)÷2 = 400⁄6
    // %D: (625⁄12+50)÷2 = 1225⁄24 · (50+400⁄6)÷2 = 700⁄12
    const bars = barsOf([
      [10, 6, 8],
      [12, 8, 10],
      [14, 10, 13],
      [13, 9, 9],
      [15, 10, 14],
      [15, 11, 12],
    ]);
    const found = stochastic(bars, { period: 3, smooth: 2, signal: 2 });
    expectSame(found.k, [null, null, null, 625 / 12, 50, 400 / 6]);
    expectSame(found.d, [null, null, null, null, 1225 / 24, 700 / 12]);
    expectSame(stochastic(closing(5, 5), { period: 2, smooth: 1, signal: 1 }).k, [null, 50]);
  });

  it('average true range of three', () => {
    // True ranges: 10−8 = 2 · max(3, 12−9, 0) = 3 · max(1, 0, 11−10) = 1 · max(3, 16−10, 3) = 6 ·
    // max(2, 15−14, 15−12) = 3.
    // (2+3+1)÷3 = 2 · (2×2+6)÷3 = 10⁄3 · (10⁄3×2+3)÷3 = 29⁄9
    const bars = barsOf([
      [10, 8, 9],
      [12, 9, 11],
      [11, 10, 10],
      [16, 13, 15],
      [14, 12, 12],
    ]);
    expectSame(averageTrueRange(bars, 3), [null, null, 2, 10 / 3, 29 / 9]);
  });

  it('directional index of two', () => {
    // Moves up 2 1 0 0, down 0 0 3 1; true ranges 3 3 5 6 (from the second bar on).
    // Wilder's means of two: up 1.5 0.75 0.375 · down 0 1.5 1.25 · range 3 4 5.
    // +DI 50 18.75 7.5 · −DI 0 37.5 25.
    // One-sided: 100 · 18.75÷56.25 = 100⁄3 % · 17.5÷32.5 = 700⁄13 %.
    // ADX: (100+100⁄3)÷2 = 200⁄3 · (200⁄3+700⁄13)÷2 = 4700⁄78.
    const bars = barsOf([
      [10, 8, 9],
      [12, 9, 11],
      [13, 10, 12],
      [12, 7, 8],
      [12, 6, 7],
    ]);
    const found = directionalIndex(bars, 2);
    expectSame(found.plus, [null, null, 50, 18.75, 7.5]);
    expectSame(found.minus, [null, null, 0, 37.5, 25]);
    expectSame(found.adx, [null, null, null, 200 / 3, 4700 / 78]);
  });

  it('on-balance volume', () => {
    // 0 · 0+3 · unchanged · 3−2 · 1+6
    const rows: readonly Row[] = [
      [10, 10, 10, 5],
      [11, 11, 11, 3],
      [11, 11, 11, 4],
      [9, 9, 9, 2],
      [12, 12, 12, 6],
    ];
    expectSame(onBalanceVolume(barsOf(rows)), [0, 3, 3, 1, 7]);
    expectSame(onBalanceVolume(closing(1, 2, 3)), [null, null, null]);
  });
});

/** A path that rises, falls and rests, the same in every run. */
const path = barsOf(
  Array.from({ length: 160 }, (_, at): Row => {
    const close = 100 + 10 * Math.sin(at / 7) + 4 * Math.cos(at / 3) + (at % 5);
    return [close + 1 + (at % 3), close - 1 - (at % 2), close, 1 + (at % 4)];
  }),
  900,
);

describe.each(INDICATORS)('$short', (indicator) => {
  const parameters = indicator.parameters.map((one) => one.standard);

  it('gives each output one figure per bar, none before it can, and none after it went quiet', () => {
    const runs = indicator.compute(path, parameters);
    expect(runs).toHaveLength(indicator.outputs.length);
    for (const run of runs) {
      expect(run).toHaveLength(path.length);
      const first = run.findIndex((value) => value !== null);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(run.slice(first).every((value) => Number.isFinite(value))).toBe(true);
    }
    expect(indicator.compute([], parameters).flat()).toEqual([]);
  });

  it('says the same of a bar whatever comes after it', () => {
    const whole = indicator.compute(path, parameters);
    for (const count of [1, 2, 15, 40, 79, 120, 159]) {
      const before = indicator.compute(path.slice(0, count), parameters);
      before.forEach((run, output) => expect(run).toEqual(whole[output]?.slice(0, count)));
    }
  });

  it('stays between 0 and 100 where it is a share of a hundred', () => {
    if (indicator.unit !== 'index') return;
    for (const value of indicator.compute(path, parameters).flat()) {
      if (value === null) continue;
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(100);
    }
  });
});
