import { type Clock, HOUR_MS, SECOND_MS } from '@candor/kernel';

/** How often one member made one call within the hour. */
type Count = { readonly began: number; calls: number };

/** Members times calls that are counted; those whose hour is over go first. */
const COUNTS_MAX = 2_000;

/** What a call within the hour comes to. */
export type Hourly = {
  /**
   * Counts a call. Null: it may go on. Otherwise how long to wait, and whether it is the first that
   * was too many.
   */
  take(
    memberId: string,
    call: { readonly name: string; readonly perHour: number },
  ): { readonly seconds: number; readonly isFirst: boolean } | null;
};

/**
 * Counts calls by member and hour: what one session may read or change of users together, however
 * evenly it goes about it. `scale` is more than 1 only on a test installation.
 */
export function createHourly(clock: Clock, scale: number): Hourly {
  const counts = new Map<string, Count>();

  function countOf(key: string, now: number): Count {
    const known = counts.get(key);
    if (known !== undefined && now - known.began < HOUR_MS) return known;
    counts.delete(key);
    if (counts.size >= COUNTS_MAX) {
      for (const [one, { began }] of counts) if (now - began >= HOUR_MS) counts.delete(one);
      const [oldest] = counts.keys();
      if (counts.size >= COUNTS_MAX && oldest !== undefined) counts.delete(oldest);
    }
    const made = { began: now, calls: 0 };
    counts.set(key, made);
    return made;
  }

  return {
    take(memberId, { name, perHour }) {
      const now = clock.now();
      const count = countOf(`${memberId} ${name}`, now);
      count.calls += 1;
      const over = count.calls - perHour * scale;
      if (over <= 0) return null;
      const seconds = Math.max(1, Math.ceil((count.began + HOUR_MS - now) / SECOND_MS));
      return { seconds, isFirst: over === 1 };
    },
  };
}
