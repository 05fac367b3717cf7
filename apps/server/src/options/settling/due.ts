import type { OptionId, TickId, UnixMs } from '@candor/kernel';
import type { Option } from '../option/option.ts';

/** A running option as far as waiting for its end needs it. */
export type Waiting = Pick<Option, 'id' | 'userId' | 'mode' | 'code' | 'feed' | 'settleAt'> & {
  /** The newest price when the tape was last asked for it in vain. */
  askedAt: TickId | null;
};

/** Running options in the order in which they end. */
export type DueList = {
  add(option: Omit<Waiting, 'askedAt'>): void;
  remove(id: OptionId): void;
  /** Those whose period is over, the earliest first; they stay until removed. */
  upTo(now: UnixMs): readonly Waiting[];
  size(): number;
};

/** An empty list. What ends next stands first, so a look with nothing due costs one entry. */
export function createDueList(): DueList {
  const byId = new Map<OptionId, Waiting>();
  const ordered: Waiting[] = [];

  /** First place whose option ends at `at` or later, or later than it. */
  function placeOf(at: UnixMs, side: 'first' | 'after'): number {
    let low = 0;
    let high = ordered.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const ends = ordered[middle]?.settleAt ?? at;
      if (ends < at || (side === 'after' && ends === at)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add({ id, userId, mode, code, feed, settleAt }) {
      if (byId.has(id)) return;
      const waiting: Waiting = { id, userId, mode, code, feed, settleAt, askedAt: null };
      byId.set(id, waiting);
      ordered.splice(placeOf(settleAt, 'after'), 0, waiting);
    },
    remove(id) {
      const waiting = byId.get(id);
      if (waiting === undefined) return;
      byId.delete(id);
      let place = placeOf(waiting.settleAt, 'first');
      while (ordered[place] !== waiting) place += 1;
      ordered.splice(place, 1);
    },
    upTo: (now) => ordered.slice(0, placeOf(now, 'after')),
    size: () => ordered.length,
  };
}
