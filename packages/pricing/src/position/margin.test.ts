import { anyMoney, anyPosition, anySide } from '@candor/testkit';
import {
  type Money,
  type Price,
  formatDecimal,
  formatMoney,
  money,
  parseMoney,
  price,
  quantity,
} from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONVERSION_ONE, conversionRateOf, needsConversion } from './conversion.ts';
import {
  type MarginState,
  closeOutPrice,
  freeMargin,
  initialMargin,
  marginLevel,
  mustCloseOut,
  notional,
  notionalUsdt,
  tradingEquity,
} from './margin.ts';
import { closingPrice, sideSign } from '../price/quote.ts';

const usdt = (text: string): Money => parseMoney(text, 'USDT') as Money;

/** An account that holds cash and margin, and nothing else unless told. */
function marginStateOf(parts: {
  cash: string;
  margin: string;
  floating?: string;
  deficit?: string;
}): MarginState {
  return {
    cash: usdt(parts.cash),
    margin: usdt(parts.margin),
    deficit: usdt(parts.deficit ?? '0'),
    reversed: usdt('0'),
    floatingPnl: usdt(parts.floating ?? '0'),
  };
}

const anyMarginState = fc.record({
  cash: anyMoney({ asset: 'USDT', min: 0n, max: 10n ** 12n }),
  margin: anyMoney({ asset: 'USDT', min: 0n, max: 10n ** 12n }),
  deficit: anyMoney({ asset: 'USDT', min: -(10n ** 9n), max: 0n }),
  reversed: anyMoney({ asset: 'USDT', min: -(10n ** 9n), max: 0n }),
  floatingPnl: anyMoney({ asset: 'USDT', min: -(10n ** 12n), max: 10n ** 12n }),
});

