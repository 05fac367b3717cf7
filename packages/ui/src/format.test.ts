import { describe, expect, it } from 'vitest';
import { LOCALES, activateLocale } from '@candor/locales';
import {
  DASH,
  MINUS,
  formatDay,
  formatNumber,
  formatShort,
  placesOfStep,
  shiftDecimal,
} from './format.ts';

describe('formatNumber', () => {
  it('writes separators of the language with Western digits', () => {
    const written = (htmlLang: string): string =>
      formatNumber('67412.5', { htmlLang, placesMin: 2 });
    expect(written('en')).toBe('67,412.50');
    expect(written('de')).toBe('67.412,50');
    expect(written('fr')).toBe('67\u202f412,50');
    expect(written('ar')).toBe('67,412.50');
    expect(formatNumber('1234.5', { htmlLang: 'es' })).toBe('1234,5');
  });

  it('keeps every digit of a figure a float could not hold', () => {
    expect(formatNumber('12345678901.12345678')).toBe('12,345,678,901.12345678');
  });

  it('rounds half to even, on digits', () => {
    expect(formatNumber('0.125', { places: 2 })).toBe('0.12');
    expect(formatNumber('0.135', { places: 2 })).toBe('0.14');
    expect(formatNumber('0.1250001', { places: 2 })).toBe('0.13');
    expect(formatNumber('999.995', { places: 2 })).toBe('1,000.00');
  });

  it('signs a change with + or U+2212, and zero with nothing', () => {
    expect(formatNumber('1.24', { sign: 'always' })).toBe('+1.24');
    expect(formatNumber('-2.31')).toBe(`${MINUS}2.31`);
    expect(formatNumber('-0.001', { places: 2, sign: 'always' })).toBe('0.00');
  });

  it('shows a dash for what is not known, never a zero', () => {
    expect(formatNumber(null)).toBe(DASH);
    expect(formatNumber('NaN')).toBe(DASH);
  });
});

describe('formatShort', () => {
  it('shortens large statistics and leaves small ones whole', () => {
    expect(formatShort('38240000.5')).toEqual({ value: '38.2', unit: 'M' });
    expect(formatShort('999999')).toEqual({ value: '999,999', unit: '' });
    expect(formatShort(null)).toEqual({ value: DASH, unit: '' });
  });
});

describe('shiftDecimal', () => {
  it('turns a share into percent without a float', () => {
    expect(shiftDecimal('0.001', 2)).toBe('0.1');
    expect(shiftDecimal('1', 2)).toBe('100');
    expect(shiftDecimal('-0.12345', 2)).toBe('-12.345');
  });
});

describe('placesOfStep', () => {
  it('counts the places a tick size asks for', () => {
    expect(['0.01', '0.00001', '1', '0.50'].map(placesOfStep)).toEqual([2, 5, 0, 1]);
  });
});

describe('dates', () => {
  it('stand day before month in English', async () => {
    const english = LOCALES.find(({ value }) => value === 'en');
    if (english === undefined) throw new Error('no English');
    await activateLocale(english);
    expect(formatDay('2024-08-08')).toBe('8 Aug 2024');
  });
});
