/** A step of the wall clock against the page's own by which a machine has slept. @units milliseconds */
const JUMP_MS = 1_000;

/** The wall clock minus the page's own when they were last compared, and how long that one stood. */
const state = { offset: Date.now() - performance.now(), slept: 0 };

/**
 * Time since the page began, sleep of the machine included: `performance.now()` stands still while
 * it sleeps, and what was read before would look as fresh afterwards. It never goes back, and a
 * wall clock that is set back changes nothing.
 *
 * @units milliseconds
 */
export function pageNow(): number {
  const monotonic = performance.now();
  const offset = Date.now() - monotonic;
  if (offset - state.offset > JUMP_MS) state.slept += offset - state.offset;
  state.offset = offset;
  return monotonic + state.slept;
}

/** Wall time now, as far as the page's own clock knows it. @units Unix milliseconds */
export function wallNow(): number {
  return wallAt(pageNow());
}

/** Wall time of a moment of `pageNow()`. @units milliseconds → Unix milliseconds */
export function wallAt(pageMs: number): number {
  return Math.round(performance.timeOrigin + pageMs);
}
