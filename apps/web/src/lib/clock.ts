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

/** Wall time now, as far as the page's own clock knows it. @units Unix milliseconds */
export function wallNow(): number {
  return wallAt(pageNow());
}

/** Wall time of a moment of `pageNow()`. @units milliseconds → Unix milliseconds */
export function wallAt(pageMs: number): number {
  return Math.round(performance.timeOrigin + pageMs);
}
