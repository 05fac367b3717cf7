import { describe, expect, it } from 'vitest';
import { readTyped } from './decimal-text.ts';

const read = (typed: string, group = ',', places = 8): string => {
  const result = readTyped(typed, { group, places });
  return result.kind === 'decimal' ? result.text : result.kind;
};

describe('readTyped', () => {
  it('accepts both separators, spaces and Eastern digits', () => {
    expect(['0.5', '0,5', ' 1 000,25', '٠٫٥', '۱۲'].map((typed) => read(typed))).toEqual([
      '0.5',
      '0.5',
      '1000.25',
      '0.5',
      '12',
    ]);
  });

  it('never goes through a float', () => {
    expect(read('12345678901.12345678')).toBe('12345678901.12345678');
  });

  it('reads both marks by which stands last', () => {
    expect(read('67,412.50')).toBe('67412.5');
    expect(read('67.412,50')).toBe('67412.5');
  });

  it('reads a lone mark before three digits as the language groups', () => {
    expect(read('1,234', ',')).toBe('1234');
    expect(read('1.234', ',')).toBe('1.234');
    expect(read('1.234', '.')).toBe('1234');
    expect(read('0,123', ',')).toBe('0.123');
  });

  it('refuses what is no number and what has too many places', () => {
    expect(
      ['abc', '1e5', '-1', '1.2.3', '.', '1,23,4.5', 'NaN'].map((typed) => read(typed)),
    ).toEqual(['invalid', 'invalid', 'invalid', 'invalid', 'invalid', 'invalid', 'invalid']);
    expect(read('0.123', ',', 2)).toBe('tooManyPlaces');
    expect(read('0.120', ',', 2)).toBe('0.12');
    expect(read('')).toBe('empty');
    expect(read('9'.repeat(21))).toBe('invalid');
  });
});
