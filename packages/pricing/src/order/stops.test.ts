// Promise: stops are set where they can act, and the prices they may have are said.
import { anyInstrument, anyPriceOnTick, anyQuote, anySide } from '@candor/testkit';
import { type Price, formatDecimal, price } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '../price/quote.ts';
import { type StopRange, allowedStops, checkStops, firstStop, trailingProblem } from './stops.ts';
import { crossed } from './trigger.ts';

const quote = { bid: price('99'), ask: price('101') };
const at = (text: string | null): Price | null => (text === null ? null : price(text));

const anyCase = anyInstrument().chain((instrument) =>
  fc.record({
    tickSize: fc.constant(instrument.tickSize),
    side: anySide(),
    quote: anyQuote(instrument),
    later: anyQuote(instrument),
    stopLoss: fc.option(anyPriceOnTick(instrument.tickSize)),
    takeProfit: fc.option(anyPriceOnTick(instrument.tickSize)),
    closeOutPrice: fc.option(anyPriceOnTick(instrument.tickSize)),
  }),
);

describe('which stops may be set', () => {
  const loss = 'stop-loss-unreasonable';
  const profit = 'take-profit-unreasonable';
  const both = 'stops-unreasonable';

  it.each<[Side, string | null, string | null, string | null, string | null]>([
    ['long', null, null, null, null],
    ['long', '98.99', '101.01', null, null],
    ['long', '99', null, null, loss],
    ['long', '100', null, null, loss],
    ['long', null, '101', null, profit],
    ['long', null, '100', null, profit],
    ['long', '102', '90', null, both],
    ['long', '60', null, '60', null],
    ['long', '59.99', null, '60', loss],
    ['long', '59.99', '80', '60', both],
    ['long', '0', null, null, loss],
    ['short', '101.01', '98.99', null, null],
    ['short', '101', null, null, loss],
    ['short', null, '99', null, profit],
    ['short', '90', '102', null, both],
    ['short', '140', null, '140', null],
    ['short', '140.01', null, '140', loss],
    ['short', null, '0', null, profit],
  ])(
    'a %s at 99/101 with stop %s and target %s, close-out %s: %s',
    (side, stopLoss, takeProfit, closeOut, refusal) => {
      const answer = checkStops({
        side,
        quote,
        stopLoss: at(stopLoss),
        takeProfit: at(takeProfit),
        closeOutPrice: at(closeOut),
      });
      expect(answer.ok ? null : answer.failure.name).toBe(refusal);
    },
  );

  it('a pending order is measured around its own price', () => {
    const pending = { bid: price('80'), ask: price('80') };
    const stops = { stopLoss: price('79.99'), takeProfit: price('80.01') };
    const asked = { side: 'long' as const, quote: pending, ...stops, closeOutPrice: null };
    expect(checkStops(asked).ok).toBe(true);
    expect(checkStops({ ...asked, side: 'short' }).ok).toBe(false);
  });

  it.each<[Side, string | null, string, string]>([
    ['long', null, 'to 98.99', '101.01 on'],
    ['long', '60.005', '60.01 to 98.99', '101.01 on'],
    ['long', '99', 'none', '101.01 on'],
    ['short', null, '101.01 on', 'to 98.99'],
    ['short', '140.005', '101.01 to 140', 'to 98.99'],
    ['short', '101', 'none', 'to 98.99'],
  ])('of a %s at 99/101 with close-out %s stand %s, targets %s', (side, closeOut, loss, gain) => {
    const facts = { side, quote, closeOutPrice: at(closeOut), tickSize: price('0.01') };
    const words = (range: StopRange | null): string => {
      if (range === null) return 'none';
      const { low, high } = range;
      const from = low === null ? '' : formatDecimal(low);
      return `${from} ${high === null ? 'on' : `to ${formatDecimal(high)}`}`.trim();
    };
    const { stopLoss, takeProfit } = allowedStops(facts);
    expect([words(stopLoss), words(takeProfit)]).toEqual([loss, gain]);
  });

  it('the allowed prices are those that are not refused, each and no other', () => {
    const isIn = (range: StopRange | null, at: Price): boolean =>
      range !== null && at >= (range.low ?? 0n) && (range.high === null || at <= range.high);
    fc.assert(
      fc.property(anyCase, (facts) => {
        const allowed = allowedStops(facts);
        const { stopLoss, takeProfit } = facts;
        if (stopLoss !== null) {
          const isTaken = checkStops({ ...facts, takeProfit: null }).ok;
          expect(isIn(allowed.stopLoss, stopLoss)).toBe(isTaken);
        }
        if (takeProfit !== null) {
          const isTaken = checkStops({ ...facts, stopLoss: null }).ok;
          expect(isIn(allowed.takeProfit, takeProfit)).toBe(isTaken);
        }
      }),
    );
  });

  it('stops that may be set are not crossed by the quote they were set on', () => {
    fc.assert(
      fc.property(anyCase, (facts) => {
        if (checkStops(facts).ok) expect(crossed(facts, facts.quote)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('stops that fit a long never fit a short', () => {
    fc.assert(
      fc.property(anyCase, (facts) => {
        fc.pre(facts.stopLoss !== null || facts.takeProfit !== null);
        const free = { ...facts, closeOutPrice: null };
        const long = checkStops({ ...free, side: 'long' }).ok;
        const short = checkStops({ ...free, side: 'short' }).ok;
        expect(long && short).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a trailing stop', () => {
  it.each([
    ['1', null],
    ['98.99', null],
    ['99', 'tooFar'],
    ['1.005', 'offStep'],
    ['0', 'missing'],
    [null, 'missing'],
  ])('at a distance of %s from 99/101 on steps of 0.01: %s', (distance, problem) => {
    const tickSize = price('0.01');
    expect(trailingProblem(at(distance), { market: quote, tickSize })).toBe(problem);
    const unpriced = problem === 'tooFar' ? null : problem;
    expect(trailingProblem(at(distance), { market: null, tickSize })).toBe(unpriced);
  });

  it.each<[Side, string | null, string | null, string | null]>([
    ['long', null, null, null],
    ['long', null, '5', '94'],
    ['short', null, '5', '106'],
    // The owner's own stop is the one that counts first.
    ['long', '90', '5', '90'],
    ['short', '120', null, '120'],
  ])('of a %s with a stop at %s, %s behind, begins at %s', (side, stop, distance, first) => {
    const order = { side, stopLoss: at(stop), trailingDistance: at(distance) };
    expect(firstStop(order, quote)).toBe(at(first));
  });
});
