import { type Clock, type UnixMs, plusMs, unixMs } from '@candor/kernel';

/** A clock a test turns by hand; it stands still otherwise. */
export type TestClock = Clock & {
  /** Moves on by some milliseconds. @throws InvariantError when they are not whole */
  readonly advance: (ms: number) => UnixMs;
  /** Stands at a moment, earlier ones too. */
  readonly set: (at: UnixMs) => void;
};

/** Where a test clock starts unless told: Monday 2024-01-01T00:00Z. */
export const TEST_START: UnixMs = unixMs(1_704_067_200_000);

/** A clock standing at `start`. */
export function createTestClock(start: UnixMs = TEST_START): TestClock {
  let at = start;
  return {
    now: () => at,
    advance: (ms) => {
      at = plusMs(at, ms);
      return at;
    },
    set: (moment) => {
      at = moment;
    },
  };
}
