import type { Database } from '../platform/db.ts';
import { findFirstActing } from './acting-store.ts';
import { storedTick } from './lookups.ts';
import type { Market } from './market.ts';
import type { Tape } from './tape.ts';

/** What a settlement asks the tape: only what is stored counts, so that anyone finds it there. */
export function createActing(
  db: Database,
  tape: Pick<Tape, 'unstoredSince'>,
): Pick<Market, 'firstActing' | 'unstoredSince'> {
  return {
    async firstActing(wanted) {
      if (wanted.length === 0) return [];
      const found = await findFirstActing(db, wanted);
      return found.map((tick) => (tick === null ? null : storedTick(tick)));
    },
    unstoredSince: tape.unstoredSince,
  };
}
