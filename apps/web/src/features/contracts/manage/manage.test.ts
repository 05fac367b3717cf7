// Promise: what can be done with an order is decided in the trade's own steps, and an amendment
// says only what changed.
import { formatDecimal, formatMoney, price, quantity } from '@candor/kernel';
import { lotsOfPart } from '@candor/pricing';
import type { Order } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { BTC, aLong } from '../../../testing/market-info.ts';
import {
  amendBody,
  amendProblems,
  basisOfOrder,
  closeAllEstimate,
  closeEstimate,
  openLots,
  typedOf,
} from './manage.ts';
import { partError, partOfLots } from './part.ts';
import { termsOf } from '../order/preview.ts';

const terms = termsOf(BTC);
const open = quantity('0.05');

describe('part of a position', () => {
  it('is on the lot step, and all of it at 100 %', () => {
    const lots = (percent: number, of: string) =>
      formatDecimal(lotsOfPart(percent, quantity(of), terms));
    expect(lots(50, '0.05')).toBe('0.025');
    expect(lots(25, '0.0007')).toBe('0.0001');
    expect(lots(33, '0.0007')).toBe('0.0002');
    expect(lots(100, '0.00075')).toBe('0.00075');
  });

  it('is said back as percent for the slider', () => {
    expect(partOfLots('0.025', open)).toBe(50);
    expect(partOfLots('1', open)).toBe(100);
    expect(partOfLots('', open)).toBe(0);
    expect(partOfLots(null, open)).toBe(0);
  });

  it('is refused in words before it is sent', () => {
    const key = (lots: string | null) => partError(lots, open, terms)?.key;
    expect(key('0.05')).toBeUndefined();
    expect(key('0.025')).toBeUndefined();
    expect(key('')).toBe('message.enter-quantity');
    expect(key('0')).toBe('message.enter-quantity');
    expect(key('0.06')).toBe('orders.part-above');
    expect(key('0.02505')).toBe('ticket.off-step');
    expect(partError('0.04995', open, { ...terms, lotStep: quantity('0.00005') })?.key).toBe(
      'orders.part-rest',
    );
  });

  it('counts what is still open', () => {
    expect(openLots({ lots: '0.05', openLots: '0.02' })).toBe(quantity('0.02'));
    expect(openLots({ lots: '0.05' })).toBe(open);
  });
});

describe('the estimate of a closing', () => {
  it('is the result at the mark, less the closing fee', () => {
    const estimate = closeEstimate(aLong, quantity('0.025'), terms);
    if (estimate === null) throw new Error('no estimate');
    // (59,994 − 60,008.5) × 0.025 = −0.3625; fee 59,994 × 0.025 × 0.001 = 1.49985
    expect(formatMoney(estimate.realized)).toBe('-0.3625');
    expect(formatMoney(estimate.fee)).toBe('1.49985');
    expect(formatMoney(estimate.net)).toBe('-1.86235');
  });

  it('is not there without a mark', () => {
    const { markPrice: _, ...unmarked } = aLong;
    expect(closeEstimate(unmarked, open, terms)).toBeNull();
  });

  it('of all positions is the sum of their floating results and of their closing fees', () => {
    const orders = [aLong, { ...aLong, floatingPnL: '3.001' }];
    expect(closeAllEstimate(orders, () => terms)).toEqual({
      result: '2.281',
      fee: '5.9994',
      after: '-3.7184',
    });
  });

  it('of all positions takes nothing that is missing for zero', () => {
    const { floatingPnL: _, ...unjudged } = aLong;
    const { result, after } = closeAllEstimate([aLong, unjudged], () => terms);
    expect([result, after]).toEqual([null, null]);
    const { markPrice: __, ...unmarked } = aLong;
    const unpriced = closeAllEstimate([aLong, unmarked], () => terms);
    expect(unpriced).toEqual({ result: '-1.44', fee: null, after: null });
    expect(closeAllEstimate([aLong], () => null).fee).toBeNull();
  });
});

describe('an amendment', () => {
  const order: Order = { ...aLong, stopLoss: '59000' };
  const before = typedOf(order);
  const basis = basisOfOrder(order, terms, before);

  it('is nothing while nothing changed', () => {
    expect(amendBody(order, before, basis)).toBeNull();
  });

  it('names what changed and takes away what was emptied', () => {
    const target = { ...before, takeProfit: { price: '61000', money: '' } };
    expect(amendBody(order, target, basis)).toEqual({ takeProfit: '61000' });
    const none = { ...before, stopLoss: { price: '', money: '' }, trailing: '250' };
    expect(amendBody(order, none, basis)).toEqual({ stopLoss: null, trailingDistance: '250' });
  });

  it('goes as money when no stop goes as a price', () => {
    const money = { ...before, stopLoss: { price: '', money: '20' } };
    expect(amendBody(order, money, basis)).toEqual({ stopLoss: '20', inMoney: true });
    const mixed = { ...money, takeProfit: { price: '61000', money: '' } };
    // 60,008.5 − 20 ÷ 0.05
    expect(amendBody(order, mixed, basis)).toEqual({ stopLoss: '59608.5', takeProfit: '61000' });
  });

  it('never takes a stop away for want of a rate that makes its money a price', () => {
    const money = { price: '', money: '20' };
    const mixed = { ...before, stopLoss: money, takeProfit: { price: '61000', money: '' } };
    expect(amendBody(order, mixed, null)).toEqual({ takeProfit: '61000' });
    const [problem] = amendProblems(order, mixed, null);
    expect(problem).toEqual({ field: 'stopLoss', key: 'market.no-price' });
    // Stops that all are in money go as money: the server has the rate.
    expect(amendProblems(order, { ...before, stopLoss: money }, null)).toEqual([]);
  });

  it('measures money from the price an order is going to wait for', () => {
    const waiting: Order = { ...aLong, status: 'pending', orderType: 'limit', price: '59500' };
    const typed = { ...typedOf(waiting), price: '59000' };
    expect(basisOfOrder(waiting, terms, typed)?.openPrice).toBe(price('59000'));
    expect(basisOfOrder(waiting, terms, { ...typed, price: '' })).toBeNull();
  });

  it('asks for a figure where one was begun', () => {
    const problems = (parts: Partial<typeof before>) =>
      amendProblems(order, { ...before, ...parts }, basis).map(({ key }) => key);
    expect(problems({ stopLoss: { price: '0', money: '' } })).toEqual(['message.enter-stop-loss']);
    expect(problems({ takeProfit: { price: null, money: '' } })).toEqual([
      'message.enter-take-profit',
    ]);
    expect(problems({ takeProfit: { price: '', money: '0' } })).toEqual(['message.enter-amount']);
    expect(problems({})).toEqual([]);
  });

  it('of an order that waits keeps its prices', () => {
    const waiting: Order = {
      ...aLong,
      status: 'pending',
      orderType: 'stopLimit',
      price: '59500',
      stopPrice: '60500',
    };
    const typed = typedOf(waiting);
    expect([typed.price, typed.stopPrice]).toEqual(['59500', '60500']);
    const moved = amendBody(waiting, { ...typed, stopPrice: '60600' }, basis);
    expect(moved).toEqual({ stopPrice: '60600' });
    expect(amendProblems(waiting, { ...typed, price: '' }, basis)[0]?.field).toBe('price');
  });
});
