import type { Sql } from '../platform/postgres/db.ts';
import { findHouseWorth, foldHouse } from './house-store.ts';

/** What the house had when last looked at; orders read it from memory. */
export type HouseCheckpoint = {
  /** capital + trading + bad debt of the real mode, in USDT units. */
  worth(): bigint;
  /** Looks again, with everything that was committed before the call. */
  refresh(): Promise<void>;
};

/** Makes the checkpoint; `refresh` is called every second by the code that composes the process. */
export function createHouseCheckpoint(sql: Sql): HouseCheckpoint {
  let worth = 0n;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function look(): Promise<void> {
    await foldHouse(sql);
    worth = await findHouseWorth(sql);
  }

  function start(): Promise<void> {
    running = look().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    worth: () => worth,
    refresh() {
      // A look that is under way may have read already: callers that ask meanwhile share the next
      // one.
      if (running === null) return start();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return start();
        });
      return next;
    },
  };
}
