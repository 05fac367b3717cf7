import {
  type InstrumentCode,
  type UnixMs,
  type UtcDay,
  ensure,
  formatDecimal,
  isoText,
  price,
  quantity,
} from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { ChainedTick } from './chain.ts';
import type { FeedRow, FrameRow, SourceRow, TickRow } from './schema.ts';

/** A chained tick ready to be stored. */
export type HashedTick = ChainedTick & { readonly hash: Buffer };

/** A frame ready to be stored. */
export type Frame = {
  readonly hash: Buffer;
  readonly source: string;
  readonly receivedAt: UnixMs;
  readonly body: string;
};

/** The last tick of the tape: what the next one is chained to. */
export type Head = { readonly day: UtcDay; readonly seq: number; readonly hash: Buffer };

/** The columns of a tick, as `tickOf` reads them. */
export const TICK_COLUMNS = `
  tick.day, tick.seq, feed.key as feed_key, tick.instrument, tick.bid, tick.ask, tick.volume,
  source.name as source, tick.source_time, tick.received_at, tick.source_count, tick.standing,
  tick.frame_hash, tick.hash`;

/** What those columns are read from. */
export const TICK_JOINS = `
  from market.tick as tick
  join market.feed as feed on feed.id = tick.feed_id
  join market.source as source on source.id = tick.source_id`;

/** A stored row as the tick it was. @throws InvariantError when a number is not one */
export function tickOf(row: TickRow): HashedTick {
  return {
    day: row.day,
    seq: Number.parseInt(row.seq, 10),
    feedKey: row.feed_key,
    code: row.instrument as InstrumentCode,
    bid: price(row.bid),
    ask: price(row.ask),
    volume: row.volume === null ? null : quantity(row.volume),
    source: row.source,
    sourceTime: row.source_time,
    receivedAt: row.received_at,
    sourceCount: row.source_count,
    tickStatus: row.standing,
    frameHash: row.frame_hash,
    hash: row.hash,
  };
}

/** The run of prices under a key, if it has been started before. */
export async function findFeed(db: Sql, key: string): Promise<FeedRow | null> {
  const rows = await db.query<FeedRow>(
    'select id, key, started_at, market_from, ended_at from market.feed where key = $1',
    [key],
  );
  return rows[0] ?? null;
}

/** Records the first start of a run of prices. */
export async function insertFeed(
  db: Sql,
  feed: { key: string; mode: string; startedAt: UnixMs; marketFrom: UnixMs },
): Promise<FeedRow> {
  const rows = await db.query<FeedRow>(
    `insert into market.feed (key, mode, started_at, market_from) values ($1, $2, $3, $4)
     returning id, key, started_at, market_from, ended_at`,
    [feed.key, feed.mode, isoText(feed.startedAt), isoText(feed.marketFrom)],
  );
  return ensure(rows[0], 'an insert returns its row');
}

/** Records that a recording has played to its end. */
export async function endFeed(db: Sql, id: number, at: UnixMs): Promise<void> {
  await db.query('update market.feed set ended_at = $2 where id = $1 and ended_at is null', [
    id,
    isoText(at),
  ]);
}

