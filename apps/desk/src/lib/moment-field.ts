const UTC = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'UTC',
  dateStyle: 'short',
  timeStyle: 'short',
});
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/;

/** A moment as the field of a form shows it, in UTC: "2026-11-25 14:30". */
export const momentText = (at: number): string => UTC.format(at);

/** The UTC day of a moment as a field shows it: "2026-11-25". */
export const dayText = (at: number): string => momentText(at).slice(0, 10);

/** A moment only if it is written back as it was read: 31 February is none. */
const checked = (at: number, day: string): number =>
  !Number.isNaN(at) && dayText(at) === day ? at : Number.NaN;

/** The moment a field says, in UTC; NaN for none. */
export function readMoment(text: string): number {
  const [, day = '', clock = ''] = MOMENT.exec(text.trim()) ?? [];
  return checked(Date.parse(`${day}T${clock}Z`), day);
}

/** The beginning of the UTC day a field says; NaN for none. */
export function readDay(text: string): number {
  const day = text.trim();
  return DAY.test(day) ? checked(Date.parse(`${day}T00:00Z`), day) : Number.NaN;
}
