// Promise: an amount in lots, money or base units comes to the same lots, never to more than was
// asked for, and to none while there is no price.
import { price } from '@candor/kernel';
import { expect, it } from 'vitest';
import { BTC } from '../../../testing/market-info.ts';
import { termsOf } from '../order/preview.ts';
import { amountOfLots, lotsOfAmount } from './amount.ts';

const terms = { ...termsOf(BTC), contractSize: termsOf(BTC).lotsMax };
const facts = { terms: termsOf(BTC), at: price('60006') };

it.each([
  ['0.05', 'lots', '0.05'],
  ['3000', 'usdt', '0.0499'],
  ['3000.3', 'usdt', '0.05'],
  ['5', 'usdt', '0'],
  ['0.05009', 'base', '0.05'],
  ['', 'usdt', ''],
  [null, 'base', null],
  ['-1', 'usdt', null],
] as const)('%s in %s is %s lots', (amount, unit, lots) => {
  expect(lotsOfAmount(amount, unit, facts)).toBe(lots);
});

it('says lots in another unit, and they are the same lots again', () => {
  for (const unit of ['lots', 'usdt', 'base'] as const) {
    const amount = amountOfLots('0.0123', unit, facts);
    expect(lotsOfAmount(amount, unit, facts)).toBe('0.0123');
  }
  expect(amountOfLots('0.05', 'usdt', facts)).toBe('3000.3');
  // A lot of a hundred base units.
  expect(amountOfLots('0.5', 'base', { ...facts, terms })).toBe('50');
});

it('says nothing of money without a price or a link, and of no lots', () => {
  expect(lotsOfAmount('3000', 'usdt', { ...facts, at: null })).toBe('');
  expect(amountOfLots('0.05', 'usdt', { ...facts, at: null })).toBe('');
  const unlinked = { ...facts, terms: { ...facts.terms, link: null } };
  expect(lotsOfAmount('3000', 'usdt', unlinked)).toBe('');
  expect(amountOfLots('', 'base', facts)).toBe('');
});
