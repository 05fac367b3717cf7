import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs, unixMs } from '@candor/kernel';

const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const COMMON_YEAR_DAYS = 365;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysIn = (year: number, month: number): number =>
  (MONTH_DAYS[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);

/** Days from 1970-01-01 to the first of a year. */
function daysBefore(year: number): number {
  const leaps = (to: number): number =>
    Math.floor(to / 4) - Math.floor(to / 100) + Math.floor(to / 400);
  return (year - 1970) * COMMON_YEAR_DAYS + leaps(year - 1) - leaps(1969);
}

/**
 * The moment a date and time of RFC 3339 names; null for anything else, days that do not exist and
 * years before 1970 included. Parts of a millisecond are cut off.
 *
 * @shape "2026-11-21T22:15:00.5+01:00" → Unix ms
 */
export function momentOf(text: string): UnixMs | null {
  const found = SHAPE.exec(text);
  if (found === null) return null;
  const part = (at: number): number => Number.parseInt(found[at] ?? '0', 10);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHours, offsetMinutes] = [part(9), part(10)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  // A leap second is the first of the next minute.
  if (hour > 23 || minute > 59 || second > 60) return null;
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const ofMonth = Array.from({ length: month - 1 }, (_, at) => daysIn(year, at + 1));
  const days = daysBefore(year) + ofMonth.reduce((sum, one) => sum + one, 0) + day - 1;
  const ms = Number.parseInt((found[7] ?? '').padEnd(3, '0').slice(0, 3), 10);
  const local = days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + ms;
  const offset = (offsetHours * HOUR_MS + offsetMinutes * MINUTE_MS) * (found[8] === '-' ? -1 : 1);
  const at = local - offset;
  return at < 0 ? null : unixMs(at);
}
