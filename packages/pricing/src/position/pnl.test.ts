import { anyFeeRate, anyPosition, anyPriceOnTick } from '@candor/testkit';
import {
  type Money,
  formatDecimal,
  formatMoney,
  negMoney,
  parseMoney,
  price,
  quantity,
  rate,
  zero,
} from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tradeFee } from './fee.ts';
import {
  type OpenTrade,
  lossAtStop,
  orderProfit,
  realizedPnl,
  unrealizedPercent,
  unrealizedPnl,
} from './pnl.ts';
import { closingPrice, sideSign, type Side } from '../price/quote.ts';

const usdt = (text: string): Money => parseMoney(text, 'USDT') as Money;
const anyTradeAndMark = anyPosition().chain((position) =>
  fc.record({
    position: fc.constant(position),
    mark: anyPriceOnTick(position.instrument.tickSize),
  }),
);

function tradeOf(side: Side, parts: [lots: string, size: string, open: string, link: string]) {
  const [lots, size, open, link] = parts;
  return {
    side,
    lots: quantity(lots),
    contractSize: quantity(size),
    openPrice: price(open),
    link: price(link),
  } satisfies OpenTrade;
}

describe('profit and loss', () => {
  it.each<[Side, [string, string, string, string], string, string]>([
    ['long', ['0.5', '1', '60000', '1'], '60500', '250'],
    ['short', ['0.5', '1', '60000', '1'], '60500', '-250'],
    ['long', ['1', '100000', '1.08543', '1'], '1.08498', '-45'],
    ['short', ['0.1', '100000', '151.234', '0.0066'], '150.984', '16.5'],
    // A third of a unit is cut toward zero, whichever way it points.
    ['long', ['0.000001', '1', '10', '1'], '10.7', '0'],
    ['short', ['0.000001', '1', '10', '1'], '10.7', '0'],
    ['long', ['0.000001', '1', '10', '1'], '11.7', '0.000001'],
    ['short', ['0.000001', '1', '10', '1'], '11.7', '-0.000001'],
  ])('%s %j with the mark at %s has made %s USDT', (side, parts, mark, expected) => {
    const trade = tradeOf(side, parts);
    expect(formatMoney(unrealizedPnl({ ...trade, mark: price(mark) }))).toBe(expected);
    expect(formatMoney(realizedPnl({ ...trade, closePrice: price(mark) }))).toBe(expected);
  });

  it('of a long and a short of one size at one mark sums to exactly nothing', () => {
    fc.assert(
      fc.property(anyTradeAndMark, ({ position, mark }) => {
        const long = unrealizedPnl({ ...position, side: 'long', mark });
        const short = unrealizedPnl({ ...position, side: 'short', mark });
        expect(long).toEqual(negMoney(short));
      }),
    );
  });

  it('is never rounded away from zero, and by less than a unit', () => {
    fc.assert(
      fc.property(anyTradeAndMark, ({ position, mark }) => {
        const { side, openPrice, lots, contractSize, link } = position;
        const exact = sideSign(side) * (mark - openPrice) * lots * contractSize * link;
        const unit = 10n ** BigInt(4 * 18 - 6);
        const shown = unrealizedPnl({ ...position, mark }).units * unit;
        expect(exact < 0n ? shown >= exact : shown <= exact).toBe(true);
        expect(exact < 0n ? shown - exact : exact - shown).toBeLessThan(unit);
      }),
    );
  });

  it('starts at no more than zero: the spread is paid at once', () => {
    fc.assert(
      fc.property(anyPosition(), (position) => {
        const mark = closingPrice(position.side, position.quote);
        expect(unrealizedPnl({ ...position, mark }).units).toBeLessThanOrEqual(0n);
      }),
    );
  });

  it('rises for a long and falls for a short as the mark rises', () => {
    fc.assert(
      fc.property(anyTradeAndMark, fc.bigInt(0n, 10n ** 20n), ({ position, mark }, rise) => {
        const later = (mark + rise) as typeof mark;
        const before = unrealizedPnl({ ...position, mark }).units;
        const after = unrealizedPnl({ ...position, mark: later }).units;
        expect((after - before) * sideSign(position.side)).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

describe('percent of margin', () => {
  it.each([
    ['250', '3000', '8.3333'],
    ['-1500', '3000', '-50'],
    ['0.00005', '100', '0'],
    ['0.00015', '100', '0.0002'],
  ])('%s on a margin of %s is %s %%', (pnl, margin, expected) => {
    const shown = unrealizedPercent({ pnl: usdt(pnl), margin: usdt(margin) });
    expect(formatDecimal(shown)).toBe(expected);
  });

  it('has no answer without a margin', () => {
    expect(() => unrealizedPercent({ pnl: usdt('1'), margin: usdt('0') })).toThrow('margin');
  });
});

describe('what an order leaves', () => {
  it('is the result after both fees and financing', () => {
    const profit = orderProfit({
      realized: usdt('250'),
      fees: usdt('60.25'),
      financing: usdt('15'),
    });
    expect(formatMoney(profit)).toBe('174.75');
  });

  it('never favours two parties: fees up and results toward zero lose at most three units', () => {
    fc.assert(
      fc.property(anyTradeAndMark, anyFeeRate(), ({ position, mark }, feeRate) => {
        const { lots, contractSize, link, openPrice, side } = position;
        const size = lots * contractSize * link;
        const exact =
          sideSign(side) * (mark - openPrice) * size * 10n ** 18n -
          (mark + openPrice) * size * feeRate;
        const unit = 10n ** BigInt(5 * 18 - 6);
        const charge = (at: typeof mark): bigint =>
          tradeFee({ ...position, price: at, feeRate }).units;
        const result = realizedPnl({ ...position, closePrice: mark }).units;
        const left = (result - charge(openPrice) - charge(mark)) * unit;
        expect(left).toBeGreaterThan(exact - 3n * unit);
        // Only a loss cut toward zero may leave more than the exact sum, by less than a unit.
        expect(left).toBeLessThan(exact + (result <= 0n ? unit : 1n));
      }),
    );
  });
});

describe('the loss at a stop', () => {
  const trade = tradeOf('long', ['0.5', '1', '60000', '1']);
  const feeRate = rate('0.001');

  it('counts the move and both fees', () => {
    // 0.5 × 1,000 lost + 30 to open + 29.50 to close.
    const loss = lossAtStop({ ...trade, stopLoss: price('59000'), feeRate });
    expect(formatMoney(loss)).toBe('559.5');
  });

  it('is nothing at a stop that already secures a gain', () => {
    expect(lossAtStop({ ...trade, stopLoss: price('61000'), feeRate })).toEqual(zero('USDT'));
  });
});
