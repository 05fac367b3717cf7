import { type Clock, plusMs } from '@candor/kernel';
import type { Database } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import type { Contents } from './contents.ts';
import { UNKNOWN_MS } from './rules.ts';
import { destroyOver, listKept, listToShred, markShredded } from './store.ts';

/** Destroys what is over: keys of destroyed pictures, and keys of pictures that were never written. */
export type Destroying = {
  /**
   * The key first: what is written down as shredded nobody opens, also when the process ends between the two. One
   * that cannot be destroyed holds no other up; it is tried again by the next turn.
   */
  shred(): Promise<void>;
  /** Keys that the last turn could not destroy. */
  undestroyed(): number;
  /**
   * Asks the database of keys whose pictures may never have been written, and destroys those of none. One that
   * cannot be destroyed holds no other up.
   */
  settleOpen(): Promise<void>;
  /** Destroys every picture of users whose years are over; answers of how many users. */
  over(): Promise<number>;
};

/** Opens the destroying of pictures in a process. */
export function createDestroying(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly contents: Contents;
  readonly retentionYears: () => number;
}): Destroying {
  const { db, clock, log, contents, retentionYears } = deps;
  let undestroyed = 0;

  async function shred(): Promise<void> {
    let failed = 0;
    let found = await listToShred(db, null);
    while (found.length > 0) {
      for (const { id } of found) {
        try {
          await contents.forget(id);
          await markShredded(db, id, clock.now());
        } catch (err) {
          failed += 1;
          log.error({ err, fileId: id }, 'the key of a destroyed document could not be destroyed');
        }
      }
      found = await listToShred(db, found.at(-1) ?? null);
    }
    undestroyed = failed;
  }

  return {
    shred,
    undestroyed: () => undestroyed,
    async settleOpen() {
      const open = await contents.listOpen(plusMs(clock.now(), -UNKNOWN_MS));
      if (open.length === 0) return;
      const kept = await listKept(db, open);
      for (const id of open) {
        const purpose = kept.get(id);
        try {
          if (purpose === undefined) await contents.forget(id);
          else await contents.settle({ fileId: id, purpose });
        } catch (err) {
          log.error({ err, fileId: id }, 'a key of unknown use could not be settled');
        }
      }
    },
    async over() {
      const asked = { now: clock.now(), years: retentionYears() };
      let all = 0;
      let some = await destroyOver(db, asked);
      for (; some > 0; some = await destroyOver(db, asked)) all += some;
      if (all > 0) await shred();
      return all;
    },
  };
}
