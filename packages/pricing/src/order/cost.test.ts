// Promise: what opening and closing cost is worked out once, to the unit: margin and fees up, results
// toward zero, and what parts take along sums to the whole.
import {
  type Money,
  type Price,
  type Quantity,
  formatMoney,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import { anyFeeRate, anyMoney, anyPosition } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '../price/quote.ts';
import {
  type HeldLots,
  type OpeningTerms,
  closingCost,
  closingProfit,
  closingShares,
  openingCost,
} from './cost.ts';

const order: OpeningTerms = {
  side: 'long',
  lots: quantity('0.1'),
  contractSize: quantity('1'),
  link: price('1'),
  leverage: 10,
  feeRate: rate('0.001'),
};
const quote = { bid: price('60000'), ask: price('60010') };

const anyOpening = fc.tuple(anyPosition(), anyFeeRate()).map(([position, feeRate]) => ({
  position,
  terms: {
    side: position.side,
    lots: position.lots,
    contractSize: position.contractSize,
    link: position.link,
    leverage: position.leverage,
    feeRate,
  },
}));

describe('what opening costs', () => {
  it.each<[Side, string, string, string, string]>([
    // 0.1 × 60,010: a tenth of it, a thousandth of it, and the spread of 10.
    ['long', '600.1', '6.001', '1', '607.101'],
    ['short', '600', '6', '1', '607'],
  ])('of a %s by hand', (side, margin, fee, loss, need) => {
    const cost = openingCost({ ...order, side }, quote);
    expect([cost.margin, cost.fee, cost.openingLoss, cost.need].map(formatMoney)).toEqual([
      margin,
      fee,
      loss,
      need,
    ]);
  });

  it('rounds margin and fee up and the spread toward zero, each once', () => {
    const odd = { ...order, lots: quantity('0.0000001'), leverage: 3 };
    // Notional 0.006001: a third of it, a thousandth of it; the spread is 0.000001.
    const cost = openingCost(odd, quote);
    expect([cost.margin.units, cost.fee.units, cost.openingLoss.units]).toEqual([2_001n, 7n, 1n]);
  });

  it('at a held price counts what the market lost since, and no gain', () => {
    const lower = openingCost(order, quote, { bid: price('59000'), ask: price('59010') });
    expect(formatMoney(lower.openingLoss)).toBe('101');
    const higher = openingCost(order, quote, { bid: price('61000'), ask: price('61010') });
    expect([higher.openingLoss.units, formatMoney(higher.floatingPnl)]).toEqual([0n, '99']);
    expect(formatMoney(higher.need)).toBe('606.101');
  });

  it('is never below zero, and grows with the size and the fee rate', () => {
    fc.assert(
      fc.property(
        anyOpening,
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        ({ position, terms }, more) => {
          const cost = openingCost(terms, position.quote);
          const larger = { ...terms, lots: (terms.lots + more) as Quantity };
          const dearer = { ...terms, feeRate: (terms.feeRate + 1n) as typeof terms.feeRate };
          for (const one of [cost.margin, cost.fee, cost.openingLoss]) {
            expect(one.units).toBeGreaterThanOrEqual(0n);
          }
          const { need } = cost;
          expect(openingCost(larger, position.quote).need.units).toBeGreaterThanOrEqual(need.units);
          expect(openingCost(dearer, position.quote).need.units).toBeGreaterThanOrEqual(need.units);
        },
      ),
    );
  });

  it('holds less with more leverage, and takes the same fee', () => {
    fc.assert(
      fc.property(anyOpening, ({ position, terms }) => {
        const once = openingCost({ ...terms, leverage: terms.leverage + 1 }, position.quote);
        const cost = openingCost(terms, position.quote);
        expect(once.margin.units).toBeLessThanOrEqual(cost.margin.units);
        expect([once.fee, once.openingLoss]).toEqual([cost.fee, cost.openingLoss]);
      }),
    );
  });
});

describe('what closing brings and costs', () => {
  const trade = { ...order, openPrice: price('60010') };

  it('by hand', () => {
    const gain = closingCost(trade, price('61010'));
    expect([gain.realized, gain.fee, gain.net].map(formatMoney)).toEqual([
      '100',
      '6.101',
      '93.899',
    ]);
    const loss = closingCost({ ...trade, side: 'short' }, price('61010'));
    expect([loss.realized, loss.fee, loss.net].map(formatMoney)).toEqual([
      '-100',
      '6.101',
      '-106.101',
    ]);
  });

  it('at the price it opened at costs the opening fee once more', () => {
    fc.assert(
      fc.property(anyOpening, ({ position, terms }) => {
        const { openPrice } = position;
        const closed = closingCost({ ...terms, openPrice }, openPrice);
        const at = { bid: openPrice, ask: openPrice };
        expect([closed.realized.units, closed.fee]).toEqual([0n, openingCost(terms, at).fee]);
      }),
    );
  });

  it('a long and a short of one size win and lose the same, and pay the same fee', () => {
    fc.assert(
      fc.property(anyOpening, fc.bigInt({ min: 0n, max: 2_000n }), ({ position, terms }, share) => {
        const { openPrice } = position;
        const at = ((openPrice * share) / 1_000n) as Price;
        const long = closingCost({ ...terms, side: 'long', openPrice }, at);
        const short = closingCost({ ...terms, side: 'short', openPrice }, at);
        expect(long.realized.units + short.realized.units).toBe(0n);
        expect(long.fee).toEqual(short.fee);
      }),
    );
  });
});

describe('what lots take along', () => {
  const usdt = anyMoney({ asset: 'USDT', min: 0n, max: 10n ** 12n });
  const step = quantity('0.001');
  const anyHeld = fc.record({
    steps: fc.bigInt({ min: 1n, max: 1_000n }),
    margin: usdt,
    openFee: usdt,
    financing: usdt,
    cuts: fc.array(fc.bigInt({ min: 1n, max: 1_000n }), { maxLength: 8 }),
  });

  it('sums to the whole over any row of parts', () => {
    fc.assert(
      fc.property(anyHeld, ({ steps, margin, openFee, financing, cuts }) => {
        const lots = (steps * step) as Quantity;
        let held: HeldLots = {
          lots,
          lotsOpened: lots,
          margin,
          marginOpened: margin,
          openFee,
          openFeeLeft: openFee,
          financingLeft: financing,
        };
        const taken = { margin: 0n, openFee: 0n, financing: 0n };
        for (const cut of [...cuts, steps]) {
          const part = cut * step < held.lots ? ((cut * step) as Quantity) : held.lots;
          const shares = closingShares(held, part);
          expect(shares.isLast).toBe(part === held.lots);
          for (const name of ['margin', 'openFee', 'financing'] as const) {
            expect(shares[name].units).toBeGreaterThanOrEqual(0n);
            taken[name] += shares[name].units;
          }
          const less = (left: Money, by: Money): Money => money('USDT', left.units - by.units);
          held = {
            ...held,
            lots: (held.lots - part) as Quantity,
            margin: less(held.margin, shares.margin),
            openFeeLeft: less(held.openFeeLeft, shares.openFee),
            financingLeft: less(held.financingLeft, shares.financing),
          };
          if (shares.isLast) break;
        }
        expect(taken).toEqual({
          margin: margin.units,
          openFee: openFee.units,
          financing: financing.units,
        });
      }),
    );
  });

  it('is taken off the profit', () => {
    const taken = { openFee: money('USDT', 7n), financing: money('USDT', 5n) };
    const cost = { realized: money('USDT', 100n), fee: money('USDT', 8n) };
    expect(closingProfit(cost, taken).units).toBe(80n);
  });
});
