import { anyMoment } from '@candor/testkit';
import { DAY_MS, HOUR_MS, type UnixMs, isoText, plusMs, unixMs } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAt, isTradingAt, nextOpening, utcWeekOf } from './hours.ts';
import type { TradingWindow } from './instrument.ts';

const WEEK_MS = 7 * DAY_MS;
const hour = (day: number, at: number): number => day * DAY_MS + at * HOUR_MS;
const moment = (text: string): UnixMs => unixMs(Date.parse(text));

/** New York's session in winter, Monday to Friday. */
const stocks = [0, 1, 2, 3, 4].map((day) => ({ fromMs: hour(day, 14.5), toMs: hour(day, 21) }));
/** Sunday 22:00 to Friday 22:00, the three ways it can be written. */
const forex: Record<string, TradingWindow[]> = {
  'ending before it starts': [{ fromMs: hour(6, 22), toMs: hour(4, 22) }],
  'ending beyond the week': [{ fromMs: hour(6, 22), toMs: WEEK_MS + hour(4, 22) }],
  'cut at midnight': [
    { fromMs: 0, toMs: hour(4, 22) },
    { fromMs: hour(6, 22), toMs: WEEK_MS },
  ],
};

const anyWindow = fc
  .record({
    fromMs: fc.integer({ min: 0, max: WEEK_MS - 1 }),
    lengthMs: fc.integer({ min: 1, max: WEEK_MS - 1 }),
  })
  .map(({ fromMs, lengthMs }) => ({ fromMs, toMs: fromMs + lengthMs }));

describe('trading hours', () => {
  it.each([
    ['2026-11-20T14:29:59.999Z', false, '2026-11-20T14:30:00.000Z'],
    ['2026-11-20T14:30:00.000Z', true, '2026-11-20T14:30:00.000Z'],
    ['2026-11-20T20:59:59.999Z', true, '2026-11-20T20:59:59.999Z'],
    ['2026-11-20T21:00:00.000Z', false, '2026-11-23T14:30:00.000Z'],
    ['2026-11-21T12:00:00.000Z', false, '2026-11-23T14:30:00.000Z'],
  ])('a stock at %s: open %s, next at %s', (text, isOpen, next) => {
    expect(isOpenAt(stocks, moment(text))).toBe(isOpen);
    expect(isoText(nextOpening(stocks, moment(text)))).toBe(next);
  });

  it.each(Object.entries(forex))('a week that wraps works %s', (_, hours) => {
    const open = (text: string): boolean => isOpenAt(hours, moment(text));
    expect(open('2026-11-22T21:59:59.999Z')).toBe(false);
    expect(open('2026-11-22T22:00:00.000Z')).toBe(true);
    expect(open('2026-11-23T00:00:00.000Z')).toBe(true);
    expect(open('2026-11-27T21:59:59.999Z')).toBe(true);
    expect(open('2026-11-27T22:00:00.000Z')).toBe(false);
    const saturday = moment('2026-11-21T09:00:00.000Z');
    expect(isoText(nextOpening(hours, saturday))).toBe('2026-11-22T22:00:00.000Z');
  });

  it('without windows never close', () => {
    fc.assert(
      fc.property(anyMoment(), (at) => {
        expect(isOpenAt([], at)).toBe(true);
        expect(nextOpening([], at)).toBe(at);
      }),
    );
  });

  it('repeat every week', () => {
    fc.assert(
      fc.property(fc.array(anyWindow, { maxLength: 5 }), anyMoment(), (hours, at) => {
        expect(isOpenAt(hours, plusMs(at, WEEK_MS))).toBe(isOpenAt(hours, at));
      }),
    );
  });

  it('the next opening is open, within a week, and nothing before it is', () => {
    const share = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(
        fc.array(anyWindow, { minLength: 1, maxLength: 3 }),
        anyMoment(),
        share,
        (hours, at, part) => {
          const next = nextOpening(hours, at);
          expect(isOpenAt(hours, next)).toBe(true);
          expect(next - at).toBeGreaterThanOrEqual(0);
          expect(next - at).toBeLessThan(WEEK_MS);
          if (next === at) return;
          const between = unixMs(at + Math.floor(((next - at - 1) * part) / 999));
          expect(isOpenAt(hours, between)).toBe(false);
        },
      ),
    );
  });

  it('refuse a window without length', () => {
    expect(() => isOpenAt([{ fromMs: 5, toMs: 5 }], unixMs(0))).toThrow('length');
  });
});

describe('hours in the exchange\u2019s own time', () => {
  const local = (text: string): UnixMs => moment(`${text}Z`);
  const newYork = {
    hours: [0, 1, 2, 3, 4].map((day) => ({ fromMs: hour(day, 9.5), toMs: hour(day, 16) })),
    calendar: {
      zone: 'America/New_York',
      closures: [
        { from: local('2026-11-26T00:00:00'), to: local('2026-11-26T23:59:00') },
        { from: local('2026-11-27T13:00:00'), to: local('2026-11-27T23:59:00') },
      ],
    },
  };

  it('shift with its summer time', () => {
    expect(isTradingAt(newYork, moment('2026-07-08T13:30:00Z'))).toBe(true);
    expect(isTradingAt(newYork, moment('2026-01-07T13:30:00Z'))).toBe(false);
    expect(isTradingAt(newYork, moment('2026-01-07T14:30:00Z'))).toBe(true);
  });

  it('as a week of UTC leave out its holidays and its early ends', () => {
    const week = utcWeekOf(newYork, moment('2026-11-25T12:00:00Z'));
    expect(week).toEqual([
      { fromMs: hour(0, 14.5), toMs: hour(0, 21) },
      { fromMs: hour(1, 14.5), toMs: hour(1, 21) },
      { fromMs: hour(2, 14.5), toMs: hour(2, 21) },
      { fromMs: hour(4, 14.5), toMs: hour(4, 18) },
    ]);
    expect(utcWeekOf(newYork, moment('2026-07-08T12:00:00Z'))[0]).toEqual({
      fromMs: hour(0, 13.5),
      toMs: hour(0, 20),
    });
  });

  it('say the same of every moment as the week of UTC it lies in', () => {
    const forexWeek = {
      hours: [
        { fromMs: 0, toMs: hour(4, 17) },
        { fromMs: hour(6, 17), toMs: WEEK_MS },
      ],
      calendar: newYork.calendar,
    };
    const from = moment('2026-01-01T00:00:00Z');
    const anyOf2026 = fc.integer({ min: 0, max: 366 * 24 * 60 - 1 });
    fc.assert(
      fc.property(anyOf2026, fc.constantFrom(newYork, forexWeek), (minutes, schedule) => {
        const at = plusMs(from, minutes * 60_000);
        expect(isOpenAt(utcWeekOf(schedule, at), at)).toBe(isTradingAt(schedule, at));
      }),
      { numRuns: 2_000 },
    );
  });
});
