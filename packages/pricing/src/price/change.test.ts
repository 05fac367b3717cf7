import { anyPriceOnTick } from '@candor/testkit';
import { formatDecimal, plusMs, price, unixMs } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGE_WINDOW_MS, changePercent, priceAt } from './change.ts';
import { SPARKLINE_POINTS, thin } from './sparkline.ts';

describe('change', () => {
  it.each([
    ['102.5', '100', '2.5'],
    ['97.5', '100', '-2.5'],
    ['61234.56', '60000', '2.0576'],
    ['1.08549', '1.08543', '0.0055'],
    ['100', '100', '0'],
    ['0', '100', '-100'],
  ])('from %2$s to %1$s is %3$s %%', (now, before, expected) => {
    const shown = changePercent({ now: price(now), before: price(before) });
    expect(shown && formatDecimal(shown)).toBe(expected === '0' ? 0n : expected);
  });

  it('has no percentage of nothing or less', () => {
    expect(changePercent({ now: price('5'), before: price('0') })).toBeNull();
    expect(changePercent({ now: price('5'), before: price('-37.63') })).toBeNull();
  });

  it('points the way the price went', () => {
    const anyPrice = anyPriceOnTick(price('0.01'));
    fc.assert(
      fc.property(anyPrice, anyPrice, (now, before) => {
        const shown = changePercent({ now, before });
        expect(shown).not.toBeNull();
        if (now >= before) expect(shown).toBeGreaterThanOrEqual(0n);
        else expect(shown).toBeLessThanOrEqual(0n);
      }),
    );
  });

  it('looks up the price that stood a day ago, the last one before it', () => {
    const now = unixMs(10 * CHANGE_WINDOW_MS);
    const dayAgo = plusMs(now, -CHANGE_WINDOW_MS);
    const points = [
      { time: plusMs(dayAgo, -5000), price: price('1') },
      { time: plusMs(dayAgo, -1), price: price('2') },
      { time: plusMs(dayAgo, 1), price: price('3') },
    ];
    expect(priceAt(points, dayAgo)).toBe(price('2'));
    expect(priceAt(points, plusMs(dayAgo, 1))).toBe(price('3'));
    expect(priceAt(points, plusMs(dayAgo, -5001))).toBeNull();
    expect(priceAt([], dayAgo)).toBeNull();
  });
});

describe('sparkline', () => {
  it('keeps both ends, the order and at most a hundred of any number of points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), (length) => {
        const points = Array.from({ length }, (_, index) => index);
        const kept = thin(points);
        expect(kept).toHaveLength(Math.min(length, SPARKLINE_POINTS));
        expect(kept.at(0)).toBe(points.at(0));
        expect(kept.at(-1)).toBe(points.at(-1));
        expect(kept.every((one, index) => index === 0 || one > (kept[index - 1] ?? 0))).toBe(true);
      }),
    );
  });

  it('spreads its points evenly', () => {
    expect(thin([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([0, 4, 8]);
    expect(thin([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 3, 6, 9]);
    expect(() => thin([1, 2, 3], 1)).toThrow('two ends');
  });
});
