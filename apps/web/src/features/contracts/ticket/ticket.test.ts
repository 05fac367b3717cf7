// Promise: what the server would refuse is said at its field first, and nothing else is held back.
import { type Money, money, price, quantity, rate } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { type Prices, previewOrder, type Terms } from '../order/preview.ts';
import {
  type TicketFields,
  draftOf,
  emptyFields,
  fieldsOfFailure,
  ticketErrors,
} from './ticket.ts';
import { baseQuantity, bodyOf, isReadable } from './ticket-body.ts';

const terms = {
  contractSize: quantity('0.001'),
  tickSize: price('0.1'),
  lotStep: quantity('0.01'),
  lotsMin: quantity('0.01'),
  lotsMax: quantity('100'),
  feeRate: rate('0.001'),
  financingRate: rate('0.0005'),
  leverageMax: 2,
  link: price('1'),
} satisfies Terms;
const prices: Prices = { bid: price('60000'), ask: price('60001') };
const cash: Money = money('USDT', 100_000_000n);
const none = money('USDT', 0n);
const marginState = { cash, margin: none, deficit: none, reversed: none, floatingPnl: none };

function errorsOf(parts: Partial<TicketFields>, isPressed = false) {
  const fields = { ...emptyFields(2), ...parts };
  const draft = draftOf(fields, { terms, prices });
  const preview =
    draft === null ? null : previewOrder({ terms, prices, draft, marginState, exposures: [] });
  return ticketErrors({ fields, terms, prices, preview, have: cash }, isPressed);
}

describe('errors of a ticket', () => {
  it('ask for lots only after the button was pressed', () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({}, true).lots?.key).toBe('message.enter-quantity');
  });

  it('name the limit that was passed', () => {
    expect(errorsOf({ lots: '100.01' }).lots).toEqual({
      key: 'ticket.above-max',
      values: { min: '0.01', max: '100', step: '0.01' },
    });
    expect(errorsOf({ lots: '0.015' }).lots?.key).toBe('ticket.off-step');
    expect(errorsOf({ lots: '0.001' }).lots?.key).toBe('ticket.below-min');
  });

  it('say what is needed and what is there', () => {
    const error = errorsOf({ lots: '4' }).lots;
    expect(error?.key).toBe('error.free-margin-short');
    // 240.004 ÷ 2 + 0.240004 + 0.004 = 120.246004, up to the cent
    expect(error?.values).toEqual({ need: '120.25', have: '100' });
  });

  it('stand at the stop they are about', () => {
    expect(errorsOf({ lots: '1', stopLoss: '61000' })).toEqual({
      stopLoss: { key: 'ticket.at-most', values: { high: '59999.9' } },
    });
    expect(errorsOf({ lots: '1', takeProfit: '59000' })).toEqual({
      takeProfit: { key: 'ticket.at-least', values: { low: '60001.1' } },
    });
    const short = { lots: '1', side: 'short' as const };
    // 100 of equity less the losses stay above half of 30 of margin up to some 145,000.
    const high = errorsOf({ ...short, stopLoss: '59000' }).stopLoss?.values['high'] ?? '';
    expect(errorsOf({ ...short, stopLoss: '59000' })).toEqual({
      stopLoss: { key: 'ticket.between', values: { low: '60001.1', high } },
    });
    expect(errorsOf({ ...short, stopLoss: high })).toEqual({});
    expect(Object.keys(errorsOf({ lots: '1', stopLoss: '61000', takeProfit: '50000' }))).toEqual([
      'stopLoss',
      'takeProfit',
    ]);
    expect(errorsOf({ lots: '1', takeProfit: '61000.05' }).takeProfit).toEqual({
      key: 'ticket.price-step',
      values: { step: '0.1' },
    });
    expect(errorsOf({ lots: '1', stopLoss: '59000', takeProfit: '61000' })).toEqual({});
  });
});

