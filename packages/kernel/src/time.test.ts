import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY_MS,
  HOUR_MS,
  type UtcDay,
  isoText,
  msIntoUtcWeek,
  plusMs,
  startOfDay,
  unixMs,
  utcDayOf,
} from './time.ts';

const anyMoment = fc.integer({ min: -2_000_000_000_000, max: 4_000_000_000_000 }).map(unixMs);

describe('time', () => {
  it('puts every moment into the UTC day that starts at or before it', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        const start = startOfDay(utcDayOf(at));
        expect(start).toBeLessThanOrEqual(at);
        expect(at - start).toBeLessThan(DAY_MS);
        expect(utcDayOf(start)).toBe(utcDayOf(at));
      }),
    );
  });

  it('counts the week from Monday 00:00 UTC, before 1970 too', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        const into = msIntoUtcWeek(at);
        expect(into).toBeGreaterThanOrEqual(0);
        expect(into).toBeLessThan(7 * DAY_MS);
        // The start of the week lies whole weeks from a known Monday.
        const fromMonday = at - into - startOfDay('2024-01-01' as UtcDay);
        expect(Math.abs(fromMonday % (7 * DAY_MS))).toBe(0);
        expect(msIntoUtcWeek(plusMs(at, 7 * DAY_MS))).toBe(into);
      }),
    );
  });

  it.each([
    ['2024-01-01', 0],
    ['2026-11-21', 5 * DAY_MS],
    ['2024-02-29', 3 * DAY_MS],
    ['1969-12-31', 2 * DAY_MS],
  ])('%s begins so far into its week', (day, into) => {
    expect(msIntoUtcWeek(startOfDay(day as UtcDay))).toBe(into);
    expect(msIntoUtcWeek(plusMs(startOfDay(day as UtcDay), HOUR_MS))).toBe(into + HOUR_MS);
  });

  it.each(['', '2026-13-01', '2026-02-30', '2026-2-3', '21.11.2026'])(
    'refuses %j as a day',
    (text) => {
      expect(() => startOfDay(text as UtcDay)).toThrow(/not a (day|moment)/);
    },
  );

  it('takes whole milliseconds only', () => {
    expect(() => unixMs(0.5)).toThrow('not a moment');
    expect(() => unixMs(Number.NaN)).toThrow('not a moment');
    expect(() => plusMs(unixMs(Number.MAX_SAFE_INTEGER), 1)).toThrow('not a moment');
  });

  it('writes a moment in UTC', () => {
    expect(isoText(unixMs(1_700_000_000_123))).toBe('2023-11-14T22:13:20.123Z');
  });
});
