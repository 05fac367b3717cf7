import { anyInstrument, anyPriceOnTick, anyQuote, anySide } from '@candor/testkit';
import { type Price, price } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '../price/quote.ts';
import { checkStops } from './stops.ts';
import {
  type OrderType,
  type WaitProblem,
  type WaitingOrder,
  crossed,
  expectedPrice,
  hasPrice,
  reaches,
  touched,
  triggerOfOrder,
  triggersOfContract,
  waitProblem,
} from './trigger.ts';

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
    (side, orderType, params, stop, isArmed, bid, ask, expected) => {
      const order = { side, orderType, askedPrice: at(params), stopPrice: at(stop), isArmed };
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

describe('where an order may wait', () => {
  type Case = [Side, OrderType, 'limit' | 'stop', string | null, WaitProblem | null];
  it.each<Case>([
    ['long', 'limit', 'limit', null, 'missing'],
    ['long', 'limit', 'limit', '0', 'missing'],
    ['long', 'limit', 'limit', '95.005', 'offStep'],
    ['long', 'limit', 'limit', '100.99', null],
    ['long', 'limit', 'limit', '101', 'wrongSide'],
    ['long', 'stop', 'stop', '101', 'wrongSide'],
    ['long', 'stop', 'stop', '101.01', null],
    ['short', 'limit', 'limit', '99', 'wrongSide'],
    ['short', 'limit', 'limit', '99.01', null],
    ['short', 'stop', 'stop', '99', 'wrongSide'],
    ['short', 'stop', 'stop', '98.99', null],
    // Half of the middle, 100, and no step farther.
    ['long', 'limit', 'limit', '50', null],
    ['long', 'limit', 'limit', '49.99', 'tooFar'],
    ['long', 'stop', 'stop', '150', null],
    ['long', 'stop', 'stop', '150.01', 'tooFar'],
    // The limit of a stop-limit order may stand on either side, its stop may not.
    ['long', 'stopLimit', 'limit', '95', null],
    ['long', 'stopLimit', 'limit', '105', null],
    ['long', 'stopLimit', 'limit', '150.01', 'tooFar'],
    ['long', 'stopLimit', 'stop', '101', 'wrongSide'],
  ])('a %s %s with its %s at %s, the market at 99/101: %s', (side, orderType, kind, text, why) => {
    const wait = { side, orderType, kind, tickSize: price('0.01'), market: quote };
    expect(waitProblem(at(text), wait)).toBe(why);
  });

  it('is not judged by a market that is not known, but for its steps', () => {
    const wait = {
      side: 'long',
      orderType: 'limit',
      kind: 'limit',
      tickSize: price('0.01'),
      market: null,
    } as const;
    expect([waitProblem(price('500'), wait), waitProblem(price('0.001'), wait)]).toEqual([
      null,
      'offStep',
    ]);
  });

  it.each([
    ['market', null],
    ['limit', '5'],
    ['stop', '7'],
    ['stopLimit', '5'],
  ] as const)('a %s order is expected at %s of a limit of 5 and a stop of 7', (orderType, own) => {
    const prices = { limit: price('5'), stop: price('7') };
    expect(expectedPrice({ orderType, ...prices })).toBe(at(own));
    expect([hasPrice(orderType, 'limit'), hasPrice(orderType, 'stop')]).toEqual([
      orderType === 'limit' || orderType === 'stopLimit',
      orderType === 'stop' || orderType === 'stopLimit',
    ]);
  });
});
