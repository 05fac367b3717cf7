/*
 * Days on which exchanges are closed, compiled by hand on 2026-11-23 from the calendars they publish.
 * Add the next year's when it is published; a year without an entry has its regular weeks.
 */

function daysOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** New York Stock Exchange and Nasdaq: closed all day. */
export const NEW_YORK_HOLIDAYS = daysOf(`
  2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07
  2026-11-26 2026-12-25
  2027-01-01 2027-01-18 2027-02-15 2027-03-26 2027-05-31 2027-06-18 2027-07-05 2027-09-06
  2027-11-25 2027-12-24
  2028-01-17 2028-02-21 2028-04-14 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-11-23
  2028-12-25`);

/** New York Stock Exchange and Nasdaq: closed from 13:00. */
export const NEW_YORK_EARLY = daysOf(`
  2026-11-27 2026-12-24 2027-11-26 2028-07-03 2028-11-24`);

/** Forex and electronic futures: the trading day that ends on this day does not take place. */
export const CLOSED_DAYS = daysOf(`
  2026-01-01 2026-12-25 2027-01-01 2028-12-25`);
