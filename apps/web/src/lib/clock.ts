/** A step of the wall clock against the page's own by which a machine has slept. @units milliseconds */
const JUMP_MS = 1_000;

/** The wall clock minus the page's own, when they were last compared. */
let offset = Date.now() - performance.now();
/** How long the page's own clock has stood still. */
let slept = 0;

/**
 * Time since the page began, sleep of the machine included: `performance.now()` stands still while
 * it sleeps, and what was read before would look as fresh afterwards. It never goes back, and a
 * wall clock that is set back changes nothing.
 *
 * @units milliseconds
 */
export function pageNow(): number {
  const monotonic = performance.now();
  const jump = Date.now() - monotonic - offset;
  offset += jump;
  if (jump > JUMP_MS) slept += jump;
  return monotonic + slept;
}

/** How far a device's clock may be off: the server says whole seconds, some of them on the way. @units milliseconds */
const NEAR_MS = 2_000;

/** Wall time when the page's own clock was at zero: the device's, until the server said otherwise. */
let wallOrigin = performance.timeOrigin;
/** The latest that any answer said it was: one that came slowly, or that the browser kept, says too early. */
let heard = 0;

/**
 * Takes the time an answer says. Deadlines, midnights and ages are by the server's clock, which is ahead of all
 * others in a rehearsal; a device's may be wrong.
 */
export function hearWallTime({ headers }: Response): void {
  const said = Date.parse(headers.get('date') ?? '') - pageNow();
  if (said > heard) {
    heard = said;
    if (Math.abs(said - wallOrigin) > NEAR_MS) wallOrigin = said;
  }
}

/** Wall time now, by the server as far as the page heard of it. @units Unix milliseconds */
export function wallNow(): number {
  return wallAt(pageNow());
}

/** Wall time of a moment of `pageNow()`. @units milliseconds → Unix milliseconds */
export function wallAt(pageMs: number): number {
  return Math.round(wallOrigin + pageMs);
}
