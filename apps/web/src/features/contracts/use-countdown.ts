import { useState } from 'react';
import { useSecondHand } from '../../lib/second-hand.ts';

/** How long the server holds a price. @source PRODUCT 4 @units milliseconds */
const HELD_MS = 5_000;

/** What is left of a held price. */
export type Countdown = {
  /** Whole seconds, up. */
  readonly seconds: number;
  /** Share of its life that is left, for drawing. */
  readonly share: number;
  readonly isOver: boolean;
};

/**
 * Counts down a held price from the moment this was first drawn; give each price its own key. The
 * browser's wall clock may be wrong, so only its steady one counts.
 */
export function useCountdown(): Countdown {
  const now = useSecondHand();
  const [begun] = useState(() => performance.now());
  const left = Math.max(0, begun + HELD_MS - now);
  return {
    seconds: Math.ceil(left / 1_000),
    share: Math.min(1, left / HELD_MS),
    isOver: left === 0,
  };
}
