// Promise: a stop's price and its money are two ways to say one thing, by the server's formula.
import { price, quantity } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { type StopBasis, priceOfStop, shownStop } from './stops.ts';

const long: StopBasis = {
  side: 'long',
  lots: quantity('0.05'),
  contractSize: quantity('1'),
  link: price('1'),
  openPrice: price('60000'),
  tickSize: price('0.01'),
};
const short: StopBasis = { ...long, side: 'short' };

describe('the two inputs of a stop', () => {
  it('follow one another', () => {
    // 0.05 × 1,000 = 50
    expect(shownStop({ price: '59000', money: '' }, 'loss', long).money).toBe('50');
    expect(shownStop({ price: '', money: '50' }, 'loss', long).price).toBe('59000');
    expect(shownStop({ price: '61000', money: '' }, 'gain', long).money).toBe('50');
    expect(shownStop({ price: '', money: '50' }, 'gain', short).price).toBe('59000');
    expect(shownStop({ price: '', money: '50' }, 'loss', short).price).toBe('61000');
  });

  it('keep what was typed, also before there is a size to count with', () => {
    expect(shownStop({ price: '59000', money: '' }, 'loss', null)).toEqual({
      price: '59000',
      money: '',
    });
    expect(shownStop({ price: '', money: '50' }, 'loss', null)).toEqual({ price: '', money: '50' });
    expect(shownStop({ price: null, money: '' }, 'loss', long).price).toBeNull();
  });

  it('show no money for a stop on the wrong side', () => {
    expect(shownStop({ price: '61000', money: '' }, 'loss', long).money).toBe('');
  });

  it('never say a smaller loss than the price means, to the cent', () => {
    // 0.05 × 999.9 = 49.995
    expect(shownStop({ price: '59000.10', money: '' }, 'loss', long).money).toBe('49.99');
    // A loss of 0.03 is 0.6 per unit; of 0.0333 it is 0.666, which is not on a step.
    expect(priceOfStop({ price: '', money: '0.0333' }, 'loss', long)).toBe(price('59999.34'));
  });
});
