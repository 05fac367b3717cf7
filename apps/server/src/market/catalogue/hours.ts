import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import type { TradingWindow } from '@candor/pricing';

/*
 * Trading weeks in UTC, Monday 00:00 first. Holidays and daylight saving are not modelled: the
 * windows are those of the winter half-year. On a holiday the source is silent, so its prices go
 * stale and nothing fills; the window alone never makes a price tradable.
 */

const MONDAY = 0;
const FRIDAY = 4;
const SUNDAY = 6;

function at(day: number, hour: number, minute = 0): number {
  return day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
}

const weekdays = [0, 1, 2, 3, 4];

/** Crypto never closes. */
export const ALWAYS: readonly TradingWindow[] = [];

/** Forex: Sunday 22:00 to Friday 22:00, as the rest of the week and its Sunday evening. */
export const FOREX_HOURS: readonly TradingWindow[] = [
  { fromMs: at(MONDAY, 0), toMs: at(FRIDAY, 22) },
  { fromMs: at(SUNDAY, 22), toMs: at(SUNDAY, 24) },
];

/** New York's regular session, 9:30–16:00 there. */
export const US_STOCK_HOURS: readonly TradingWindow[] = weekdays.map((day) => ({
  fromMs: at(day, 14, 30),
  toMs: at(day, 21),
}));

/** Electronic futures and spot metals: Sunday 23:00 to Friday 22:00 with an hour off at 22:00. */
export const GLOBEX_HOURS: readonly TradingWindow[] = [
  ...weekdays.map((day) => ({
    fromMs: day === MONDAY ? at(MONDAY, 0) : at(day - 1, 23),
    toMs: at(day, 22),
  })),
  { fromMs: at(SUNDAY, 23), toMs: at(SUNDAY, 24) },
];
