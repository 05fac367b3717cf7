import type { InstrumentCode, UnixMs } from '@candor/kernel';
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