describe('orders that wait', () => {
  it('ask for their prices, on the step, on their side of the market and within reach', () => {
    const limit = { orderType: 'limit' as const, lots: '1' };
    expect(errorsOf(limit)).toEqual({});
    expect(errorsOf(limit, true).price?.key).toBe('ticket.enter-price');
    expect(errorsOf({ ...limit, price: '59000.05' }).price?.key).toBe('ticket.price-step');
    // A buy waits below the ask; at the ask it would fill at once.
    expect(errorsOf({ ...limit, price: '60001' }).price).toEqual({
      key: 'ticket.price-wrong-side',
      values: { market: '60001' },
    });
    expect(errorsOf({ ...limit, price: '60000.9' })).toEqual({});
    expect(errorsOf({ ...limit, price: '30000.2' }).price?.key).toBe('ticket.price-too-far');
    expect(errorsOf({ ...limit, price: '30000.3' })).toEqual({});
    const short = { ...limit, side: 'short' as const };
    expect(errorsOf({ ...short, price: '60000' }).price?.key).toBe('ticket.price-wrong-side');
    expect(errorsOf({ ...short, price: '60000.1' })).toEqual({});
    const stop = { orderType: 'stop' as const, lots: '1' };
    expect(errorsOf({ ...stop, stopPrice: '60001' }).stopPrice?.key).toBe(
      'ticket.price-wrong-side',
    );
    expect(errorsOf({ ...stop, stopPrice: '60001.1' })).toEqual({});
  });

  it('of both kinds may have their limit on either side', () => {
    const both = { orderType: 'stopLimit' as const, lots: '1', stopPrice: '61000' };
    expect(errorsOf({ ...both, price: '60500' })).toEqual({});
    expect(errorsOf({ ...both, price: '61500' })).toEqual({});
  });

  it('may cost more than is free now, and measure their stops at their own price', () => {
    const limit = { orderType: 'limit' as const, lots: '4', price: '59000' };
    expect(errorsOf(limit)).toEqual({});
    expect(errorsOf({ ...limit, lots: '1', stopLoss: '59500' }).stopLoss).toEqual({
      key: 'ticket.at-most',
      values: { high: '58999.9' },
    });
  });

  it('send the prices of their kind alone', () => {
    const fields = { ...emptyFields(2), lots: '1', price: '59000', stopPrice: '61000' };
    const body = (orderType: TicketFields['orderType']) =>
      bodyOf('BTC/USDT', { ...fields, orderType }, { terms, prices });
    expect(body('limit')).toMatchObject({ orderType: 'limit', price: '59000' });
    expect(body('limit')).not.toHaveProperty('stopPrice');
    expect(body('stop')).not.toHaveProperty('price');
    expect(body('stopLimit')).toMatchObject({ price: '59000', stopPrice: '61000' });
    expect(body('market')).not.toHaveProperty('price');
  });
});

describe('stops in money', () => {
  const fields = { ...emptyFields(2), lots: '1' };
  const body = (parts: Partial<TicketFields>) =>
    bodyOf('BTC/USDT', { ...fields, ...parts }, { terms, prices });

  it('go as money when no stop is typed as a price', () => {
    expect(body({ stopLossMoney: '2', takeProfitMoney: '3' })).toMatchObject({
      stopLoss: '2',
      takeProfit: '3',
      inMoney: true,
    });
  });

  it('go as the price they mean beside one that is a price', () => {
    // One lot is 0.001: a loss of 2 USDT is 2,000 below the ask of 60,001.
    const mixed = body({ stopLossMoney: '2', takeProfit: '61000' });
    expect(mixed).toMatchObject({ stopLoss: '58001', takeProfit: '61000' });
    expect(mixed).not.toHaveProperty('inMoney');
  });

  it('are refused where their price would be', () => {
    expect(errorsOf({ lots: '1', stopLossMoney: '61' }).stopLoss?.key).toBe('ticket.at-most');
  });
});

describe('a stop that is no price', () => {
  it.each<[string, Partial<TicketFields>, boolean]>([
    ['none', {}, false],
    ['a price on the step', { stopLoss: '59000' }, false],
    ['a price off the step', { stopLoss: '59000.05' }, true],
    ['no number', { stopLoss: null }, true],
    ['money', { stopLossMoney: '2' }, false],
    ['money that is no number', { stopLossMoney: null }, true],
    ['no money', { stopLossMoney: '0' }, true],
    ['a distance', { trailing: '100' }, false],
    ['no distance', { trailing: '0' }, true],
    ['a distance that is no number', { trailing: null }, true],
  ])('leaves the most one can lose open: %s', (_name, parts, isStopUnclear) => {
    const draft = draftOf({ ...emptyFields(2), lots: '1', ...parts }, { terms, prices });
    expect(draft?.isStopUnclear).toBe(isStopUnclear);
  });
});

describe('refusals of the server', () => {
  it('find their field', () => {
    expect(fieldsOfFailure({ name: 'free-margin-short', field: 'lots' })).toEqual(['lots']);
    expect(fieldsOfFailure({ name: 'stops-unreasonable', field: 'stopLoss' })).toEqual([
      'stopLoss',
      'takeProfit',
    ]);
    expect(fieldsOfFailure({ name: 'quote-expired', field: 'stopPrice' })).toEqual(['stopPrice']);
    expect(fieldsOfFailure({ name: 'not-tradable-now' })).toEqual(['form']);
    expect(fieldsOfFailure({ name: 'not-yet-open', field: 'orderType' })).toEqual(['form']);
  });
});

describe('what is sent', () => {
  it('is what stands in the ticket, and no stop that was not set', () => {
    const fields = { ...emptyFields(2), side: 'short' as const, lots: '0.05', takeProfit: '59000' };
    expect(bodyOf('BTC/USDT', fields, { terms, prices })).toEqual({
      code: 'BTC/USDT',
      direction: 'sell',
      orderType: 'market',
      lots: '0.05',
      leverage: 2,
      takeProfit: '59000',
    });
    expect(bodyOf('BTC/USDT', emptyFields(2), { terms, prices })).toBeNull();
  });

  it('waits while a stop is no number', () => {
    expect(isReadable({ ...emptyFields(2), stopLoss: null })).toBe(false);
    expect(isReadable(emptyFields(2))).toBe(true);
  });

  it('is also said in units of the base', () => {
    expect(baseQuantity(quantity('50'), terms)).toBe('0.05');
  });
});
