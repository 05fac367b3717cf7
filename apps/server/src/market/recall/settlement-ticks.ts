import type { InstrumentCode, UnixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Database } from '../../platform/postgres/db.ts';
import {
  type DecisionWanted,
  type LastWanted,
  type TickWanted,
  findDecisionTicks,
  findFeedEnd,
  findLastActing,
  findSettlementTicks,
} from '../store/settlement-ticks-store.ts';
import { quoteOf } from '../store/run.ts';
import type { HashedTick } from '../store/store.ts';
import type { Tape } from '../tape/tape.ts';

/** What a settlement asks the tape. */
export type Acting = {
  /**
   * For each span the first stored tick, in the order of the tape, that passes the source rule;
   * null where there is none. Other feeds than the running one may be asked for.
   */
  firstActing(wanted: readonly TickWanted[]): Promise<readonly (Quote | null)[]>;
  /**
   * For each decision the first stored tick that was said at or after it and passes the source rule; null
   * where there is none yet. Read from the tape, so that it is the same whenever it is asked for.
   */
  firstFrom(wanted: readonly DecisionWanted[]): Promise<readonly (Quote | null)[]>;
  /** For each end the last stored tick before it that passes the source rule; null where there is none. */
  lastActing(wanted: readonly LastWanted[]): Promise<readonly (Quote | null)[]>;
  /** The last stored tick of each instrument on a run of prices that is over, however long ago; null where there is none. */
  lastOfFeed(feed: string, codes: readonly InstrumentCode[]): Promise<readonly (Quote | null)[]>;
  /** When the oldest tick was received that is not on the tape yet; null when all are. */
  unstoredSince(): UnixMs | null;
};

const quoteOrNull = (tick: HashedTick | null): Quote | null =>
  tick === null ? null : quoteOf(tick);

/**
 * Answers a settlement: only what is stored counts, so that anyone finds it there. The
 * last seconds are answered from memory, which learns of a tick once it is stored; the rest is read.
 */
export function createSettlementTicks(
  db: Database,
  tape: Pick<Tape, 'unstoredSince' | 'memory'>,
  feedKey: () => string,
): Acting {
  return {
    async firstActing(wanted) {
      const found = wanted.map(({ code, feed, from, to }): Quote | null | undefined => {
        if (feed !== feedKey()) return undefined;
        const quote = tape.memory.firstActing(code, from);
        return quote === undefined || quote === null || quote.receivedAt <= to ? quote : null;
      });
      const unknown = wanted.filter((_, index) => found[index] === undefined);
      if (unknown.length === 0) return found.map((quote) => quote ?? null);
      const stored = await findSettlementTicks(db, unknown);
      let next = 0;
      return found.map((quote) => {
        if (quote !== undefined) return quote;
        const tick = stored[next] ?? null;
        next += 1;
        return tick === null ? null : quoteOf(tick);
      });
    },
    firstFrom: async (wanted) => (await findDecisionTicks(db, wanted)).map(quoteOrNull),
    lastActing: async (wanted) => (await findLastActing(db, wanted)).map(quoteOrNull),
    async lastOfFeed(feed, codes) {
      const end = await findFeedEnd(db, feed);
      if (end === null) return codes.map(() => null);
      const wanted = codes.map((code) => ({ code, feed, ...end }));
      return (await findLastActing(db, wanted)).map(quoteOrNull);
    },
    unstoredSince: tape.unstoredSince,
  };
}
