import { afterEach, describe, expect, it } from 'vitest';
import { LOCALES, type LocaleValue, adoptMessages } from '@candor/locales';
import {
  DASH,
  MINUS,
  formatDay,
  formatNumber,
  formatShort,
  formatTime,
  placesOfStep,
  shiftDecimal,
} from './format.ts';
import { formatFileSize } from './format-units.ts';

const speak = (params: LocaleValue): void => {
  const locale = LOCALES.find(({ value }) => value === params);
  if (locale === undefined) throw new Error(`no ${params}`);
  adoptMessages(locale, {});
};

afterEach(() => speak('en'));

describe('formatNumber', () => {
  it('writes separators of the language with Western digits', () => {
    const written = (value: LocaleValue, text = '67412.5'): string => {
      speak(value);
      return formatNumber(text, { placesMin: 2 });
    };
    expect(written('en')).toBe('67,412.50');
    expect(written('de')).toBe('67.412,50');
    expect(written('fr')).toBe('67\u202f412,50');
    expect(written('ar')).toBe('67,412.50');
    expect(written('es', '1234.5')).toBe('1234,50');
  });

  it.each(LOCALES)('writes numbers as they are written in $name', ({ value, htmlLang }) => {
    speak(value);
    const format = new Intl.NumberFormat(htmlLang, {
      numberingSystem: 'latn',
      minimumFractionDigits: 2,
    });
    expect(
      ['0.5', '999.25', '1234.5', '12345.5', '1234567.89'].map((text) => [
        formatNumber(text, { placesMin: 2 }),
        formatNumber(`-${text}`, { placesMin: 2 }).replace(MINUS, ''),
      ]),
    ).toEqual(
      [0.5, 999.25, 1234.5, 12345.5, 1234567.89].map((figure) => [
        format.format(figure),
        format.format(figure),
      ]),
    );
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
  it('stand day before month in English', () => {
    expect(formatDay('2024-08-08')).toBe('8 Aug 2024');
  });

  it('are written in the language of the moment, each in its own style', () => {
    const spoken = (value: LocaleValue): string => {
      speak(value);
      return formatDay('2024-08-08');
    };
    expect([spoken('en'), spoken('de'), spoken('ja'), spoken('en')]).toEqual([
      '8 Aug 2024',
      '8. Aug. 2024',
      '2024年8月8日',
      '8 Aug 2024',
    ]);
    const noon = Date.UTC(2024, 7, 8, 12);
    expect(formatTime(noon, { month: 'long', timeZone: 'UTC' })).toBe('August');
    expect(formatTime(noon, { day: 'numeric', timeZone: 'UTC' })).toBe('8');
  });

  it('of one moment are written alike, in a list and in a sentence, in every language', () => {
    const noon = Date.UTC(2024, 7, 8, 12);
    for (const { value } of LOCALES) {
      speak(value);
      const [day, time] = [formatTime(noon, 'day'), formatTime(noon, 'clock')];
      const figures = (text: string): string[] => text.match(/\p{L}{2,}|\d+/gu) ?? [];
      for (const style of ['moment', 'second', 'zone'] as const) {
        expect(figures(formatTime(noon, style))).toEqual(expect.arrayContaining(figures(day)));
      }
      expect(figures(formatTime(noon))).toEqual(
        expect.arrayContaining(figures(formatTime(noon, 'short'))),
      );
      expect(formatTime(noon, 'second')).toContain(time);
      expect(formatTime(noon)).toBe(formatTime(noon, 'moment'));
    }
    speak('ar');
    expect(formatTime(noon, 'moment')).toContain('8 أغسطس 2024');
    expect(formatTime(noon, 'short')).toContain('8 أغسطس');
  });
});

it('a size of a file is never "0 MB"', () => {
  expect(formatFileSize(1)).toBe('1 kB');
  expect(formatFileSize(48_000)).toBe('47 kB');
  expect(formatFileSize(1_258_291)).toBe('1.2 MB');
});
