import { type InstrumentCode, type UnixMs, isoText } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { TickRow } from './schema.ts';
import { type LinkedTick, TICK_COLUMNS, TICK_JOINS, tickOf } from './store.ts';

/** How many of the newest ticks of the tape are read again at a start. */
const NEWEST = 50_000;

// The newest ticks are found by their key first; the rest looks only at those. Besides them the last
// of each instrument, by its own place: a thin one may have said nothing since all of those.
const LAST_ACTING = `
  select ${TICK_COLUMNS}
  from (select * from market.tick where feed_id = $1
        order by day desc, seq desc limit ${NEWEST}) as tick
  join market.feed as feed on feed.id = tick.feed_id
  join market.source as source on source.id = tick.source_id
  where tick.standing = 'acting' and tick.instrument = any($2::text[])
  union
  select last.* from market.latest as latest
  cross join lateral (
    select ${TICK_COLUMNS} ${TICK_JOINS}
    where tick.day = latest.acting_day and tick.seq = latest.acting_seq offset 0
  ) as last
  where latest.feed_id = $1 and latest.instrument = any($2::text[])
  order by day, seq`;

/**
 * Of the newest ticks of a run of prices those of these instruments that pass the source rule, and
 * of each instrument the last one that does, however long ago it came.
 */
export async function listLastActing(
  db: Sql,
  asked: { feedId: number; codes: readonly InstrumentCode[] },
): Promise<LinkedTick[]> {
  return (await db.query<TickRow>(LAST_ACTING, [asked.feedId, asked.codes])).map(tickOf);
}

// A tick may be filed a day after its receipt, never before.
const LAST_BEFORE = `
  select found.* from unnest($2::text[]) as wanted (code)
  cross join lateral (
    select ${TICK_COLUMNS} ${TICK_JOINS}
    where tick.day <= $3::timestamptz::date + 1 and tick.received_at < $3
      and tick.feed_id = $1 and tick.instrument = wanted.code
      and tick.standing in ('acting', 'first')
    order by tick.day desc, tick.seq desc limit 1
  ) as found`;

/** The last tick in force of each instrument that was received before a moment. */
export async function listLastBefore(
  db: Sql,
  asked: { feedId: number; codes: readonly InstrumentCode[]; at: UnixMs },
): Promise<LinkedTick[]> {
  const rows = await db.query<TickRow>(LAST_BEFORE, [asked.feedId, asked.codes, isoText(asked.at)]);
  return rows.map(tickOf);
}
