import { type UnixMs, MINUTE_MS, SECOND_MS } from '@candor/kernel';
import type { Garbage } from './guards.ts';

/** So much garbage within a minute makes a source unhealthy. @source RELIABILITY P12 */
const GARBAGE_MAX = 10;
/** A source silent for this long is stale. */
const SILENT_MS = 15 * SECOND_MS;

/** How one source is doing. */
export type SourceHealth = {
  readonly lastTickAt: UnixMs | null;
  readonly isUnhealthy: boolean;
  readonly isSilent: boolean;
  readonly garbage: Readonly<Partial<Record<Garbage, number>>>;
};

/** Counts what each source sent that could not be a price. */
export function createHealth() {
  type Entry = {
    lastTickAt: UnixMs | null;
    /** When the last ten pieces of garbage came, oldest first. */
    times: UnixMs[];
    counts: Partial<Record<Garbage, number>>;
    /** When it was last said that it sends what is too old. */
    outdatedSaidAt: UnixMs | null;
  };
  const entries = new Map<string, Entry>();
  const entryOf = (source: string): Entry => {
    const known = entries.get(source);
    if (known !== undefined) return known;
    const entry: Entry = { lastTickAt: null, times: [], counts: {}, outdatedSaidAt: null };
    entries.set(source, entry);
    return entry;
  };
  const isBad = (entry: Entry, now: UnixMs): boolean => {
    const oldest = entry.times[0];
    return entry.times.length === GARBAGE_MAX && oldest !== undefined && now - oldest <= MINUTE_MS;
  };
  return {
    noteTick(source: string, now: UnixMs): void {
      entryOf(source).lastTickAt = now;
    },
    /** Counts one piece; answers whether it is the one that makes the source unhealthy. */
    noteGarbage(source: string, kind: Garbage, now: UnixMs): boolean {
      const entry = entryOf(source);
      const before = isBad(entry, now);
      entry.counts[kind] = (entry.counts[kind] ?? 0) + 1;
      if (entry.times.length === GARBAGE_MAX) entry.times.shift();
      entry.times.push(now);
      return !before && isBad(entry, now);
    },
    /** Notes a message that came too late to be a price now; answers whether to say so. */
    noteOutdated(source: string, now: UnixMs): boolean {
      const entry = entryOf(source);
      const isSaid = entry.outdatedSaidAt !== null && now - entry.outdatedSaidAt <= MINUTE_MS;
      if (!isSaid) entry.outdatedSaidAt = now;
      return !isSaid;
    },
    isUnhealthy(source: string, now: UnixMs): boolean {
      const entry = entries.get(source);
      return entry !== undefined && isBad(entry, now);
    },
    of(source: string, now: UnixMs): SourceHealth {
      const entry = entryOf(source);
      return {
        lastTickAt: entry.lastTickAt,
        isUnhealthy: isBad(entry, now),
        isSilent: entry.lastTickAt === null || now - entry.lastTickAt > SILENT_MS,
        garbage: entry.counts,
      };
    },
  };
}
