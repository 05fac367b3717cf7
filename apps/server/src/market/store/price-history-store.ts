import { type InstrumentCode, type TickId, type UnixMs, isoText } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import type { TapeSpan } from '../tape/price-extremes.ts';
import type { TickRow } from './schema.ts';
import { type HashedTick, TICK_COLUMNS, TICK_JOINS, tickOf } from './store.ts';

/** How far back a start looks that has no place of its own to go on from, in ticks. */
const NEWEST = 50_000;

// Found by the key alone: the newest row, and the one so many before it.
const ENDS = `
  select last.day as to_day, last.seq::text as to_seq, first.day as from_day,
         first.seq::text as from_seq
  from (select day, seq from market.tick order by day desc, seq desc limit 1) as last
  cross join lateral (
    select * from (
      select day, seq from market.tick order by day desc, seq desc limit ${NEWEST}
    ) as newest order by day, seq limit 1
  ) as first`;

type EndsRow = { to_day: string; to_seq: string; from_day: string; from_seq: string };

/** The last tick of the tape and the one some tens of thousands before it; null without any. */
export async function findEnds(db: Sql): Promise<TapeSpan | null> {
  const [row] = await db.query<EndsRow>(ENDS);
  if (row === undefined) return null;
  const [from, to] = [`${row.from_day}/${row.from_seq}`, `${row.to_day}/${row.to_seq}`];
  return { from: from as TickId, to: to as TickId };
}

const ACTING_BETWEEN = `
  select ${TICK_COLUMNS} ${TICK_JOINS}
  where tick.day between $2::date and $4::date
    and (tick.day, tick.seq) >= ($2::date, $3::bigint)
    and (tick.day, tick.seq) <= ($4::date, $5::bigint)
    and tick.feed_id = $1 and tick.standing = 'acting'
    and ($7::text is null or tick.instrument = $7)
  order by tick.day, tick.seq limit $6`;

/** Ticks of a run of prices, or of one instrument, that pass the source rule, between two places. */
export async function listActingBetween(
  db: Sql,
  params: TapeSpan & {
    readonly feedId: number;
    readonly most: number;
    readonly code?: InstrumentCode;
  },
): Promise<HashedTick[]> {
  const { feedId, from, to, most, code = null } = params;
  const values = [feedId, ...from.split('/'), ...to.split('/'), most, code];
  return (await db.query<TickRow>(ACTING_BETWEEN, values)).map(tickOf);
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
  params: { feedId: number; codes: readonly InstrumentCode[]; at: UnixMs },
): Promise<HashedTick[]> {
  const rows = await db.query<TickRow>(LAST_BEFORE, [
    params.feedId,
    params.codes,
    isoText(params.at),
  ]);
  return rows.map(tickOf);
}

/** As many as a median is taken of. */
const EARLIER_PER_SOURCE = 15;

// What was in quarantine must not count as a source's own past, so only the last word is taken of it.
// The last minute is read whole: a source that floods the tape makes no start forget the others.
const EARLIER = `
  with newest as (
    (select day, seq, feed_id, instrument, source_id, standing
     from market.tick order by day desc, seq desc limit ${NEWEST})
    union
    select day, seq, feed_id, instrument, source_id, standing
    from market.tick where received_at >= $2 and day >= $2::timestamptz::date
  ), placed as (
    select day, seq, standing = 'outside' as was_outside,
      row_number() over (partition by instrument, source_id, standing = 'outside'
        order by day desc, seq desc) as place
    from newest where feed_id = $1 and standing <> 'late'
  )
  select ${TICK_COLUMNS} ${TICK_JOINS}
  join placed on placed.day = tick.day and placed.seq = tick.seq
  where placed.place <= case when placed.was_outside then 1 else ${EARLIER_PER_SOURCE} end
  order by tick.day, tick.seq`;

/**
 * Of each instrument and source of a feed the last ticks that were not in quarantine and the last
 * that was, in the order of the tape, as far as its newest tens of thousands of ticks hold them and
 * those received since a moment.
 */
export async function listEarlier(
  db: Sql,
  params: { readonly feedId: number; readonly since: UnixMs },
): Promise<HashedTick[]> {
  return (await db.query<TickRow>(EARLIER, [params.feedId, isoText(params.since)])).map(tickOf);
}
