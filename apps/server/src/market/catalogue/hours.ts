import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '@candor/kernel';
import type { ExchangeCalendar, Schedule } from '@candor/pricing';
import { CLOSED_DAYS, NEW_YORK_EARLY, NEW_YORK_HOLIDAYS } from './holidays.ts';

/*
 * Trading weeks in each exchange's own time, Monday 00:00 first, with its summer time. On a holiday
 * that is not listed the source is silent, so its prices go stale and nothing fills: the window
 * alone never makes a price tradable.
 */

const MONDAY = 0;
const THURSDAY = 3;
const FRIDAY = 4;
const SUNDAY = 6;

function at(day: number, hour: number, minute = 0): number {
  return day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
}

/** A time as a clock at the exchange shows it. */
const local = (day: string, time: string) => unixMs(Date.parse(`${day}T${time}:00Z`));
const localBefore = (day: string, time: string) => unixMs(local(day, time) - DAY_MS);

const weekdays = [0, 1, 2, 3, 4];

/** Crypto never closes. */
export const ALWAYS: Schedule = { hours: [] };

/** Days that end at 17:00, as forex and futures count them: closed from 17:00 the day before. */
const closedUntilFive: ExchangeCalendar['closures'] = CLOSED_DAYS.map((day) => ({
  from: localBefore(day, '17:00'),
  to: local(day, '17:00'),
}));

/** Forex: Sunday 17:00 to Friday 17:00 in New York. */
export const FOREX_HOURS: Schedule = {
  hours: [
    { fromMs: at(MONDAY, 0), toMs: at(FRIDAY, 17) },
    { fromMs: at(SUNDAY, 17), toMs: at(SUNDAY, 24) },
  ],
  calendar: { zone: 'America/New_York', closures: closedUntilFive },
};

/** New York's regular session, 9:30–16:00 there, and until 13:00 before some holidays. */
export const US_STOCK_HOURS: Schedule = {
  hours: weekdays.map((day) => ({ fromMs: at(day, 9, 30), toMs: at(day, 16) })),
  calendar: {
    zone: 'America/New_York',
    closures: [
      ...NEW_YORK_HOLIDAYS.map((day) => ({ from: local(day, '00:00'), to: local(day, '23:59') })),
      ...NEW_YORK_EARLY.map((day) => ({ from: local(day, '13:00'), to: local(day, '23:59') })),
    ],
  },
};

/**
 * Electronic futures and spot metals: Sunday 17:00 to Friday 16:00 in Chicago with an hour off at
 * 16:00 from Monday to Thursday.
 */
export const GLOBEX_HOURS: Schedule = {
  hours: [
    { fromMs: at(MONDAY, 0), toMs: at(MONDAY, 16) },
    ...weekdays
      .filter((day) => day <= THURSDAY)
      .map((day) => ({ fromMs: at(day, 17), toMs: at(day + 1, 16) })),
    { fromMs: at(SUNDAY, 17), toMs: at(SUNDAY, 24) },
  ],
  calendar: { zone: 'America/Chicago', closures: closedUntilFive },
};

/** The trading weeks an instrument may have, by the name the desk calls them. */
export const CALENDARS = {
  always: ALWAYS,
  forex: FOREX_HOURS,
  usStocks: US_STOCK_HOURS,
  globex: GLOBEX_HOURS,
} as const satisfies Readonly<Record<string, Schedule>>;
/** Name of a trading week. */
export type CalendarName = keyof typeof CALENDARS;

/** The name of a trading week of the catalogue. */
export function calendarOf({ hours }: Schedule): CalendarName {
  const names = Object.keys(CALENDARS) as CalendarName[];
  return names.find((name) => CALENDARS[name].hours === hours) ?? 'always';
}
