// Promise: a moved line always stands on a price the instrument has.
import { describe, expect, it } from 'vitest';
import { snapped, steppedPrice } from './line-move.ts';

const press = (key: string, shiftKey = false) => ({ key, shiftKey });

describe('a moved line', () => {
  it.each([
    [60_123.456, '0.01', '60123.46'],
    [60_123.4, '0.5', '60123.5'],
    [1.08923, '0.00001', '1.08923'],
    [0.0000234, '0.0000001', '0.0000234'],
    [157.2, '5', '155'],
    [-3, '0.01', '0.01'],
    [Number.NaN, '0.01', '0.01'],
  ])('%d on steps of %s is %s', (value, tickSize, text) => {
    expect(snapped(value, tickSize)).toBe(text);
  });

  it('moves by a twentieth of a percent, by one step, or ten times as far', () => {
    expect(steppedPrice('60000', press('ArrowUp'), '0.01')).toBe('60030');
    expect(steppedPrice('60000', press('ArrowDown'), '0.01')).toBe('59970');
    expect(steppedPrice('60000', press('ArrowUp', true), '0.01')).toBe('60000.01');
    expect(steppedPrice('60000', press('PageDown'), '0.01')).toBe('59700');
    expect(steppedPrice('60000', press('PageUp', true), '0.01')).toBe('60000.1');
    expect(steppedPrice('1.1', press('ArrowUp'), '0.001')).toBe('1.101');
    expect(steppedPrice('60000', press('Enter'), '0.01')).toBeNull();
  });
});