describe('initial margin', () => {
  it.each([
    // lots, contract size, price, link, leverage → notional, margin
    ['0.5', '1', '60000', '1', 10, '30000', '3000'],
    ['1', '100000', '1.08543', '1', 30, '108543', '3618.1'],
    ['0.1', '100000', '151.234', '0.006612269', 30, '1512340', '333.333297'],
    ['3', '1', '0.1', '1', 7, '0.3', '0.042858'],
  ])(
    '%s lots of %s at %s, link %s, leverage %i: notional %s holds %s USDT',
    (lots, contractSize, at, link, leverage, worth, held) => {
      const trade = {
        lots: quantity(lots),
        contractSize: quantity(contractSize),
        price: price(at),
        link: price(link),
      };
      expect(formatDecimal(notional(trade))).toBe(worth);
      expect(formatMoney(initialMargin({ ...trade, leverage }))).toBe(held);
    },
  );

  it('never shrinks when the position grows and never grows with the leverage', () => {
    fc.assert(
      fc.property(anyPosition(), fc.bigInt({ min: 0n, max: 10n ** 20n }), (position, extra) => {
        const trade = { ...position, price: position.openPrice };
        const held = initialMargin(trade).units;
        const larger = { ...trade, lots: (trade.lots + extra) as typeof trade.lots };
        expect(initialMargin(larger).units).toBeGreaterThanOrEqual(held);
        const levered = { ...trade, leverage: trade.leverage + 1 };
        expect(initialMargin(levered).units).toBeLessThanOrEqual(held);
      }),
    );
  });

  it('is the exact quotient rounded up once: never less, never a whole unit more', () => {
    fc.assert(
      fc.property(anyPosition(), (position) => {
        const trade = { ...position, price: position.openPrice };
        const exact = trade.lots * trade.contractSize * trade.price * trade.link;
        const held =
          initialMargin(trade).units * BigInt(trade.leverage) * 10n ** BigInt(4 * 18 - 6);
        expect(held).toBeGreaterThanOrEqual(exact);
        expect(held - exact).toBeLessThan(BigInt(trade.leverage) * 10n ** BigInt(4 * 18 - 6));
      }),
    );
  });

  it('at leverage one holds the notional', () => {
    fc.assert(
      fc.property(anyPosition(), (position) => {
        const trade = { ...position, price: position.openPrice, leverage: 1 };
        const apart = initialMargin(trade).units - notionalUsdt(trade).units;
        expect(apart === 0n || apart === 1n).toBe(true);
      }),
    );
  });

  it('counts a size, also where a price may be below zero', () => {
    const oil = { lots: quantity('1'), contractSize: quantity('1000'), link: CONVERSION_ONE };
    const held = initialMargin({ ...oil, price: price('-37.63'), leverage: 10 });
    expect(formatMoney(held)).toBe('3763');
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d as a leverage',
    (leverage) => {
      const one = quantity('1');
      const trade = { lots: one, contractSize: one, price: price('1'), link: CONVERSION_ONE };
      expect(() => initialMargin({ ...trade, leverage })).toThrow('not a leverage');
    },
  );
});

describe('the account', () => {
  it.each([
    // cash, margin, floating, deficit → equity, free margin, level
    ['10000', '0', '0', '0', '10000', '10000', null],
    ['7000', '3000', '0', '0', '10000', '7000', '3.333333333333333333'],
    ['7000', '3000', '500', '0', '10500', '7000', '3.5'],
    ['7000', '3000', '-2500', '0', '7500', '4500', '2.5'],
    ['0', '3000', '-1500', '0', '1500', '0', '0.5'],
    ['0', '3000', '-1500.000001', '0', '1499.999999', '0', '0.499999999666666666'],
    ['0', '3000', '0', '-4000', '-1000', '0', '-0.333333333333333334'],
  ])(
    'cash %s, margin %s, floating %s, deficit %s: equity %s, free %s, level %s',
    (cash, margin, floating, deficit, equity, free, level) => {
      const marginState = marginStateOf({ cash, margin, floating, deficit });
      expect(formatMoney(tradingEquity(marginState))).toBe(equity);
      expect(formatMoney(freeMargin(marginState))).toBe(free);
      const shown = marginLevel(marginState);
      expect(shown === null ? null : formatDecimal(shown)).toBe(level);
    },
  );

  it('is closed out below half of its margin, not at it', () => {
    expect(mustCloseOut(marginStateOf({ cash: '0', margin: '100', floating: '-50' }))).toBe(false);
    const below = marginStateOf({ cash: '0', margin: '100', floating: '-50.000001' });
    expect(mustCloseOut(below)).toBe(true);
    expect(mustCloseOut(marginStateOf({ cash: '0', margin: '0', deficit: '-5' }))).toBe(false);
  });

  it('decides the close-out exactly, however the level is rounded', () => {
    fc.assert(
      fc.property(anyMarginState, (marginState) => {
        const equity = tradingEquity(marginState).units;
        const exact = marginState.margin.units > 0n && 2n * equity < marginState.margin.units;
        expect(mustCloseOut(marginState)).toBe(exact);
      }),
    );
  });

  it('never lets out more than the cash, nor what open contracts need', () => {
    fc.assert(
      fc.property(anyMarginState, (marginState) => {
        const free = freeMargin(marginState).units;
        expect(free).toBeGreaterThanOrEqual(0n);
        expect(free).toBeLessThanOrEqual(marginState.cash.units);
        const left = tradingEquity(marginState).units - free;
        if (free > 0n) expect(left).toBeGreaterThanOrEqual(marginState.margin.units);
      }),
    );
  });
});

describe('close-out price', () => {
  const btc = { lots: quantity('0.5'), contractSize: quantity('1') };
  const quote = { bid: price('59990'), ask: price('60000') };

  it('of half a coin long on 10,000 USDT lies where equity is half the margin', () => {
    // Bought at 60,000 with leverage 10: margin 3,000, fee 30, spread 5 lost at once.
    // 1,500 = 9,965 + (p − 59,990) × 0.5 → p = 43,060.
    const marginState = marginStateOf({ cash: '6970', margin: '3000', floating: '-5' });
    const exposures = [{ side: 'long' as const, ...btc }];
    const at = closeOutPrice({ marginState, quote, exposures, link: CONVERSION_ONE });
    expect(at && formatDecimal(at)).toBe('43060');
  });

  it('of the same short lies above, on the ask', () => {
    const marginState = marginStateOf({ cash: '6970', margin: '3000', floating: '-5' });
    const exposures = [{ side: 'short' as const, ...btc }];
    const at = closeOutPrice({ marginState, quote, exposures, link: CONVERSION_ONE });
    expect(at && formatDecimal(at)).toBe('76930');
  });

  it('is none when the account outlives a price of zero', () => {
    const marginState = marginStateOf({ cash: '600000', margin: '3000' });
    const exposures = [{ side: 'long' as const, ...btc }];
    expect(closeOutPrice({ marginState, quote, exposures, link: CONVERSION_ONE })).toBeNull();
  });

  it('is none when long and short hold each other, or nothing is open', () => {
    const marginState = marginStateOf({ cash: '10', margin: '3000' });
    const both = [
      { side: 'long' as const, ...btc },
      { side: 'short' as const, ...btc },
    ];
    expect(closeOutPrice({ marginState, quote, exposures: both, link: CONVERSION_ONE })).toBeNull();
    expect(closeOutPrice({ marginState, quote, exposures: [], link: CONVERSION_ONE })).toBeNull();
  });

  it('really puts the account at half its margin and is never said too late', () => {
    fc.assert(
      fc.property(anyPosition(), anyMarginState, (position, marginState) => {
        const exposures = [position];
        const at = closeOutPrice({ ...position, marginState, exposures });
        if (at === null) return;
        const size = position.lots * position.contractSize * position.link;
        const from = closingPrice(position.side, position.quote);
        const moved = sideSign(position.side) * (at - from) * size;
        // Everything at 72 places, so that nothing is rounded here.
        const unit = 10n ** BigInt(4 * 18 - 6);
        const equity = tradingEquity(marginState).units * unit + moved;
        const apart = 2n * equity - marginState.margin.units * unit;
        expect(apart).toBeGreaterThanOrEqual(0n);
        expect(apart).toBeLessThanOrEqual(2n * size);
      }),
    );
  });

  it('comes closer as the position grows', () => {
    fc.assert(
      fc.property(anySide(), fc.integer({ min: 1, max: 50 }), (side, more) => {
        const marginState = marginStateOf({ cash: '6970', margin: '3000', floating: '-5' });
        const at = (lots: number): Price | null => {
          const size = { lots: quantity(`${lots}`), contractSize: quantity('1') };
          return closeOutPrice({
            marginState,
            quote,
            exposures: [{ side, ...size }],
            link: CONVERSION_ONE,
          });
        };
        const [small, large] = [at(1), at(1 + more)];
        const mark = closingPrice(side, quote);
        const distance = (found: Price | null): bigint | null =>
          found === null ? null : sideSign(side) * (mark - found);
        const [far, near] = [distance(small), distance(large)];
        expect(near).not.toBeNull();
        expect(near).toBeGreaterThan(0n);
        if (far !== null) expect(near).toBeLessThan(far);
      }),
    );
  });
});

describe('conversion rate', () => {
  it('counts USDT and USD one to one and asks a pair for the rest', () => {
    expect(['USDT', 'USD', 'JPY', 'GBP'].map(needsConversion)).toEqual([false, false, true, true]);
    expect(formatDecimal(CONVERSION_ONE)).toBe('1');
  });

  it('is the mid, turned over when the pair is quoted in the currency itself', () => {
    const pound = { bid: price('1.2704'), ask: price('1.2706') };
    expect(formatDecimal(conversionRateOf(pound, 'direct'))).toBe('1.2705');
    const yen = { bid: price('149.99'), ask: price('150.01') };
    expect(formatDecimal(conversionRateOf(yen, 'inverse'))).toBe('0.006666666666666667');
    const none = { bid: 0n as Price, ask: 0n as Price };
    expect(() => conversionRateOf(none, 'inverse')).toThrow('positive');
  });

  it('multiplies before the one rounding', () => {
    // Half a unit of the quote currency's last place: rounded up first it would become three.
    const trade = {
      lots: quantity('0.000001'),
      contractSize: quantity('1'),
      price: price('0.5'),
      link: price('3'),
      leverage: 1,
    };
    expect(initialMargin(trade)).toEqual(money('USDT', 2n));
  });
});
