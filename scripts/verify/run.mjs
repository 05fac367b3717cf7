/** A stretch of the tape without a hole: each tick's link made from the one before it. */
import { linkAfter } from './tape.mjs';

/** A tick by its place: what its link covers, and the link; null when no file has it. */
function find(tapes, { day, place }) {
  const file = tapes.find((tape) => tape.day === day && tape.found.has(place));
  if (file === undefined) return null;
  const { text, link } = file.found.get(place);
  const [, , feed, code, , , , , , received, , standing] = text.split('|');
  return { day, place, text, link, feed, code, standing, at: Number.parseInt(received, 10) };
}

/** The greatest place any file has of a day. */
function lastPlace(tapes, day) {
  let last = 0;
  for (const tape of tapes.filter((one) => one.day === day)) {
    for (const place of tape.found.keys()) last = Math.max(last, place);
  }
  return last;
}

function before(tapes, { day, place }) {
  if (place > 1) return find(tapes, { day, place: place - 1 });
  const days = tapes.map((tape) => tape.day).filter((other) => other < day);
  const previous = days.toSorted().at(-1);
  if (previous === undefined) return null;
  return find(tapes, { day: previous, place: lastPlace(tapes, previous) });
}

/** Ticks from a place back, as long as each one's link shows that it follows the one before. */
export function* backwards(tapes, place) {
  let tick = find(tapes, place);
  while (tick !== null) {
    yield tick;
    const previous = before(tapes, tick);
    if (previous === null || linkAfter(previous.link, tick.text) !== tick.link) return;
    tick = previous;
  }
}

/**
 * The first place of a tick received after a moment. Without one, the last place of the tape,
 * where the published roots say that the files reach it; else null.
 */
export function placeAfter({ tapes, roots }, moment) {
  const days = [...new Set(tapes.map(({ day }) => day))].toSorted();
  for (const day of days) {
    const places = tapes.filter((tape) => tape.day === day).flatMap(({ found }) => [...found]);
    const later = places
      .filter(([, { text }]) => Number.parseInt(text.split('|')[9], 10) > moment)
      .map(([place]) => place);
    if (later.length > 0) return { day, place: later.reduce((a, b) => Math.min(a, b)) };
  }
  const newest = (roots ?? []).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
  const day = days.at(-1);
  if (newest === undefined || day === undefined || day < newest.day) return null;
  const place = lastPlace(tapes, day);
  return day > newest.day || place >= newest.ticks ? { day, place } : null;
}
