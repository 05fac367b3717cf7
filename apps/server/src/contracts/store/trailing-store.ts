import {
  type ContractId,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  formatDecimal,
  isLaterTick,
  price,
} from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql } from '../../platform/postgres/db.ts';

/** Where the stop of a contract has followed the price to. */
export type TrailingLevel = {
  readonly userId: UserId;
  readonly contractId: ContractId;
  /** The distance it keeps; a level of another distance counts no more. */
  readonly distance: Price;
  readonly level: Price;
  /** The tick that took it there. */
  readonly tickId: TickId;
};

const LEVELS = columnsOf<TrailingLevel>([
  ['user_id', 'uuid', (one) => one.userId],
  ['contract_id', 'uuid', (one) => one.contractId],
  ['distance', 'numeric', (one) => formatDecimal(one.distance)],
  ['level', 'numeric', (one) => formatDecimal(one.level)],
  ['tick', 'text', (one) => one.tickId],
]);
const KEEP = `
  insert into contracts.trailing (${LEVELS.names}, moved_at)
  select t.*, platform.from_ms(${LEVELS.behind(1)}) from ${LEVELS.rows('t')}
  on conflict (user_id, contract_id) do update set
    distance = excluded.distance, level = excluded.level, tick = excluded.tick,
    moved_at = excluded.moved_at`;

/** Stores the levels that moved, all of them in one statement. */
export async function keepTrailing(
  sql: Sql,
  moved: readonly TrailingLevel[],
  at: UnixMs,
): Promise<void> {
  if (moved.length === 0) return;
  await sql.query(KEEP, [...LEVELS.values(moved), at]);
}

/** Where the stop of a running contract goes on from: its stored level, or the tick it was set at. */
export type TrailingStart = Omit<TrailingLevel, 'level'> & {
  /** Null: none was stored since it was set, so it follows anew from the tick on. */
  readonly level: Price | null;
};

type Row = {
  user_id: UserId;
  contract_id: ContractId;
  distance: string;
  level: string | null;
  tick: TickId | null;
  /** The amendment that set the distance last; null where it came with the order. */
  set_tick: TickId | null;
  begin_tick: TickId;
};

// The order's own tick is the one of its newest terms; behind an amendment the fill alone is known.
const FIND = `
  select c.user_id, c.id as contract_id, c.trailing_distance::text as distance, t.level::text,
         t.tick, a.set_tick,
         case when a.is_amended then c.open_tick
              else coalesce(c.since_tick, c.open_tick) end as begin_tick
  from contracts.contract c
  left join lateral (
    select * from contracts.trailing t where t.user_id = c.user_id and t.contract_id = c.id
      and t.distance = c.trailing_distance
    offset 0
  ) t on true
  cross join lateral (
    select count(*) > 0 as is_amended,
           (array_agg(e.tick order by e.seq desc)
             filter (where e.changes @> '[{"field": "trailingDistance"}]'))[1] as set_tick
    from contracts.event e
    where e.user_id = c.user_id and e.contract_id = c.id and e.kind = 'amended'
    offset 0
  ) a
  where c.status = 'running' and c.trailing_distance is not null`;

/** The tick from which on the stop of a row has followed the price. */
function setAt({ set_tick: set, begin_tick: begin }: Row): TickId {
  // What was amended while the order waited began to follow when it was filled.
  return set !== null && isLaterTick(set, begin) ? set : begin;
}

/**
 * Where the stops of all running contracts go on from. A level from before the distance was set
 * counts no more: one that was taken away and set again follows anew.
 */
export async function findTrailing(sql: Sql): Promise<TrailingStart[]> {
  const rows = await sql.query<Row>(FIND);
  return rows.map((row) => {
    const { user_id: userId, contract_id: contractId, level, tick } = row;
    const began = setAt(row);
    const common = { userId, contractId, distance: price(row.distance) };
    if (level === null || tick === null || isLaterTick(began, tick)) {
      return { ...common, level: null, tickId: began };
    }
    return { ...common, level: price(level), tickId: tick };
  });
}
