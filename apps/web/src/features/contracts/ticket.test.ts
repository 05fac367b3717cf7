// Promise: what the server would refuse is said at its field first, and nothing else is held back.
import { type Money, money, price, quantity, rate } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { previewOrder, type Terms } from './preview.ts';
import {
  type TicketFields,
  baseQuantity,
  bodyOf,
  draftOf,
  emptyFields,
  fieldsOfFailure,
  isReadable,
  ticketErrors,
} from './ticket.ts';

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
const prices = { bid: price('60000'), ask: price('60001') };
const cash: Money = money('USDT', 100_000_000n);
const none = money('USDT', 0n);
const standing = { cash, margin: none, deficit: none, reversed: none, floatingPnl: none };

function errorsOf(parts: Partial<TicketFields>, isPressed = false) {
  const fields = { ...emptyFields(2), ...parts };
  const draft = draftOf(fields);
  const preview =
    draft === null ? null : previewOrder({ terms, prices, draft, standing, exposures: [] });
  return ticketErrors({ fields, terms, preview, have: cash }, isPressed);
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
    expect(errorsOf({ lots: '1', stopLoss: '61000' })).toMatchObject({
      stopLoss: { key: 'error.stop-loss-unreasonable' },
    });
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

describe('refusals of the server', () => {
  it('find their field', () => {
    expect(fieldsOfFailure({ name: 'free-margin-short', field: 'lots' })).toEqual(['lots']);
    expect(fieldsOfFailure({ name: 'stops-unreasonable', field: 'stopLoss' })).toEqual([
      'stopLoss',
      'takeProfit',
    ]);
    expect(fieldsOfFailure({ name: 'not-tradable-now' })).toEqual(['form']);
    expect(fieldsOfFailure({ name: 'not-yet-open', field: 'orderType' })).toEqual(['form']);
  });
});

describe('what is sent', () => {
  it('is what stands in the ticket, and no stop that was not set', () => {
    const fields = { ...emptyFields(2), side: 'short' as const, lots: '0.05', takeProfit: '59000' };
    expect(bodyOf('BTC/USDT', fields)).toEqual({
      code: 'BTC/USDT',
      direction: 'sell',
      orderType: 'market',
      lots: '0.05',
      leverage: 2,
      takeProfit: '59000',
    });
    expect(bodyOf('BTC/USDT', emptyFields(2))).toBeNull();
  });

  it('waits while a stop is no number', () => {
    expect(isReadable({ ...emptyFields(2), stopLoss: null })).toBe(false);
    expect(isReadable(emptyFields(2))).toBe(true);
  });

  it('is also said in units of the base', () => {
    expect(baseQuantity(quantity('50'), terms)).toBe('0.05');
  });
});
