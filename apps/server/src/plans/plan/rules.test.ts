// Promise: what a day brought is shared to the unit, the larger remainder first; the house's share is of what
// was won above the highest value; units are never worth more than they cost. (LEDGER 2, 4; decision 0111)
import { type UtcDay, DECIMAL_ONE, money, rate } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endsOn,
  exitShareOf,
  isCycleDay,
  isLosingWeek,
  isNextToNothing,
  joinsOn,
  leastLossRate,
  lossLine,
  shareOfGain,
  sharedByLargestRemainder,
  unitValue,
  unitsAfterShare,
  unitsFor,
} from './rules.ts';

const usdt = (units: bigint) => money('USDT', units);
const anyWeights = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), {
  minLength: 1,
  maxLength: 40,
});
const anyAmount = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });

describe('what is shared', () => {
  test('is that of a table worked by hand', () => {
    // 10 ÷ 3 = 3 and a third each; the one that is left goes to the first among equals.
    expect(sharedByLargestRemainder(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    // 7 × 2 ÷ 9 = 1 rest 5 · 7 × 3 ÷ 9 = 2 rest 3 · 7 × 4 ÷ 9 = 3 rest 1
    expect(sharedByLargestRemainder(7n, [2n, 3n, 4n])).toEqual([2n, 2n, 3n]);
    // Toward minus infinity: −7 × 2 ÷ 9 = −2 rest 4 · −3 rest 6 · −4 rest 8
    expect(sharedByLargestRemainder(-7n, [2n, 3n, 4n])).toEqual([-2n, -2n, -3n]);
    expect(sharedByLargestRemainder(0n, [5n, 6n])).toEqual([0n, 0n]);
  });

  test('comes to the whole, and nobody gets a unit more than one beside their part', () => {
    fc.assert(
      fc.property(anyAmount, anyWeights, (amount, weights) => {
        const parts = sharedByLargestRemainder(amount, weights);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
        const whole = weights.reduce((sum, weight) => sum + weight, 0n);
        for (const [index, part] of parts.entries()) {
          const off = part * whole - amount * (weights[index] ?? 0n);
          expect(off > -whole && off <= whole).toBe(true);
        }
      }),
    );
  });
});

describe('the share of the house', () => {
  test('is of what was won above the highest value, and of nothing below it', () => {
    const fifth = rate('0.2');
    expect(shareOfGain(usdt(1_250n), usdt(1_000n), fifth)).toEqual(usdt(50n));
    expect(shareOfGain(usdt(1_004n), usdt(1_000n), fifth)).toEqual(usdt(0n));
    expect(shareOfGain(usdt(900n), usdt(1_000n), fifth)).toEqual(usdt(0n));
    expect(shareOfGain(usdt(1_000n), usdt(1_000n), fifth)).toEqual(usdt(0n));
  });

  test('cancels units at their value: those who stay keep theirs', () => {
    expect(unitsAfterShare(1_000n, usdt(100n), usdt(0n))).toBe(1_000n);
    expect(unitsAfterShare(1_000n, usdt(100n), usdt(5n))).toBe(950n);
    expect(unitsAfterShare(1_000n, usdt(3n), usdt(1n))).toBe(666n);
  });

  test('of leaving early is of the amount, and never more than there is', () => {
    const order = { amount: usdt(1_000_000n), exitRate: rate('0.005') };
    expect(exitShareOf(order, usdt(900_000n))).toEqual(usdt(5_000n));
    expect(exitShareOf(order, usdt(4_000n))).toEqual(usdt(4_000n));
  });
});

describe('units', () => {
  test('are worth one USDT each when a fund begins', () => {
    const begun = { units: 0n, settled: usdt(0n) };
    const units = unitsFor(usdt(2_000_000n), begun);
    expect(units).toBe(2n * DECIMAL_ONE);
    expect(unitValue(usdt(2_000_000n), units)).toBe(DECIMAL_ONE);
  });

  test('of a joiner are never worth more than was paid', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        fc.bigInt({ min: 1n, max: 10n ** 26n }),
        (value, settled, units) => {
          const own = unitsFor(usdt(value), { units, settled: usdt(settled) });
          expect(own * settled <= value * units).toBe(true);
        },
      ),
    );
  });

  test('have a line at which the agreed loss is reached: at it, and not above', () => {
    const order = { amount: usdt(1_000_000n), maxLoss: usdt(300_000n), units: DECIMAL_ONE };
    const line = lossLine(order);
    expect(line).toBe((7n * DECIMAL_ONE) / 10n);
    expect(unitValue(usdt(700_000n), order.units) <= line).toBe(true);
    expect(unitValue(usdt(700_001n), order.units) <= line).toBe(false);
  });

  test('that are worth next to nothing are shared by what is left', () => {
    expect(isNextToNothing(usdt(0n), DECIMAL_ONE)).toBe(true);
    expect(isNextToNothing(usdt(999n), DECIMAL_ONE)).toBe(true);
    expect(isNextToNothing(usdt(1_000n), DECIMAL_ONE)).toBe(false);
  });
});

describe('days', () => {
  test('begin with the next midnight and end after as many as were bought', () => {
    const at = Date.UTC(2024, 1, 28, 23, 59, 59) as Parameters<typeof joinsOn>[0];
    expect(joinsOn(at)).toBe('2024-02-29');
    expect(endsOn({ joinsOn: '2024-02-29' as UtcDay, days: 7 })).toBe('2024-03-07');
  });

  test('end a cycle every so many, and tell of a losing week once', () => {
    const ends = [0, 1, 2, 3, 4, 5].filter((settledDays) =>
      isCycleDay({ settledDays, cycleDays: 3 }),
    );
    expect(ends).toEqual([2, 5]);
    expect(isLosingWeek({ settledDays: 7, wasToldWeek: false }, -1n)).toBe(true);
    expect(isLosingWeek({ settledDays: 7, wasToldWeek: true }, -1n)).toBe(false);
    expect(isLosingWeek({ settledDays: 6, wasToldWeek: false }, -1n)).toBe(false);
    expect(isLosingWeek({ settledDays: 7, wasToldWeek: false }, 0n)).toBe(false);
  });
});

describe('the least one may be ready to lose', () => {
  test('is twice what buying everything and selling it again costs, at the dearest instrument', () => {
    const cheap = { feeRate: rate('0.0005'), spreadRate: rate('0.0001') };
    const dear = { feeRate: rate('0.001'), spreadRate: rate('0.0004') };
    expect(leastLossRate([cheap])).toBe(rate('0.0022'));
    expect(leastLossRate([cheap, dear])).toBe(rate('0.0048'));
  });
});
