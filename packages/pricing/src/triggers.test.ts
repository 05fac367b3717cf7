import { anyInstrument, anyPriceOnTick, anyQuote, anySide } from '@candor/testkit';
import { type Price, formatDecimal, price } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from './quote.ts';
import {
  type StopRange,
  type WaitingOrder,
  allowedStops,
  checkStops,
  crossed,
  reaches,
  touched,
  triggerOfOrder,
  triggersOfContract,
} from './triggers.ts';

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

describe('which stop a quote sets off', () => {
  it.each<[Side, string | null, string | null, string, string, 'stopLoss' | 'takeProfit' | null]>([
    ['long', '95', '105', '99', '101', null],
    ['long', '95', '105', '95', '97', 'stopLoss'],
    ['long', '95', '105', '95.01', '97', null],
    ['long', '95', '105', '80', '82', 'stopLoss'],
    ['long', '95', '105', '104', '106', null],
    ['long', '95', '105', '105', '107', 'takeProfit'],
    ['long', null, null, '1', '2', null],
    ['short', '105', '95', '99', '101', null],
    ['short', '105', '95', '103', '105', 'stopLoss'],
    ['short', '105', '95', '104.99', '104.999', null],
    ['short', '105', '95', '94', '96', null],
    ['short', '105', '95', '93', '95', 'takeProfit'],
  ])('a %s with stop %s and target %s at %s/%s: %s', (side, stop, target, bid, ask, expected) => {
    const contract = { side, stopLoss: at(stop), takeProfit: at(target) };
    expect(crossed(contract, { bid: price(bid), ask: price(ask) })).toBe(expected);
  });

  it('the stop loss counts when a quote is past both', () => {
    const contract = { side: 'long' as const, stopLoss: price('110'), takeProfit: price('90') };
    expect(crossed(contract, quote)).toBe('stopLoss');
  });

  it('with stops that may be set, at most one of the two is ever crossed', () => {
    fc.assert(
      fc.property(anyCase, (facts) => {
        fc.pre(checkStops(facts).ok);
        const loss = crossed({ ...facts, takeProfit: null }, facts.later);
        const gain = crossed({ ...facts, stopLoss: null }, facts.later);
        expect(loss === null || gain === null).toBe(true);
        expect(crossed(facts, facts.later)).toBe(loss ?? gain);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what an order waits for', () => {
  type Case = [
    Side,
    WaitingOrder['orderType'],
    string | null,
    string | null,
    boolean,
    string,
    string,
    'fill' | 'arm' | null,
  ];
  it.each<Case>([
    ['long', 'limit', '95', null, false, '94.9', '95.1', null],
    ['long', 'limit', '95', null, false, '94', '95', 'fill'],
    ['long', 'limit', '95', null, false, '80', '81', 'fill'],
    ['short', 'limit', '105', null, false, '104.9', '106', null],
    ['short', 'limit', '105', null, false, '105', '106', 'fill'],
    ['long', 'stop', null, '105', false, '105', '104.9', null],
    ['long', 'stop', null, '105', false, '104', '105', 'fill'],
    ['long', 'stop', null, '105', false, '119', '120', 'fill'],
    ['short', 'stop', null, '95', false, '95.1', '96', null],
    ['short', 'stop', null, '95', false, '95', '96', 'fill'],
    ['long', 'stopLimit', '107', '105', false, '103', '104', null],
    ['long', 'stopLimit', '107', '105', false, '105', '106', 'fill'],
    ['long', 'stopLimit', '107', '105', false, '119', '120', 'arm'],
    ['long', 'stopLimit', '107', '105', true, '119', '120', null],
    ['long', 'stopLimit', '107', '105', true, '100', '101', 'fill'],
    ['short', 'stopLimit', '93', '95', false, '80', '81', 'arm'],
    ['short', 'stopLimit', '93', '95', false, '94', '95', 'fill'],
    ['short', 'stopLimit', '93', '95', true, '92', '93', null],
    ['short', 'stopLimit', '93', '95', true, '93', '94', 'fill'],
    ['long', 'market', null, null, false, '1', '2', null],
  ])(
    'a %s %s at %s, stop %s, armed %s, sees %s/%s: %s',
    (side, orderType, asked, stop, isArmed, bid, ask, expected) => {
      const order = { side, orderType, askedPrice: at(asked), stopPrice: at(stop), isArmed };
      expect(touched(order, { bid: price(bid), ask: price(ask) })).toBe(expected);
    },
  );

  it('a trigger is reached exactly when the quote touches its order', () => {
    const anyOrder = anyInstrument().chain((instrument) =>
      fc.record({
        order: fc.record({
          side: anySide(),
          orderType: fc.constantFrom('limit' as const, 'stop' as const, 'stopLimit' as const),
          askedPrice: anyPriceOnTick(instrument.tickSize),
          stopPrice: anyPriceOnTick(instrument.tickSize),
          isArmed: fc.boolean(),
        }),
        quote: anyQuote(instrument),
      }),
    );
    fc.assert(
      fc.property(anyOrder, ({ order, quote: seen }) => {
        const trigger = triggerOfOrder(order);
        expect(trigger !== null && reaches(trigger, seen)).toBe(touched(order, seen) !== null);
      }),
      { numRuns: 500 },
    );
  });

  it('the triggers of a contract say what crossing says', () => {
    fc.assert(
      fc.property(anyCase, (facts) => {
        const reached = triggersOfContract(facts).filter((one) => reaches(one, facts.later));
        expect(reached[0]?.act ?? null).toBe(crossed(facts, facts.later));
      }),
      { numRuns: 500 },
    );
  });
});
