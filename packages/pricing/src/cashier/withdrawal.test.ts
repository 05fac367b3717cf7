import { addMoney, money, rate } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import {
  type WithdrawalTerms,
  leastWithdrawal,
  refuseWithdrawal,
  withdrawalFigures,
} from './withdrawal.ts';

const USDT = (units: bigint) => money('USDT', units * 1_000_000n);
const TERMS: WithdrawalTerms = {
  feeRate: rate('0.001'),
  networkFee: USDT(2n),
  minReceive: USDT(100n),
};

/** A generator with a fixed start, so that a failure can be looked at again. */
function numbers(seed: number): () => bigint {
  let state = BigInt(seed);
  return () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return state >> 16n;
  };
}

describe('a withdrawal', () => {
  test('splits its amount to the last unit, in 1,000 random cases', () => {
    const next = numbers(7);
    for (let turn = 0; turn < 1_000; turn += 1) {
      const asset =
        (['USDT', 'BTC', 'ETH'] as const)[Number.parseInt(String(next() % 3n), 10)] ?? 'USDT';
      const terms = {
        feeRate: rate(`0.00${String(next() % 10n)}`),
        networkFee: money(asset, next() % 1_000_000n),
        minReceive: money(asset, 1n + (next() % 1_000_000n)),
      };
      const amount = money(asset, 1n + (next() % 10n ** 12n));
      const { fee, networkFee, receive } = withdrawalFigures(amount, terms);
      expect(addMoney(addMoney(fee, networkFee), receive)).toEqual(amount);
      expect(fee.units * 1_000n >= amount.units * (terms.feeRate / 10n ** 15n)).toBe(true);
      const least = leastWithdrawal(terms);
      expect(withdrawalFigures(least, terms).receive.units).toBeGreaterThanOrEqual(
        terms.minReceive.units,
      );
      const below = money(asset, least.units - 1n);
      expect(withdrawalFigures(below, terms).receive.units).toBeLessThan(terms.minReceive.units);
    }
  });

  test('delivers the least, or takes everything', () => {
    const free = USDT(1_000n);
    expect(refuseWithdrawal({ amount: USDT(101n), free }, TERMS)).toBe('minimum');
    expect(refuseWithdrawal({ amount: leastWithdrawal(TERMS), free }, TERMS)).toBeNull();
    expect(refuseWithdrawal({ amount: USDT(90n), free: USDT(90n) }, TERMS)).toBeNull();
    expect(refuseWithdrawal({ amount: USDT(3n), free: USDT(3n) }, TERMS)).toBeNull();
    expect(refuseWithdrawal({ amount: USDT(2n), free: USDT(2n) }, TERMS)).toBe('costs');
  });

  test('leaves nothing behind that could never leave', () => {
    const free = USDT(500n);
    expect(refuseWithdrawal({ amount: USDT(499n), free }, TERMS)).toBe('dust');
    expect(refuseWithdrawal({ amount: USDT(497n), free }, TERMS)).toBeNull();
    expect(refuseWithdrawal({ amount: free, free }, TERMS)).toBeNull();
  });

  test('takes nothing that is not there', () => {
    expect(refuseWithdrawal({ amount: USDT(501n), free: USDT(500n) }, TERMS)).toBe('short');
    expect(refuseWithdrawal({ amount: USDT(0n), free: USDT(500n) }, TERMS)).toBe('short');
  });

  test('lets every balance leave of which anything arrives', () => {
    const next = numbers(11);
    for (let turn = 0; turn < 1_000; turn += 1) {
      const free = money('USDT', 1n + (next() % 300_000_000n));
      const arrives = withdrawalFigures(free, TERMS).receive.units > 0n;
      expect(refuseWithdrawal({ amount: free, free }, TERMS)).toBe(arrives ? null : 'costs');
    }
  });
});
