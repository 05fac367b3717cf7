import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS, ASSET_SCALE, isAsset } from './asset.ts';
import { type Decimal, decimal } from './decimal.ts';
import {
  addMoney,
  formatMoney,
  fromDecimal,
  minMoney,
  money,
  negMoney,
  parseMoney,
  subMoney,
  toDecimal,
  zero,
} from './money.ts';

const UNITS_MOST = 10n ** 37n;
const anyAsset = fc.constantFrom(...ASSETS);
const anyUnits = fc.bigInt({ min: -UNITS_MOST, max: UNITS_MOST });

describe('money', () => {
  it('is added and taken back without losing a unit', () => {
    fc.assert(
      fc.property(anyAsset, anyUnits, anyUnits, (asset, first, second) => {
        const [a, b] = [money(asset, first), money(asset, second)];
        expect(subMoney(addMoney(a, b), b)).toEqual(a);
        expect(addMoney(a, negMoney(a))).toEqual(zero(asset));
        expect(minMoney(a, b)).toEqual(minMoney(b, a));
      }),
    );
  });

  it('never mixes two assets', () => {
    const [coins, dollars] = [money('BTC', 1n), money('USDT', 1n)];
    expect(() => addMoney(coins, dollars)).toThrow('cannot add');
    expect(() => subMoney(coins, dollars)).toThrow('cannot take');
    expect(() => minMoney(coins, dollars)).toThrow('cannot compare');
    expect(isAsset('USDT')).toBe(true);
    expect(isAsset('usdt')).toBe(false);
  });

  it('keeps an amount through its text', () => {
    const most = 10n ** 20n;
    fc.assert(
      fc.property(anyAsset, fc.bigInt({ min: -most, max: most }), (asset, units) => {
        const amount = money(asset, units);
        expect(parseMoney(formatMoney(amount), asset)).toEqual(amount);
      }),
    );
  });

  it.each([
    ['1.5', 'USDT', 1_500_000n],
    ['0.000001', 'USDT', 1n],
    ['0.00000001', 'BTC', 1n],
    ['-3', 'BTC', -300_000_000n],
    ['0.000000000000000001', 'ETH', 1n],
  ] as const)('reads %s %s as %i units', (text, asset, units) => {
    expect(parseMoney(text, asset)).toEqual({ asset, units });
  });

  it.each([
    ['0.0000001', 'USDT'],
    ['0.000000001', 'BTC'],
    ['1e6', 'USDT'],
    ['', 'ETH'],
  ] as const)('refuses %j %s rather than round it', (text, asset) => {
    expect(parseMoney(text, asset)).toBeNull();
  });

  it('turns a Decimal into units within one unit, on the side the rounding names', () => {
    fc.assert(
      fc.property(anyAsset, anyUnits, (asset, units) => {
        const value = units as Decimal;
        const exact = toDecimal(fromDecimal(value, { asset, rounding: 'floor' }));
        const unit = 10n ** BigInt(18 - ASSET_SCALE[asset]);
        expect(exact).toBeLessThanOrEqual(value);
        expect(value - exact).toBeLessThan(unit);
        const [down, up] = (['down', 'up'] as const).map(
          (rounding) => fromDecimal(value, { asset, rounding }).units,
        ) as [bigint, bigint];
        expect(value < 0n ? down >= up : down <= up).toBe(true);
      }),
    );
  });

  it('rounds one and a half millionths as each rule says', () => {
    const value = decimal('0.0000015');
    const units = (['down', 'up', 'halfEven', 'floor'] as const).map(
      (rounding) => fromDecimal(value, { asset: 'USDT', rounding }).units,
    );
    expect(units).toEqual([1n, 2n, 2n, 1n]);
  });

  it('has a largest amount, the one the database can hold', () => {
    expect(money('ETH', 10n ** 38n - 1n).units).toBe(10n ** 38n - 1n);
    expect(() => money('ETH', 10n ** 38n)).toThrow('38 digits');
    expect(() => money('ETH', -(10n ** 38n))).toThrow('38 digits');
  });
});
