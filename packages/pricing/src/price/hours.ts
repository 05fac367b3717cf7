import {
  DAY_MS,
  HOUR_MS,
  type UnixMs,
  assert,
  msIntoUtcWeek,
  plusMs,
  unixMs,
} from '@candor/kernel';
import type { ExchangeCalendar, TradingWindow } from './instrument.ts';

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

/** Offsets of zones are remembered for so many hours; past it they are found anew. */
const OFFSETS_MAX = 4_096;

type Zone = { readonly format: Intl.DateTimeFormat; readonly offsets: Map<number, number> };
/** One entry for each time zone of the catalogue. */
const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const zone = { format, offsets: new Map<number, number>() };
  zones.set(name, zone);
  return zone;
}

/** How far clocks in a zone are ahead of UTC at a moment; they change at whole hours of UTC. */
function offsetMs(name: string, at: UnixMs): number {
  const { format, offsets } = zoneOf(name);
  const hour = Math.floor(at / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const text = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(text) ?? [];
  const size = (Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)) * 60_000;
  const found = sign === '-' ? -size : size;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(hour, found);
  return found;
}

/** When clocks in a zone show a time; where they show it twice, one of the two. */
function momentOf(name: string, local: UnixMs): UnixMs {
  const guess = plusMs(local, -offsetMs(name, local));
  return plusMs(local, -offsetMs(name, guess));
}

/** What the hours of an instrument are given as. */
export type Schedule = {
  readonly hours: readonly TradingWindow[];
  readonly calendar?: ExchangeCalendar;
};

/**
 * Whether an instrument trades at a moment: by its week in its exchange's own time, summer time
 * included, and outside its holidays.
 *
 * @throws InvariantError when a window has no length
 * @source PRODUCT 3 "trading hours"
 */
export function isTradingAt({ hours, calendar }: Schedule, at: UnixMs): boolean {
  if (calendar === undefined) return isOpenAt(hours, at);
  const local = plusMs(at, offsetMs(calendar.zone, at));
  if (!isOpenAt(hours, local)) return false;
  return !calendar.closures.some(({ from, to }) => local >= from && local < to);
}

/**
 * The hours of the UTC week a moment lies in, with that week's summer time and holidays.
 *
 * @shape  schedule → windows in order, in milliseconds since Monday 00:00 UTC; none for around the
 *   clock
 * @throws InvariantError when a window has no length
 */
export function utcWeekOf({ hours, calendar }: Schedule, at: UnixMs): TradingWindow[] {
  if (calendar === undefined) return [...hours];
  const { zone, closures } = calendar;
  const monday = unixMs(at - msIntoUtcWeek(at));
  const open: TradingWindow[] = [];
  for (const week of [-WEEK_MS, 0, WEEK_MS]) {
    for (const window of hours) {
      const from = plusMs(monday, week + window.fromMs);
      let spans = [{ from, to: plusMs(from, lengthMs(window)) }];
      for (const shut of closures) {
        spans = spans
          .flatMap((span) => [
            { from: span.from, to: unixMs(Math.min(span.to, shut.from)) },
            { from: unixMs(Math.max(span.from, shut.to)), to: span.to },
          ])
          .filter(({ from: begins, to }) => begins < to);
      }
      for (const span of spans) {
        const fromMs = Math.max(0, momentOf(zone, span.from) - monday);
        const toMs = Math.min(WEEK_MS, momentOf(zone, span.to) - monday);
        if (fromMs < toMs) open.push({ fromMs, toMs });
      }
    }
  }
  open.sort((a, b) => a.fromMs - b.fromMs);
  return open.reduce<TradingWindow[]>((joined, window) => {
    const last = joined.at(-1);
    if (last === undefined || last.toMs < window.fromMs) return [...joined, window];
    const whole = { fromMs: last.fromMs, toMs: Math.max(last.toMs, window.toMs) };
    return [...joined.slice(0, -1), whole];
  }, []);
}
