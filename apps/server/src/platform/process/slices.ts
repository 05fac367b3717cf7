import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * What is told to screens before whatever else waits has its turn, in things looked at and frames
 * written: some two milliseconds. Nothing a stop needs waits longer for a screen.
 */
export const SLICE_MAX = 50;

/**
 * Does something with each of many, and lets others have their turn after every slice. `act` answers
 * how much it was; one that is more than a slice by itself is done whole.
 */
export async function inSlices<Value>(
  values: Iterable<Value>,
  act: (value: Value) => number,
): Promise<void> {
  let done = 0;
  for (const value of values) {
    done += act(value);
    if (done < SLICE_MAX) continue;
    done = 0;
    await nextTurn();
  }
}
