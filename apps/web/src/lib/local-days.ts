/** A day as text, "2026-11-21", in the reader's zone. */
export type DayText = string;

/** When a day begins for the reader; undefined for no day. @units Unix milliseconds */
export function dayStart(day: DayText): number | undefined {
  const at = Date.parse(`${day}T00:00:00`);
  return day === '' || Number.isNaN(at) ? undefined : at;
}

/** When a day is over for the reader; undefined for no day. @units Unix milliseconds */
export function dayEnd(day: DayText): number | undefined {
  const at = Date.parse(`${day}T24:00:00`);
  return day === '' || Number.isNaN(at) ? undefined : at;
}

/** The reader's time zone, "Europe/Berlin". */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day a moment falls on for the reader. */
export function localDayOf(unixMs: number): DayText {
  // Of all languages, Swedish writes days as text is sorted.
  return new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    numberingSystem: 'latn',
  }).format(unixMs);
}
