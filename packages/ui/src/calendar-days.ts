import { DAY_MS, unixMs, utcDayOf } from '@candor/kernel';

/** A day of the calendar as text: "2026-11-21". */
export type CalendarDay = string;

const partsOf = (day: CalendarDay): readonly [number, number, number] => {
  const [year = '1970', month = '1', date = '1'] = day.split('-');
  return [Number.parseInt(year, 10), Number.parseInt(month, 10) - 1, Number.parseInt(date, 10)];
};

const textOf = (ms: number): CalendarDay => utcDayOf(unixMs(ms));

/** The moment a day is written by; never a moment of the reader's clock. @units Unix milliseconds */
export function msOfDay(day: CalendarDay): number {
  const [year, month, date] = partsOf(day);
  return Date.UTC(year, month, date);
}

/** A day so many days later, or earlier when negative. */
export function plusDays(day: CalendarDay, count: number): CalendarDay {
  return textOf(msOfDay(day) + count * DAY_MS);
}

/** The same day so many months later; the last one of a month that is shorter. */
export function plusMonths(day: CalendarDay, count: number): CalendarDay {
  const [year, month, date] = partsOf(day);
  const [, , last] = partsOf(textOf(Date.UTC(year, month + count + 1, 0)));
  return textOf(Date.UTC(year, month + count, Math.min(date, last)));
}

/** Days since the week began, whose first day is 1 for Monday to 7 for Sunday. */
export function intoWeek(day: CalendarDay, firstDay: number): number {
  // 1 January 1970 was a Thursday.
  const weekday = (((Math.floor(msOfDay(day) / DAY_MS) + 3) % 7) + 7) % 7;
  return (weekday - (firstDay - 1) + 7) % 7;
}

/** The weeks a month is drawn in: whole weeks, with the days of its neighbours. */
export function weeksOf(day: CalendarDay, firstDay: number): readonly (readonly CalendarDay[])[] {
  const first = `${day.slice(0, 7)}-01`;
  const start = plusDays(first, -intoWeek(first, firstDay));
  const last = plusDays(plusMonths(first, 1), -1);
  const count = Math.floor((msOfDay(last) - msOfDay(start)) / DAY_MS / 7) + 1;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => plusDays(start, week * 7 + at)),
  );
}

type Weeks = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** Where weeks begin, by language, where the browser does not say it: Sunday, else Monday. */
const SUNDAY = new Set(['ja', 'ko', 'th', 'zh']);
const SATURDAY = new Set(['ar']);

/** The first day of the week of a language, 1 for Monday to 7 for Sunday. */
export function firstDayOf(htmlLang: string): number {
  const locale = new Intl.Locale(htmlLang);
  const { getWeekInfo, weekInfo } = locale as unknown as Weeks;
  const said = getWeekInfo?.call(locale).firstDay ?? weekInfo?.firstDay;
  if (said !== undefined) return said;
  return SATURDAY.has(locale.language) ? 6 : SUNDAY.has(locale.language) ? 7 : 1;
}

/** What a key of the keyboard does to the day that has the focus; null for other keys. */
export function dayByKey(
  day: CalendarDay,
  key: { readonly name: string; readonly hasShift: boolean },
  week: { readonly firstDay: number; readonly isRtl: boolean },
): CalendarDay | null {
  const ahead = week.isRtl ? -1 : 1;
  const into = intoWeek(day, week.firstDay);
  const months = key.hasShift ? 12 : 1;
  switch (key.name) {
    case 'ArrowRight':
      return plusDays(day, ahead);
    case 'ArrowLeft':
      return plusDays(day, -ahead);
    case 'ArrowDown':
      return plusDays(day, 7);
    case 'ArrowUp':
      return plusDays(day, -7);
    case 'Home':
      return plusDays(day, -into);
    case 'End':
      return plusDays(day, 6 - into);
    case 'PageDown':
      return plusMonths(day, months);
    case 'PageUp':
      return plusMonths(day, -months);
    default:
      return null;
  }
}
