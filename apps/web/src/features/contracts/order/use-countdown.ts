import { useNow } from '../../../lib/use-now.ts';

/** How long the server holds a price. @source PRODUCT 4 @units milliseconds */
const HELD_MS = 5_000;
/** The same, as a sentence says it. @units seconds */
export const HELD_SECONDS = HELD_MS / 1_000;

/** What is left of a held price. */
export type Countdown = {
  /** Whole seconds, up. */
  readonly seconds: number;
  /** Share of its life that is left, for drawing. */
  readonly share: number;
  readonly isOver: boolean;
};

/**
 * Counts down a held price from the moment it was asked for: the server began no earlier, so the
 * page never offers a price that has ended there. The browser's wall clock may be wrong, so only
 * its steady one counts.
 *
 * @units askedAt: milliseconds of `pageNow()`
 */
export function useCountdown(askedAt: number): Countdown {
  const now = useNow();
  const left = Math.max(0, Math.min(HELD_MS, askedAt + HELD_MS - now));
  return {
    seconds: Math.ceil(left / 1_000),
    share: Math.min(1, left / HELD_MS),
    isOver: left === 0,
  };
}
