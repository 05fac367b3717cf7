// Promise: a share of the free margin never buys more than it pays for, nor a step less.
import { add, money, price, quantity, rate } from '@candor/kernel';
import { anyInstrument, anyQuote, anySide } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { previewOrder } from './preview.ts';
import { SHARES, leverageSteps, lotsForShare, lotsProblem } from './size.ts';

const drawn = anyInstrument().chain((instrument) =>
  fc.record({
    instrument: fc.constant(instrument),
    quote: anyQuote(instrument),
    side: anySide(),
    leverage: fc.integer({ min: 1, max: instrument.leverageMax }),
    freeUnits: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    share: fc.constantFrom(...SHARES),
  }),
);

describe('lots for a share of the free margin', () => {
  it('are the most the share pays for', () => {
    fc.assert(
      fc.property(drawn, ({ instrument, quote, side, leverage, freeUnits, share }) => {
        const terms = { ...instrument, link: price('1') };
        const free = money('USDT', freeUnits);
        const facts = { terms, prices: quote, side, leverage };
        const lots = lotsForShare(share, { ...facts, freeMargin: free });
        const budget = (freeUnits * BigInt(share)) / 100n;
        const standing = {
          cash: free,
          margin: money('USDT', 0n),
          deficit: money('USDT', 0n),
          reversed: money('USDT', 0n),
          floatingPnl: money('USDT', 0n),
        };
        const needed = (count: typeof instrument.lotStep) =>
          previewOrder({
            terms,
            prices: quote,
            draft: {
              side,
              waitsFor: null,
              lots: count,
              leverage,
              stopLoss: null,
              takeProfit: null,
              trailing: null,
              isStopUnclear: false,
            },
            standing,
            exposures: [],
          }).needed.units;
        if (lots === null) {
          expect(needed(terms.lotsMin) > budget).toBe(true);
          return;
        }
        expect(needed(lots) <= budget).toBe(true);
        expect(lotsProblem(lots, terms)).toBeNull();
        const more = add(lots, terms.lotStep);
        expect(more > terms.lotsMax || needed(more) > budget).toBe(true);
      }),
    );
  });
});

describe('lots that are refused', () => {
  const terms = {
    contractSize: quantity('1'),
    tickSize: price('0.1'),
    lotStep: quantity('0.01'),
    lotsMin: quantity('0.01'),
    lotsMax: quantity('10'),
    feeRate: rate('0.001'),
    financingRate: rate('0'),
    leverageMax: 2,
    link: null,
  };

  it.each([
    [null, 'missing'],
    ['0', 'missing'],
    ['0.005', 'belowMin'],
    ['10.01', 'aboveMax'],
    ['0.015', 'offStep'],
    ['0.02', null],
  ])('%s is %s', (text, problem) => {
    expect(lotsProblem(text === null ? null : quantity(text), terms)).toBe(problem);
  });
});

describe('leverage on offer', () => {
  it('ends with the cap', () => {
    expect(leverageSteps(2)).toEqual([1, 2]);
    expect(leverageSteps(30)).toEqual([1, 2, 3, 5, 10, 20, 30]);
    expect(leverageSteps(1)).toEqual([1]);
    expect(leverageSteps(25)).toEqual([1, 2, 3, 5, 10, 20, 25]);
  });
});
