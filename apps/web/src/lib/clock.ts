/** Wall time now, of a clock that does not jump while the page is open. @units Unix milliseconds */
export function wallNow(): number {
  return wallAt(performance.now());
}

/** Wall time of a moment of `performance.now()`. @units milliseconds → Unix milliseconds */
export function wallAt(monotonicMs: number): number {
  return Math.round(performance.timeOrigin + monotonicMs);
}