/** The number each source name is stored under; unknown names are added. */
export async function sourceIds(db: Sql, names: readonly string[]): Promise<Map<string, number>> {
  await db.query(
    `insert into market.source (name)
     select wanted.name from unnest($1::text[]) as wanted (name)
     where not exists (select from market.source as known where known.name = wanted.name)
     on conflict do nothing`,
    [names],
  );
  const rows = await db.query<SourceRow>(
    'select id, name from market.source where name = any($1)',
    [names],
  );
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Makes sure that a day's ticks and frames have a place. */
export async function ensureDay(db: Sql, day: UtcDay): Promise<void> {
  await db.query('select market.ensure_day($1)', [day]);
}

/** The newest tick of the whole tape. */
export async function findHead(db: Sql): Promise<Head | null> {
  const rows = await db.query<Pick<TickRow, 'day' | 'seq' | 'hash'>>(
    'select day, seq, hash from market.tick order by day desc, seq desc limit 1',
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { day: row.day, seq: Number.parseInt(row.seq, 10), hash: row.hash };
}

/** The last link of the newest day before `day` that has ticks. */
export async function findRootBefore(db: Sql, day: UtcDay): Promise<Buffer | null> {
  const rows = await db.query<Pick<TickRow, 'hash'>>(
    'select hash from market.tick where day < $1 order by day desc, seq desc limit 1',
    [day],
  );
  return rows[0]?.hash ?? null;
}

const ROOTS = `
  with recursive known as (
    (select day from market.tick order by day desc limit 1)
    union all
    select (select tick.day from market.tick as tick
            where tick.day < known.day order by tick.day desc limit 1)
    from known where known.day is not null
  )
  select last.day, last.seq, last.hash from known
  cross join lateral (
    select tick.day, tick.seq, tick.hash from market.tick as tick
    where tick.day = known.day order by tick.seq desc limit 1
  ) as last
  limit $1`;

/** The last tick of each of the newest days, newest first. */
export async function listRoots(db: Sql, limit: number): Promise<Head[]> {
  const rows = await db.query<Pick<TickRow, 'day' | 'seq' | 'hash'>>(ROOTS, [limit]);
  return rows.map(({ day, seq, hash }) => ({ day, seq: Number.parseInt(seq, 10), hash }));
}

/** A tick or a frame with the number its source is stored under. */
type WithSource<Subject> = { readonly one: Subject; readonly sourceId: number };

const withSource = <Subject extends { readonly source: string }>(
  all: readonly Subject[],
  sources: ReadonlyMap<string, number>,
): WithSource<Subject>[] =>
  all.map((one) => ({ one, sourceId: ensure(sources.get(one.source), 'a source has a number') }));

const TICKS = columnsOf<WithSource<HashedTick>>([
  ['seq', 'bigint', ({ one }) => one.seq],
  ['instrument', 'text', ({ one }) => one.code],
  ['bid', 'numeric', ({ one }) => formatDecimal(one.bid)],
  ['ask', 'numeric', ({ one }) => formatDecimal(one.ask)],
  ['volume', 'numeric', ({ one }) => (one.volume === null ? null : formatDecimal(one.volume))],
  ['source_id', 'smallint', ({ sourceId }) => sourceId],
  ['source_time', 'timestamptz', ({ one }) => isoText(one.sourceTime)],
  ['received_at', 'timestamptz', ({ one }) => isoText(one.receivedAt)],
  ['source_count', 'smallint', ({ one }) => one.sourceCount],
  ['standing', 'text', ({ one }) => one.tickStatus],
  ['frame_hash', 'bytea', ({ one }) => one.frameHash],
  ['hash', 'bytea', ({ one }) => one.hash],
]);
const [TICKS_DAY, TICKS_FEED] = [TICKS.behind(1), TICKS.behind(2)];

// The tape and the places of the last ticks move together, so that a start finds every last price.
const INSERT_TICKS = `
  with stored as (
    insert into market.tick (day, feed_id, ${TICKS.names})
    select ${TICKS_DAY}::date, ${TICKS_FEED}::integer, new.* from ${TICKS.rows('new')}
    returning instrument, seq, standing
  )
  insert into market.latest as known (feed_id, instrument, day, seq, acting_day, acting_seq)
  select ${TICKS_FEED}, instrument, ${TICKS_DAY}, max(seq),
    case when bool_or(standing = 'acting') then ${TICKS_DAY} end,
    max(seq) filter (where standing = 'acting')
  from stored where standing in ('acting', 'first') group by instrument
  on conflict (feed_id, instrument) do update
    set day = excluded.day, seq = excluded.seq,
      acting_day = coalesce(excluded.acting_day, known.acting_day),
      acting_seq = coalesce(excluded.acting_seq, known.acting_seq)`;

/** Adds ticks of one day, all or none, and takes down which are the last of their instruments. */
export async function insertTicks(
  db: Sql,
  ticks: readonly HashedTick[],
  ids: { feedId: number; sources: ReadonlyMap<string, number> },
): Promise<void> {
  const { day } = ensure(ticks[0], 'a batch has a tick');
  const values = TICKS.values(withSource(ticks, ids.sources));
  await db.query(INSERT_TICKS, [...values, day, ids.feedId]);
}

const FRAMES = columnsOf<WithSource<Frame>>([
  ['hash', 'bytea', ({ one }) => one.hash],
  ['source_id', 'smallint', ({ sourceId }) => sourceId],
  ['received_at', 'timestamptz', ({ one }) => isoText(one.receivedAt)],
  ['body', 'text', ({ one }) => one.body],
]);
const INSERT_FRAMES = `
  insert into market.frame (day, ${FRAMES.names})
  select ${FRAMES.behind(1)}::date, new.* from ${FRAMES.rows('new')}
  on conflict do nothing`;

/** Adds frames of one day; one that is there already stays. */
export async function insertFrames(
  db: Sql,
  frames: readonly Frame[],
  ids: { day: UtcDay; sources: ReadonlyMap<string, number> },
): Promise<void> {
  const values = FRAMES.values(withSource(frames, ids.sources));
  await db.query(INSERT_FRAMES, [...values, ids.day]);
}

/** Ticks of one day after a place, in order. */
export async function listDay(
  db: Sql,
  range: { day: UtcDay; after: number; limit: number },
): Promise<HashedTick[]> {
  const rows = await db.query<TickRow>(
    `select ${TICK_COLUMNS} ${TICK_JOINS}
     where tick.day = $1 and tick.seq > $2 order by tick.seq limit $3`,
    [range.day, range.after, range.limit],
  );
  return rows.map(tickOf);
}

/** One tick by its place. */
export async function findTick(
  db: Sql,
  place: { day: UtcDay; seq: number },
): Promise<HashedTick | null> {
  const rows = await db.query<TickRow>(
    `select ${TICK_COLUMNS} ${TICK_JOINS} where tick.day = $1 and tick.seq = $2`,
    [place.day, place.seq],
  );
  return rows[0] === undefined ? null : tickOf(rows[0]);
}

const PLACES = columnsOf<{ readonly day: UtcDay; readonly seq: number }>([
  ['day', 'date', ({ day }) => day],
  ['seq', 'bigint', ({ seq }) => seq],
]);

/** Ticks by their places, those there are, in no order. */
export async function listTicksAt(
  db: Sql,
  places: readonly { day: UtcDay; seq: number }[],
): Promise<HashedTick[]> {
  const rows = await db.query<TickRow>(
    `select ${TICK_COLUMNS} ${TICK_JOINS}
     join ${PLACES.rows('wanted')} on wanted.day = tick.day and wanted.seq = tick.seq`,
    PLACES.values(places),
  );
  return rows.map(tickOf);
}

/** The frame a tick was read from. */
export async function findFrame(
  db: Sql,
  place: { day: UtcDay; hash: Buffer },
): Promise<FrameRow | null> {
  const rows = await db.query<FrameRow>(
    `select frame.hash, source.name as source, frame.received_at, frame.body
     from market.frame as frame join market.source as source on source.id = frame.source_id
     where frame.day = $1 and frame.hash = $2`,
    [place.day, place.hash],
  );
  return rows[0] ?? null;
}

/** Ticks of one instrument received within a range, in order. */
export async function listReceived(
  db: Sql,
  range: { code: InstrumentCode; days: readonly UtcDay[]; from: UnixMs; to: UnixMs; limit: number },
): Promise<HashedTick[]> {
  const rows = await db.query<TickRow>(
    `select ${TICK_COLUMNS} ${TICK_JOINS}
     where tick.day = any($1::date[]) and tick.instrument = $2
       and tick.received_at between $3 and $4
     order by tick.day, tick.seq limit $5`,
    [range.days, range.code, isoText(range.from), isoText(range.to), range.limit],
  );
  return rows.map(tickOf);
}

// Each place is looked up by itself (`offset 0`): joined as a whole, days of ticks could be read.
const LATEST = `
  select found.* from market.latest as latest
  cross join lateral (
    select latest.day, latest.seq union select latest.acting_day, latest.acting_seq
  ) as place
  cross join lateral (
    select ${TICK_COLUMNS} ${TICK_JOINS}
    where tick.day = place.day and tick.seq = place.seq offset 0
  ) as found
  where latest.feed_id = $1
  order by found.day, found.seq`;

/**
 * Of each instrument of a feed the last tick in force, and the last that stops may act on where that
 * is an earlier one; in the order of the tape, however long ago they came.
 */
export async function listLatest(db: Sql, feedId: number): Promise<HashedTick[]> {
  return (await db.query<TickRow>(LATEST, [feedId])).map(tickOf);
}

/** The newest source time a feed has on the tape. */
export async function findLastSourceTime(db: Sql, feedId: number): Promise<UnixMs | null> {
  const rows = await db.query<{ last: UnixMs | null }>(
    `select max(source_time) as last
     from (select source_time from market.tick where feed_id = $1 and standing <> 'late'
           order by day desc, seq desc limit 1000) as tick`,
    [feedId],
  );
  return rows[0]?.last ?? null;
}
