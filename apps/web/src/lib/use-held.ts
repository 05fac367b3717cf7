import { useNow } from './use-now.ts';

/** What the server holds, as a page counts it. */
export type Held = {
  /** @units milliseconds of `pageNow()` */
  readonly askedAt: number;
  /** @units milliseconds */
  readonly heldMs: number;
};

/**
 * What is left of what the server holds, counted from the moment it was asked for: the server began no earlier.
 * The wall clock of a device may be wrong, so only the page's steady one counts.
 *
 * @units milliseconds
 */
export function useHeld({ askedAt, heldMs }: Held): number {
  return Math.max(0, Math.min(heldMs, askedAt + heldMs - useNow()));
}
