import type { Quote } from '@candor/pricing';
import type { Met, OrderRecord, Trailing } from '../tables/records.ts';
import { endsOf, placedOf, walkTrailing } from './trailing.ts';

/** Trailing stops that follow ticks anew. Until the end they stand where they stood. */
export type Retrace = {
  walk(ticks: readonly Quote[]): void;
  /** Puts them where that took them; answers those that were reached, which are due then. */
  end(): OrderRecord[];
  /** Leaves them where they stand. */
  giveUp(): void;
};

/** A trailing stop that follows ticks anew: as it stands, and how far it has come. */
type Path = {
  readonly record: OrderRecord;
  readonly since: number;
  readonly known: Trailing;
  readonly trailing: Trailing;
  met: Met | null;
};

/** Has trailing stops remember where they are, unless they remember an earlier place. */
export function rememberPlaces(records: readonly OrderRecord[]): void {
  for (const { trailing } of records) {
    if (trailing === null) continue;
    const { level, tickId, seen } = trailing;
    trailing.before ??= { level, tickId, seen };
  }
}

/** Has trailing stops go back to the place they remember; null when none remembers one. */
export function createRetrace(
  records: readonly OrderRecord[],
  hears: {
    moved(record: OrderRecord): void;
    reached(record: OrderRecord, met: Met): void;
  },
): Retrace | null {
  const paths = records.flatMap((record): Path[] => {
    const { trailing: known, since } = record;
    if (known === null || known.before === null) return [];
    const trailing = { ...known, ...known.before, before: null };
    return [{ record, since, known, trailing, met: null }];
  });
  if (paths.length === 0) return null;
  const byCode = Map.groupBy(paths, ({ record }) => record.order.code);
  return {
    walk(ticks) {
      const followed = ticks.filter(({ code }) => byCode.has(code)).map(placedOf);
      for (const [code, quotes] of Map.groupBy(followed, ({ quote }) => quote.code)) {
        const ends = endsOf(quotes);
        for (const path of byCode.get(code) ?? []) {
          path.met ??= walkTrailing(path.record, path.trailing, { quotes, ends });
        }
      }
    },
    end() {
      const reached: OrderRecord[] = [];
      for (const { record, since, known, trailing, met } of paths) {
        known.before = null;
        hears.moved(record);
        // What was amended or set off meanwhile goes on from where it is.
        const isSame = record.trailing === known && record.since === since;
        if (!isSame || record.state.name !== 'watched') continue;
        record.trailing = trailing;
        hears.moved(record);
        if (met === null) continue;
        hears.reached(record, met);
        reached.push(record);
      }
      return reached;
    },
    giveUp() {
      for (const { record, known } of paths) {
        known.before = null;
        hears.moved(record);
      }
    },
  };
}
