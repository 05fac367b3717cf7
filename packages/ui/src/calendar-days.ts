import {
  type CalendarDate,
  endOfWeek,
  getWeeksInMonth,
  parseDate,
  startOfMonth,
  startOfWeek,
} from '@internationalized/date';

/** A day of the calendar as text: "2026-11-21". */
export type CalendarDay = string;

/** The moment a day is written by; never a moment of the reader's clock. @units Unix milliseconds */
export const msOfDay = (day: CalendarDay): number => parseDate(day).toDate('UTC').getTime();

/** The same day so many months later; the last one of a month that is shorter. */
export const plusMonths = (day: CalendarDay, months: number): CalendarDay =>
  parseDate(day).add({ months }).toString();

/** The weeks a month is drawn in: whole weeks of a language, with the days of its neighbours. */
export function weeksOf(day: CalendarDay, lang: string): readonly (readonly CalendarDay[])[] {
  const month = parseDate(day);
  const start = startOfWeek(startOfMonth(month), lang);
  return Array.from({ length: getWeeksInMonth(month, lang) }, (_, weeks) =>
    Array.from({ length: 7 }, (__, days) => start.add({ weeks, days }).toString()),
  );
}

/** What a key of the keyboard does to the day that has the focus; null for other keys. */
export function dayByKey(
  day: CalendarDay,
  key: { readonly name: string; readonly hasShift: boolean },
  reader: { readonly lang: string; readonly isRtl: boolean },
): CalendarDay | null {
  const { lang, isRtl } = reader;
  const ahead = isRtl ? -1 : 1;
  const months = key.hasShift ? 12 : 1;
  const moves: Readonly<Record<string, (from: CalendarDate) => CalendarDate>> = {
    ArrowRight: (from) => from.add({ days: ahead }),
    ArrowLeft: (from) => from.add({ days: -ahead }),
    ArrowDown: (from) => from.add({ weeks: 1 }),
    ArrowUp: (from) => from.subtract({ weeks: 1 }),
    Home: (from) => startOfWeek(from, lang),
    End: (from) => endOfWeek(from, lang),
    PageDown: (from) => from.add({ months }),
    PageUp: (from) => from.subtract({ months }),
  };
  return moves[key.name]?.(parseDate(day)).toString() ?? null;
}
