import { expect, it } from 'vitest';
import { dayEnd, dayStart, localDayOf, localZone } from './local-days.ts';

it('a day lasts from its first to its last moment in the reader’s zone', () => {
  const start = dayStart('2026-11-21') ?? 0;
  const end = dayEnd('2026-11-21') ?? 0;
  expect(end).toBe(dayStart('2026-11-22'));
  expect(end - start).toBe(86_400_000);
});

it('no day and no date give no moment', () => {
  expect([dayStart(''), dayEnd(''), dayStart('2026-13-01'), dayEnd('soon')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('a moment falls on the day it begins', () => {
  expect(localDayOf(dayStart('2026-11-21') ?? 0)).toBe('2026-11-21');
  expect(localDayOf((dayEnd('2026-11-21') ?? 0) - 1)).toBe('2026-11-21');
});

it('names the zone', () => {
  expect(localZone()).not.toBe('');
});
