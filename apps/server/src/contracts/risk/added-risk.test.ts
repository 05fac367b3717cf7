import { type Price, price } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { addsRisk } from './added-risk.ts';
import type { AnyOrder } from '../order/contract.ts';

const order = (change: Partial<AnyOrder>): AnyOrder =>
  ({
    side: 'long',
    open: { price: price('100') },
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    ...change,
  }) as AnyOrder;

const p = (text: string | null): Price | null => (text === null ? null : price(text));

describe('a change adds risk', () => {
  test.each([
    // side, stop before, stop after, adds
    ['long', '90', null, true],
    ['long', '90', '89', true],
    ['long', '90', '90', false],
    ['long', '90', '91', false],
    ['long', null, '80', false],
    ['short', '110', '111', true],
    ['short', '110', '109', false],
    ['short', '110', null, true],
  ] as const)('%s: the stop goes from %s to %s: %s', (side, before, after, adds) => {
    const [from, to] = [order({ side, stopLoss: p(before) }), order({ side, stopLoss: p(after) })];
    expect(addsRisk(from, to)).toBe(adds);
  });

  test.each([
    ['5', '6', true],
    ['5', null, true],
    ['5', '4', false],
    [null, '5', false],
  ] as const)('the trailing distance goes from %s to %s: %s', (before, after, adds) => {
    const of = (text: string | null): AnyOrder => order({ trailingDistance: p(text) });
    expect(addsRisk(of(before), of(after))).toBe(adds);
  });

  test('never by a target, nor by nothing', () => {
    expect(addsRisk(order({}), order({}))).toBe(false);
    expect(addsRisk(order({ takeProfit: p('110') }), order({ takeProfit: null }))).toBe(false);
  });

  test('by another price of an order that waits, not by the price a contract was opened at', () => {
    const waiting = (change: Partial<AnyOrder>): AnyOrder =>
      order({ open: null, askedPrice: p('90'), ...change } as Partial<AnyOrder>);
    expect(addsRisk(waiting({}), waiting({ askedPrice: p('91') }))).toBe(true);
    expect(addsRisk(waiting({}), waiting({ stopPrice: p('91') }))).toBe(true);
    expect(addsRisk(waiting({}), waiting({ takeProfit: p('95') }))).toBe(false);
  });
});
