import { DAY_MS, type UnixMs, assert, msIntoUtcWeek, plusMs } from '@candor/kernel';
import type { TradingWindow } from './instrument.ts';

const WEEK_MS = 7 * DAY_MS;

/** Length of a window; one whose end lies before its start runs over Sunday midnight. */
function lengthMs(window: TradingWindow): number {
  assert(window.fromMs !== window.toMs, 'a trading window has a length');
  const straight = window.toMs - window.fromMs;
  return straight > 0 ? straight : straight + WEEK_MS;
}

/** Milliseconds from `fromMs` forward to `toMs` within the circle of a week. */
function forwardMs(fromMs: number, toMs: number): number {
  return (((toMs - fromMs) % WEEK_MS) + WEEK_MS) % WEEK_MS;
}

/**
 * Whether the market trades at a moment. No windows means around the clock; a window may run over
 * the end of the week, written either way: Sunday 22:00 to Friday 22:00, or to the Friday beyond.
 *
 * @units windows: milliseconds since Monday 00:00 UTC, the end exclusive
 * @throws InvariantError when a window has no length
 */
export function isOpenAt(hours: readonly TradingWindow[], at: UnixMs): boolean {
  if (hours.length === 0) return true;
  const now = msIntoUtcWeek(at);
  return hours.some((window) => forwardMs(window.fromMs, now) < lengthMs(window));
}

/**
 * The first moment at or after `at` at which the market trades: `at` itself while it is open.
 *
 * @throws InvariantError when a window has no length
 */
export function nextOpening(hours: readonly TradingWindow[], at: UnixMs): UnixMs {
  if (isOpenAt(hours, at)) return at;
  const now = msIntoUtcWeek(at);
  const waits = hours.map((window) => forwardMs(now, window.fromMs));
  return plusMs(at, Math.min(...waits));
}
