import {
  type InstrumentCode,
  type UnixMs,
  type UtcDay,
  formatDecimal,
  isoText,
  price,
  quantity,
} from '@candor/kernel';
import type { Bar, Interval } from '@candor/pricing';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { BarRow, TickRow } from '../store/schema.ts';
import { type HashedTick, tickOf } from '../store/store.ts';

/** A bar with what it is a bar of. */
export type NamedBar = Bar & { readonly code: InstrumentCode; readonly interval: Interval };

function barOf(row: BarRow): NamedBar {
  return {
    code: row.instrument as InstrumentCode,
    interval: row.interval,
    time: row.time,
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: quantity(row.volume),
  };
}

const BARS = columnsOf<NamedBar>([
  ['instrument', 'text', (bar) => bar.code],
  ['interval', 'text', (bar) => bar.interval],
  ['time', 'timestamptz', (bar) => isoText(bar.time)],
  ['open', 'numeric', (bar) => formatDecimal(bar.open)],
  ['high', 'numeric', (bar) => formatDecimal(bar.high)],
  ['low', 'numeric', (bar) => formatDecimal(bar.low)],
  ['close', 'numeric', (bar) => formatDecimal(bar.close)],
  ['volume', 'numeric', (bar) => formatDecimal(bar.volume)],
]);
const MERGE = `
  insert into market.bar as known (feed_id, ${BARS.names})
  select ${BARS.behind(1)}::integer, new.* from ${BARS.rows('new')}
  on conflict (feed_id, instrument, interval, time) do update
    set high = greatest(known.high, excluded.high), low = least(known.low, excluded.low),
        close = excluded.close, volume = known.volume + excluded.volume`;

/** Adds what happened since the last save to the stored bars; each bar at most once a call. */
export async function mergeIntoBars(
  db: Sql,
  feedId: number,
  bars: readonly NamedBar[],
): Promise<void> {
  await db.query(MERGE, [...BARS.values(bars), feedId]);
}

/** Records the last tick whose price is in the bars. */
export async function saveProgress(
  db: Sql,
  feedId: number,
  place: { day: UtcDay; seq: number },
): Promise<void> {
  await db.query(
    `insert into market.bar_progress (feed_id, day, seq) values ($1, $2, $3)
     on conflict (feed_id) do update set day = excluded.day, seq = excluded.seq`,
    [feedId, place.day, place.seq],
  );
}

/** Ticks in force that came after the last save, in order: what a crash left out of the bars. */
export async function listUnsaved(db: Sql, feedId: number): Promise<HashedTick[]> {
  const rows = await db.query<TickRow>(
    `select tick.day, tick.seq, '' as feed_key, tick.instrument, tick.bid, tick.ask, tick.volume,
       '' as source, tick.source_time, tick.received_at, tick.source_count, tick.standing,
       tick.frame_hash, tick.hash
     from market.tick as tick
     left join market.bar_progress as saved on saved.feed_id = $1
     where tick.feed_id = $1 and tick.standing in ('acting', 'first')
       and tick.day >= coalesce(saved.day, '-infinity'::date)
       and (tick.day, tick.seq) > (coalesce(saved.day, '-infinity'::date), coalesce(saved.seq, 0))
     order by tick.day, tick.seq`,
    [feedId],
  );
  return rows.map(tickOf);
}

/** Stored bars of one instrument, oldest first: the last ones up to `to`. */
export async function listBars(
  db: Sql,
  range: {
    feedId: number;
    code: InstrumentCode;
    interval: Interval;
    from: UnixMs;
    to: UnixMs;
    limit: number;
  },
): Promise<Bar[]> {
  const rows = await db.query<BarRow>(
    `select instrument, interval, time, open, high, low, close, volume from market.bar
     where feed_id = $1 and instrument = $2 and interval = $3 and time between $4 and $5
     order by time desc limit $6`,
    [range.feedId, range.code, range.interval, isoText(range.from), isoText(range.to), range.limit],
  );
  return rows.reverse().map(barOf);
}

/** Stored bars of every instrument since a moment, oldest first. */
export async function listBarsSince(
  db: Sql,
  range: { feedId: number; interval: Interval; from: UnixMs },
): Promise<NamedBar[]> {
  const rows = await db.query<BarRow>(
    `select instrument, interval, time, open, high, low, close, volume from market.bar
     where feed_id = $1 and interval = $2 and time >= $3 order by time`,
    [range.feedId, range.interval, isoText(range.from)],
  );
  return rows.map(barOf);
}
