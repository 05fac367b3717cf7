import {
  DECIMAL_ONE,
  type Price,
  type Rate,
  formatDecimal,
  money,
  price,
  rate,
} from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  breakEvenHitRate,
  hitRate,
  optionGain,
  optionPaid,
  optionPayout,
  settleOption,
} from './option.ts';

const stakes = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => money('USDT', units));
const rates = fc.bigInt({ min: 1n, max: 5n * DECIMAL_ONE }).map((value) => value as Rate);
const prices = fc.bigInt({ min: 1n, max: 10n ** 26n }).map((value) => value as Price);

describe('what a win pays', () => {
  test.each([
    ['10', '0.8', '8'],
    ['0.000001', '0.92', '0'],
    ['33.333333', '0.85', '28.333333'],
    ['1000', '0.92', '920'],
  ])('a stake of %s at %s gains %s', (stake, share, gain) => {
    const units = (text: string) => BigInt(price(text) / 10n ** 12n);
    const facts = { stake: money('USDT', units(stake)), rate: rate(share) };
    expect(optionGain(facts).units).toBe(units(gain));
  });

  test('rounding never favours the winner, and never by a whole unit', () => {
    fc.assert(
      fc.property(stakes, rates, (stake, share) => {
        const gain = optionGain({ stake, rate: share }).units * DECIMAL_ONE;
        const exact = stake.units * share;
        expect(gain <= exact && exact - gain < DECIMAL_ONE).toBe(true);
      }),
    );
  });

  test('a larger stake or a higher rate never pays less', () => {
    fc.assert(
      fc.property(stakes, stakes, rates, rates, (a, b, low, high) => {
        const [less, more] = a.units <= b.units ? [a, b] : [b, a];
        const [lower, higher] = low <= high ? [low, high] : [high, low];
        const small = optionPayout({ stake: less, rate: lower });
        const large = optionPayout({ stake: more, rate: higher });
        expect(small.units <= large.units).toBe(true);
      }),
    );
  });

  test('a stake of nothing, or a rate of nothing, is no option', () => {
    expect(() => optionGain({ stake: money('USDT', 0n), rate: rate('0.8') })).toThrow();
    expect(() => optionGain({ stake: money('USDT', 1n), rate: rate('0') })).toThrow();
    expect(() => optionGain({ stake: money('BTC', 1n), rate: rate('0.8') })).toThrow();
  });
});

describe('the hit rate that breaks even', () => {
  test.each([
    ['0.8', '0.5556'],
    ['0.92', '0.5209'],
    ['1', '0.5'],
    ['0.25', '0.8'],
  ])('at a rate of %s it is %s', (share, needed) => {
    expect(formatDecimal(breakEvenHitRate(rate(share)))).toBe(needed);
  });

  test('winning that share is worth at least what was staked', () => {
    fc.assert(
      fc.property(rates, (share) => {
        const needed = breakEvenHitRate(share);
        // Per stake of one: needed × (1 + rate) ≥ 1.
        expect(needed * (DECIMAL_ONE + share) >= DECIMAL_ONE * DECIMAL_ONE).toBe(true);
      }),
    );
  });
});

test('one’s own hit rate leaves out ties and void ones; without any it is none', () => {
  expect(hitRate({ won: 0, lost: 0 })).toBeNull();
  expect(formatDecimal(hitRate({ won: 2, lost: 1 }) ?? rate('0'))).toBe('0.6667');
  expect(formatDecimal(hitRate({ won: 0, lost: 3 }) ?? rate('1'))).toBe('0');
});

describe('how an option ends', () => {
  test.each([
    ['up', '100', '100.1', 'won'],
    ['up', '100', '99.9', 'lost'],
    ['down', '100', '99.9', 'won'],
    ['down', '100', '100.1', 'lost'],
    ['up', '100', '100', 'tie'],
    ['down', '100', '100', 'tie'],
    ['up', '100', '100.000000000000000001', 'won'],
  ] as const)('%s from %s to %s is %s', (direction, open, settle, outcome) => {
    const facts = { direction, openPrice: price(open), settlePrice: price(settle) };
    expect(settleOption(facts)).toBe(outcome);
  });

  test('what one direction wins the other loses, and a tie is a tie for both', () => {
    const other = { won: 'lost', lost: 'won', tie: 'tie' } as const;
    fc.assert(
      fc.property(prices, prices, (openPrice, settlePrice) => {
        const up = settleOption({ direction: 'up', openPrice, settlePrice });
        const down = settleOption({ direction: 'down', openPrice, settlePrice });
        expect(down).toBe(other[up]);
      }),
    );
  });

  test('what is paid is nothing, the stake, or the stake and its gain', () => {
    fc.assert(
      fc.property(stakes, rates, (stake, share) => {
        const payout = optionPayout({ stake, rate: share });
        const paid = (outcome: 'won' | 'lost' | 'tie' | 'void'): bigint =>
          optionPaid({ outcome, stake, payout }).units;
        const gain = optionGain({ stake, rate: share }).units;
        expect([paid('won'), paid('lost')]).toEqual([stake.units + gain, 0n]);
        expect([paid('tie'), paid('void')]).toEqual([stake.units, stake.units]);
      }),
    );
  });
});
