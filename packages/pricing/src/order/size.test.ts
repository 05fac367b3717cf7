// Promise: lots that are no order are refused, each for its reason, and a share of the free margin
// never buys more than it pays for, nor a step less.
import { type Quantity, add, money, price, quantity, rate } from '@candor/kernel';
import { anyInstrument, anyQuote, anySide } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingCost } from './cost.ts';
import {
  type LotTerms,
  lotsForBase,
  lotsForShare,
  lotsForWorth,
  lotsProblem,
  worthOfLots,
} from './size.ts';

const terms: LotTerms = {
  lotStep: quantity('0.01'),
  lotsMin: quantity('0.02'),
  lotsMax: quantity('10'),
};
const lotsOf = (text: string | null): Quantity | null => (text === null ? null : quantity(text));

describe('the lots of an order', () => {
  it.each([
    [null, 'missing'],
    ['0', 'missing'],
    ['-1', 'missing'],
    ['0.01', 'belowMin'],
    ['10.01', 'aboveMax'],
    ['0.025', 'offStep'],
    ['0.02', null],
    ['10', null],
  ])('%s: %s', (text, problem) => {
    expect(lotsProblem(lotsOf(text), terms)).toBe(problem);
  });
});

describe('lots for a share of the free margin', () => {
  const anySizing = anyInstrument().chain((instrument) =>
    fc.record({
      instrument: fc.constant(instrument),
      at: anyQuote(instrument),
      side: anySide(),
      leverage: fc.integer({ min: 1, max: instrument.leverageMax }),
      free: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      share: fc.constantFrom(10, 25, 50, 75, 100),
    }),
  );

  it('are the most the share pays for', () => {
    fc.assert(
      fc.property(anySizing, ({ instrument, at, side, leverage, free, share }) => {
        const { contractSize, feeRate, lotStep, lotsMin, lotsMax } = instrument;
        const link = price('1');
        const budget = (free * BigInt(share)) / 100n;
        const need = (lots: Quantity): bigint =>
          openingCost({ side, lots, contractSize, link, leverage, feeRate }, at).need.units;
        const freeMargin = money('USDT', free);
        const sizing = { terms: { ...instrument, link }, side, leverage, at, freeMargin };
        const lots = lotsForShare(share, sizing);
        if (lots === null) {
          expect(need(lotsMin)).toBeGreaterThan(budget);
          return;
        }
        expect(need(lots)).toBeLessThanOrEqual(budget);
        expect(lotsProblem(lots, instrument)).toBeNull();
        const more = add(lots, lotStep);
        expect(more > lotsMax || need(more) > budget).toBe(true);
      }),
    );
  });

  it('are found where thousands of steps cost no unit', () => {
    // A step costs a ten-thousandth of a unit; margin and fee are one unit each, rounded up.
    const tiny = {
      ...terms,
      contractSize: quantity('0.001'),
      feeRate: rate('0.001'),
      link: price('1'),
    };
    const at = { bid: price('0.00001'), ask: price('0.00001') };
    const sizing = { terms: tiny, side: 'long' as const, leverage: 1, at };
    const lots = lotsForShare(100, { ...sizing, freeMargin: money('USDT', 2n) });
    expect(lots).toBe(tiny.lotsMax);
    expect(lotsForShare(100, { ...sizing, freeMargin: money('USDT', 1n) })).toBeNull();
  });

  it('are none where an order would cost nothing: there is no price to it', () => {
    const at = { bid: price('0'), ask: price('0') };
    const free = {
      terms: { ...terms, contractSize: quantity('1'), feeRate: rate('0'), link: at.bid },
    };
    const asked = {
      ...free,
      side: 'long' as const,
      leverage: 1,
      at,
      freeMargin: money('USDT', 1n),
    };
    expect(lotsForShare(100, asked)).toBeNull();
  });
});

describe('lots for an amount in another unit', () => {
  const sized = { lotStep: quantity('0.01'), contractSize: quantity('5') };
  const priced = { ...sized, link: price('2'), price: price('3') };

  it.each([
    ['0.05', '0.01'],
    ['0.0999', '0.01'],
    ['0.1', '0.02'],
    ['0.049', '0'],
  ])('%s base units are %s lots', (base, lots) => {
    expect(lotsForBase(quantity(base), sized)).toBe(quantity(lots));
  });

  it.each([
    [300_000n, '0.01'],
    [599_999n, '0.01'],
    [600_000n, '0.02'],
    [299_999n, '0'],
  ])('%s units of USDT are %s lots', (units, lots) => {
    expect(lotsForWorth(money('USDT', units), priced)).toBe(quantity(lots));
    const below = { ...priced, price: price('-3') };
    expect(lotsForWorth(money('USDT', units), below)).toBe(quantity(lots));
  });

  it('at a price of zero they cannot be said', () => {
    expect(lotsForWorth(money('USDT', 1n), { ...priced, price: price('0') })).toBeNull();
  });

  it('are the lots again that were worth it', () => {
    const anyTrade = anyInstrument().chain((instrument) =>
      fc.record({
        instrument: fc.constant(instrument),
        steps: fc.bigInt({ min: 1n, max: instrument.lotsMax / instrument.lotStep }),
        at: anyQuote(instrument).map(({ ask }) => ask),
      }),
    );
    fc.assert(
      fc.property(anyTrade, ({ instrument, steps, at }) => {
        const { contractSize, lotStep } = instrument;
        const lots = (steps * lotStep) as Quantity;
        const trade = { lots, contractSize, lotStep, link: price('1'), price: at };
        const oneStep = worthOfLots({ ...trade, lots: lotStep });
        const found = lotsForWorth(worthOfLots(trade), trade);
        // Where a step is worth less than the least unit of USDT, that unit buys several.
        if (oneStep.units > 1n) expect(found).toBe(lots);
        else expect(found === null || found >= lots).toBe(true);
      }),
    );
  });
});
