import { anyFeeRate, anyPosition } from '@candor/testkit';
import { type Price, formatDecimal, formatMoney, price, quantity, rate } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEven, costToHold, financing, tradeFee } from './fee.ts';
import { CONVERSION_ONE } from './conversion.ts';
import { realizedPnl } from './pnl.ts';
import { type Side, sideSign } from '../price/quote.ts';

const halfCoin = {
  lots: quantity('0.5'),
  contractSize: quantity('1'),
  price: price('60000'),
  link: CONVERSION_ONE,
};

describe('charges', () => {
  it.each([
    ['0.5', '1', '60000', '1', '0.001', '30'],
    ['0.01', '100000', '151.234', '0.006612269', '0.0002', '0.2'],
    ['0.01', '1', '0.00001', '1', '0.001', '0.000001'],
    ['1', '1', '60000', '1', '0', '0'],
  ])('%s lots of %s at %s, link %s, rate %s cost %s USDT', (lots, size, at, link, share, fee) => {
    const trade = {
      lots: quantity(lots),
      contractSize: quantity(size),
      price: price(at),
      link: price(link),
    };
    const charged = tradeFee({ ...trade, feeRate: rate(share) });
    expect(formatMoney(charged)).toBe(fee);
    expect(financing({ ...trade, rateDaily: rate(share) })).toEqual(charged);
  });

  it('are rounded up once, so a charge is never below its rate nor a unit above', () => {
    fc.assert(
      fc.property(anyPosition(), anyFeeRate(), (position, feeRate) => {
        const trade = { ...position, price: position.openPrice, feeRate };
        const exact = trade.lots * trade.contractSize * trade.price * trade.link * feeRate;
        const unit = 10n ** BigInt(5 * 18 - 6);
        const charged = tradeFee(trade).units * unit;
        expect(charged).toBeGreaterThanOrEqual(exact);
        expect(charged - exact).toBeLessThan(unit);
      }),
    );
  });

  it('holding n days costs n daily charges', () => {
    const daily = { ...halfCoin, rateDaily: rate('0.0005') };
    const shown = [0, 1, 7, 30].map((days) => formatMoney(costToHold(daily, days)));
    expect(shown).toEqual(['0', '15', '105', '450']);
    expect(() => costToHold(daily, 1.5)).toThrow('days');
    expect(() => costToHold(daily, -1)).toThrow('days');
  });
});

describe('break-even', () => {
  const at = (side: Side, open: string, feeRate: string, tickSize: string): string | null => {
    const found = breakEven({
      side,
      openPrice: price(open),
      feeRate: rate(feeRate),
      tickSize: price(tickSize),
    });
    return found === null ? null : formatDecimal(found);
  };

  it.each<[Side, string, string, string, string | null]>([
    // 60,000 × 1.001 ÷ 0.999 = 60,120.1201…
    ['long', '60000', '0.001', '0.01', '60120.13'],
    // 60,000 × 0.999 ÷ 1.001 = 59,880.1198…
    ['short', '60000', '0.001', '0.01', '59880.11'],
    ['long', '1.08543', '0.0002', '0.00001', '1.08587'],
    ['long', '100', '0', '0.01', '100'],
    ['short', '100', '0', '0.01', '100'],
    ['short', '0.01', '0.001', '0.01', null],
  ])('a %s opened at %s, fee %s, tick %s breaks even at %s', (side, open, fee, tick, expected) => {
    expect(at(side, open, fee, tick)).toBe(expected);
  });

  it('is where both fees are paid, and one tick before they are not', () => {
    fc.assert(
      fc.property(anyPosition(), anyFeeRate(), (position, feeRate) => {
        const { side, openPrice, instrument } = position;
        const { tickSize } = instrument;
        const found = breakEven({ side, openPrice, feeRate, tickSize });
        if (found === null) return;
        // Profit of one unit of size, at 36 places, nothing rounded.
        const exact = (close: bigint): bigint =>
          sideSign(side) * (close - openPrice) * 10n ** 18n - (close + openPrice) * feeRate;
        expect(found % tickSize).toBe(0n);
        expect(exact(found)).toBeGreaterThanOrEqual(0n);
        expect(exact(found - sideSign(side) * tickSize)).toBeLessThan(0n);
      }),
    );
  });

  it('holds for the amounts that are posted, whose three roundings cost at most two units', () => {
    const posted = (trade: Parameters<typeof realizedPnl>[0], feeRate: typeof one): bigint =>
      realizedPnl(trade).units -
      tradeFee({ ...trade, price: trade.openPrice, feeRate }).units -
      tradeFee({ ...trade, price: trade.closePrice, feeRate }).units;
    const one = rate('0.001');
    fc.assert(
      fc.property(anyPosition(), anyFeeRate(), (position, feeRate) => {
        fc.pre(feeRate > 0n);
        const { side, openPrice, instrument } = position;
        const { tickSize } = instrument;
        const closePrice = breakEven({ side, openPrice, feeRate, tickSize });
        if (closePrice === null) return;
        expect(posted({ ...position, closePrice }, feeRate)).toBeGreaterThanOrEqual(-2n);
        const before = (closePrice - sideSign(side) * tickSize) as Price;
        expect(posted({ ...position, closePrice: before }, feeRate)).toBeLessThan(0n);
      }),
    );
  });

  it('has no answer for a price that is not above zero, nor for a senseless rate or tick', () => {
    expect(at('long', '0', '0.001', '0.01')).toBeNull();
    expect(() => at('long', '1', '1', '0.01')).toThrow('fee rate');
    expect(() => at('long', '1', '-0.001', '0.01')).toThrow('fee rate');
    expect(() => at('long', '1', '0.001', '0')).toThrow('tick');
  });
});
