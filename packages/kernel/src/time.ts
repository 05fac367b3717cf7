import { assert } from './assert.ts';
import type { Brand } from './brand.ts';

/** Milliseconds since 1970-01-01T00:00Z, an integer. */
export type UnixMs = Brand<number, 'UnixMs'>;
/** A calendar day of UTC as text, "2026-11-21". */
export type UtcDay = Brand<string, 'UtcDay'>;

/** Where a part of the product learns the time; passed in, so that a test can turn it. */
export interface Clock {
  /** Wall time now. */
  now(): UnixMs;
}

/** Milliseconds of one second, minute, hour and day. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An integer as a moment. @throws InvariantError when it is not a safe integer */
export function unixMs(value: number): UnixMs {
  assert(Number.isSafeInteger(value), `not a moment: ${value}`);
  return value as UnixMs;
}

/** A moment some milliseconds later, or earlier when negative. */
export function plusMs(at: UnixMs, ms: number): UnixMs {
  return unixMs(at + ms);
}

/** The UTC day a moment falls on. */
export function utcDayOf(at: UnixMs): UtcDay {
  return new Date(at).toISOString().slice(0, 10) as UtcDay;
}

/** The first millisecond of a UTC day. @throws InvariantError when the text is not a day */
export function startOfDay(day: UtcDay): UnixMs {
  const at = unixMs(Date.parse(`${day}T00:00:00.000Z`));
  // Date.parse takes 30 February for 2 March.
  assert(utcDayOf(at) === day, `not a day: ${day}`);
  return at;
}

/** The moment as ISO 8601 text in UTC. */
export function isoText(at: UnixMs): string {
  return new Date(at).toISOString();
}

/** Milliseconds into the UTC week (Monday 00:00 is 0); trading hours are kept in it. */
export function msIntoUtcWeek(at: UnixMs): number {
  // 1970-01-01 was a Thursday: three days after Monday.
  const weekMs = 7 * DAY_MS;
  return (((at + 3 * DAY_MS) % weekMs) + weekMs) % weekMs;
}

/** A moment for libraries that take nothing else. */
export function dateOf(at: UnixMs): Date {
  return new Date(at);
}
