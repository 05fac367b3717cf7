// Promise: the calendar knows the days of every month, begins weeks where the reader's language
// does, and each key goes where people expect it to.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayByKey, msOfDay, plusMonths, weeksOf } from './calendar-days.ts';

it('keeps to the last day of a shorter month, over years and leap days', () => {
  expect(plusMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(plusMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(plusMonths('2026-11-15', 2)).toBe('2027-01-15');
  expect(plusMonths('2024-02-29', 12)).toBe('2025-02-28');
});

it('draws every day of a month once, in whole weeks', () => {
  const months = fc.tuple(fc.integer({ min: 1990, max: 2090 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(months, fc.constantFrom('de', 'ar', 'ja'), ([year, month], lang) => {
      const name = `${year}-${String(month).padStart(2, '0')}`;
      const weeks = weeksOf(`${name}-10`, lang);
      const days = weeks.flat();
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      const weekdays = weeks.map(([first = '']) => new Date(msOfDay(first)).getUTCDay());
      expect(new Set(weekdays).size).toBe(1);
      const own = days.filter((day) => day.startsWith(name));
      expect(own).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
      expect(weeks[0]?.some((day) => day.startsWith(name))).toBe(true);
      expect(weeks.at(-1)?.some((day) => day.startsWith(name))).toBe(true);
    }),
  );
});

it.each([
  ['de', '2026-10-26'],
  ['en-GB', '2026-10-26'],
  ['ja', '2026-11-01'],
  ['zh-CN', '2026-10-26'],
  ['ar', '2026-10-31'],
])('begins weeks where readers of %s do', (lang, first) => {
  expect(weeksOf('2026-11-21', lang)[0]?.[0]).toBe(first);
});

it.each([
  ['ArrowRight', false, '2026-11-22'],
  ['ArrowLeft', false, '2026-11-20'],
  ['ArrowDown', false, '2026-11-28'],
  ['ArrowUp', false, '2026-11-14'],
  ['Home', false, '2026-11-16'],
  ['End', false, '2026-11-22'],
  ['PageDown', false, '2026-12-21'],
  ['PageUp', true, '2025-11-21'],
  ['a', false, null],
])('%s, with shift %s', (name, hasShift, expected) => {
  const week = { lang: 'de', isRtl: false };
  expect(dayByKey('2026-11-21', { name, hasShift }, week)).toBe(expected);
});

it('goes to the left by the arrow to the left where lines run to the left', () => {
  const week = { lang: 'ar', isRtl: true };
  expect(dayByKey('2026-11-21', { name: 'ArrowLeft', hasShift: false }, week)).toBe('2026-11-22');
});
