import { type InstrumentCode, type TickId, type UnixMs, plusMs } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import type { TickRow } from './schema.ts';
import { type HashedTick, TICK_COLUMNS, TICK_JOINS, tickOf } from './store.ts';

/** A span of receipt on one run of prices, both ends included. */
export type TickWanted = {
  readonly code: InstrumentCode;
  /** Key of the feed whose ticks count. */
  readonly feed: string;
  readonly from: UnixMs;
  readonly to: UnixMs;
};

// The span is read apart from the order (`offset 0`): led by the order, the planner would read the
// day from its beginning. A tick may be filed a day after its receipt, never before.
const FIRST_ACTING = `
  select wanted.place::int as place, found.*
  from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
    with ordinality as wanted (code, feed, from_ms, to_ms, place)
  cross join lateral (
    select * from (
      select ${TICK_COLUMNS} ${TICK_JOINS}
      where tick.day >= platform.from_ms(wanted.from_ms)::date
        and tick.day <= platform.from_ms(wanted.to_ms)::date + 1
        and tick.received_at >= platform.from_ms(wanted.from_ms)
        and tick.received_at <= platform.from_ms(wanted.to_ms)
        and tick.instrument = wanted.code and tick.standing = 'acting' and feed.key = wanted.feed
      offset 0) as within
    order by within.day, within.seq limit 1
  ) as found`;

/** For each span of receipt the first tick that passes the source rule, or null. */
export async function findSettlementTicks(
  db: Sql,
  wanted: readonly TickWanted[],
): Promise<(HashedTick | null)[]> {
  const rows = await db.query<TickRow & { place: number }>(FIRST_ACTING, [
    wanted.map((one) => one.code),
    wanted.map((one) => one.feed),
    wanted.map((one) => one.from),
    wanted.map((one) => one.to),
  ]);
  const found = new Map(rows.map((row) => [row.place, tickOf(row)]));
  return wanted.map((_, index) => found.get(index + 1) ?? null);
}

/** From where on the tape of one run of prices a decision is traded on. */
export type DecisionWanted = {
  readonly code: InstrumentCode;
  readonly feed: string;
  /** Market time of the decision. */
  readonly from: UnixMs;
  /** Wall time before which nothing was received that counts. */
  readonly receivedFrom: UnixMs;
};

const FIRST_FROM = `
  select wanted.place::int as place, found.*
  from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
    with ordinality as wanted (code, feed, from_ms, received_ms, place)
  cross join lateral (
    select * from (
      select ${TICK_COLUMNS} ${TICK_JOINS}
      where tick.day >= platform.from_ms(wanted.received_ms)::date
        and tick.received_at >= platform.from_ms(wanted.received_ms)
        and tick.source_time >= platform.from_ms(wanted.from_ms)
        and tick.instrument = wanted.code and tick.standing = 'acting' and feed.key = wanted.feed
      offset 0) as within
    order by within.day, within.seq limit 1
  ) as found`;

/** For each decision the first tick said after it that passes the source rule, or null. */
export async function findDecisionTicks(
  db: Sql,
  wanted: readonly DecisionWanted[],
): Promise<(HashedTick | null)[]> {
  const rows = await db.query<TickRow & { place: number }>(FIRST_FROM, [
    wanted.map((one) => one.code),
    wanted.map((one) => one.feed),
    wanted.map((one) => one.from),
    wanted.map((one) => one.receivedFrom),
  ]);
  const found = new Map(rows.map((row) => [row.place, tickOf(row)]));
  return wanted.map((_, index) => found.get(index + 1) ?? null);
}

/** The end of a span of one run of prices: a moment of receipt, or a place of the tape. */
export type LastWanted = {
  readonly code: InstrumentCode;
  readonly feed: string;
  /** Wall time; not included. */
  readonly before: UnixMs;
  /** Nothing behind this tick counts; itself it does. */
  readonly upTo?: TickId;
};

// A tick may be filed a day after its receipt, never before.
const LAST_ACTING = `
  select wanted.place::int as place, found.*
  from unnest($1::text[], $2::text[], $3::bigint[], $4::date[], $5::bigint[])
    with ordinality as wanted (code, feed, before_ms, day, seq, place)
  cross join lateral (
    select ${TICK_COLUMNS} ${TICK_JOINS}
    where tick.day <= coalesce(wanted.day, platform.from_ms(wanted.before_ms)::date + 1)
      and (wanted.day is null or (tick.day, tick.seq) <= (wanted.day, wanted.seq))
      and tick.received_at < platform.from_ms(wanted.before_ms)
      and tick.instrument = wanted.code and tick.standing = 'acting' and feed.key = wanted.feed
    order by tick.day desc, tick.seq desc limit 1
  ) as found`;

/** For each end the last tick before it that passes the source rule, or null. */
export async function findLastActing(
  db: Sql,
  wanted: readonly LastWanted[],
): Promise<(HashedTick | null)[]> {
  const places = wanted.map(({ upTo }) => upTo?.split('/') ?? [null, null]);
  const rows = await db.query<TickRow & { place: number }>(LAST_ACTING, [
    wanted.map((one) => one.code),
    wanted.map((one) => one.feed),
    wanted.map((one) => one.before),
    places.map(([day]) => day),
    places.map(([, seq]) => seq),
  ]);
  const found = new Map(rows.map((row) => [row.place, tickOf(row)]));
  return wanted.map((_, index) => found.get(index + 1) ?? null);
}

const FEED_END = `
  select tick.day::text as day, tick.seq::text as seq, tick.received_at
  from market.bar_progress p
  join market.feed feed on feed.id = p.feed_id
  join market.tick tick on tick.day = p.day and tick.seq = p.seq
  where feed.key = $1`;

/** Where a run of prices that is over had put its last tick into bars: nothing of it is far behind. */
export async function findFeedEnd(
  db: Sql,
  feed: string,
): Promise<Pick<Required<LastWanted>, 'before' | 'upTo'> | null> {
  type EndRow = { day: string; seq: string; received_at: number };
  const [row] = await db.query<EndRow>(FEED_END, [feed]);
  if (row === undefined) return null;
  const upTo = `${row.day}/${row.seq}` as TickId;
  return { before: plusMs(row.received_at as UnixMs, 1), upTo };
}
