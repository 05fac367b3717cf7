import type { UnixMs } from '@candor/kernel';
import type { Sql } from '../postgres/db.ts';

/** Facts dropped in one statement: readers and orders should not wait for more. */
const AT_ONCE = 2_000;
/** Statements in one go; the rest waits for the next one. */
const GOES_MAX = 50;

const PRUNE = `
  select platform.prune_outbox($1::text[], platform.from_ms($2), $3) as dropped`;

/**
 * Drops facts that were written before a moment and that all of these readers have read, and every
 * other reader that keeps a place; nothing while one of them has no place yet. Answers how many.
 */
export async function pruneOutbox(
  sql: Sql,
  params: { readonly readers: readonly string[]; readonly upTo: UnixMs },
): Promise<number> {
  let dropped = 0;
  for (let go = 0; go < GOES_MAX; go += 1) {
    const [row] = await sql.query<{ dropped: number }>(PRUNE, [
      params.readers,
      params.upTo,
      AT_ONCE,
    ]);
    dropped += row?.dropped ?? 0;
    if ((row?.dropped ?? 0) < AT_ONCE) break;
  }
  return dropped;
}
