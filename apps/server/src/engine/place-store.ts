import type { TickId, UnixMs } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { PlaceRow } from './schema.ts';

const FIND = 'select tick from engine.place where feed = $1';
const KEEP = `
  insert into engine.place (feed, tick, kept_at) values ($1, $2, platform.from_ms($3))
  on conflict (feed) do update set tick = excluded.tick, kept_at = excluded.kept_at`;

/** The tick of a feed up to which everything had been acted on for a while; null before the first. */
export async function findPlace(sql: Sql, feed: string): Promise<TickId | null> {
  const [row] = await sql.query<PlaceRow>(FIND, [feed]);
  return row?.tick ?? null;
}

/** Writes down up to which tick of a feed everything has been acted on. */
export async function keepPlace(
  sql: Sql,
  place: { readonly feed: string; readonly tick: TickId; readonly at: UnixMs },
): Promise<void> {
  await sql.query(KEEP, [place.feed, place.tick, place.at]);
}
