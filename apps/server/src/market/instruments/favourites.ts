import {
  type Clock,
  type InstrumentCode,
  type Result,
  type UserId,
  fail,
  ok,
} from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import { addFavourite, listFavourites, removeFavourite } from './favourite-store.ts';

/** What users marked in the list of markets. */
export type Favourites = {
  /** Codes a user marked, the first marked first; those that left the catalogue are not among them. */
  list(userId: UserId): Promise<string[]>;
  /**
   * Marks an instrument or takes the mark away, and answers all that are marked.
   *
   * @failure not-found — the catalogue has no such code
   */
  set(
    userId: UserId,
    mark: { code: string; on: boolean },
  ): Promise<Result<string[], { name: 'not-found' }>>;
};

/** Opens the users' marks. */
export function createFavourites(deps: {
  db: Database;
  clock: Clock;
  /** The instrument of a code; null where there is none now. */
  instrument: (code: string) => { readonly code: InstrumentCode } | null;
}): Favourites {
  const { db, clock } = deps;
  const list = async (userId: UserId): Promise<string[]> =>
    (await listFavourites(db, userId)).filter((code) => deps.instrument(code) !== null);
  return {
    list,
    async set(userId, { code, on }) {
      const instrument = deps.instrument(code);
      if (instrument === null) return fail({ name: 'not-found' });
      const mark = { userId, code: instrument.code, at: clock.now() };
      await (on ? addFavourite(db, mark) : removeFavourite(db, mark));
      return ok(await list(userId));
    },
  };
}
