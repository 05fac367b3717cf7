/** A repeatable source of whole numbers: the same seed always gives the same run. */
export type Random = {
  /** A whole number from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number;
};

const UINT32 = 0x1_0000_0000;

/**
 * Whole numbers from a 32-bit seed by xorshift32, integer arithmetic only, so that every machine
 * plays the same tape. For tests: nothing secret may come from it.
 *
 * @source Marsaglia, "Xorshift RNGs" (2003), the triple 13, 17, 5
 */
export function createRandom(seed: number): Random {
  // Zero is the one state xorshift never leaves.
  let state = (Math.imul(seed | 0, 0x9e37_79b1) ^ 0x85eb_ca6b) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  return {
    between: (from, to) => {
      const span = to - from + 1;
      // Numbers past the last whole multiple of the span would favour the small results.
      const limit = UINT32 - (UINT32 % span);
      let drawn = next();
      while (drawn >= limit) drawn = next();
      return from + (drawn % span);
    },
  };
}
