import {
  type ContractId,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  formatDecimal,
  price,
} from '@candor/kernel';
import type { Sql } from '../platform/db.ts';

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

const KEEP = `
  insert into contracts.trailing (user_id, contract_id, distance, level, tick, moved_at)
  select t.*, platform.from_ms($6)
  from unnest($1::uuid[], $2::uuid[], $3::numeric[], $4::numeric[], $5::text[]) as t
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
  await sql.query(KEEP, [
    moved.map((one) => one.userId),
    moved.map((one) => one.contractId),
    moved.map((one) => formatDecimal(one.distance)),
    moved.map((one) => formatDecimal(one.level)),
    moved.map((one) => one.tickId),
    at,
  ]);
}

type Row = {
  user_id: UserId;
  contract_id: ContractId;
  distance: string;
  level: string;
  tick: TickId;
};

const FIND = `
  select t.user_id, t.contract_id, t.distance::text, t.level::text, t.tick
  from contracts.contract c
  cross join lateral (
    select * from contracts.trailing t where t.user_id = c.user_id and t.contract_id = c.id
    offset 0
  ) t
  where c.status = 'running' and c.trailing_distance is not null`;

/** The levels of all contracts that run. */
export async function findTrailing(sql: Sql): Promise<TrailingLevel[]> {
  const rows = await sql.query<Row>(FIND);
  return rows.map((row) => ({
    userId: row.user_id,
    contractId: row.contract_id,
    distance: price(row.distance),
    level: price(row.level),
    tickId: row.tick,
  }));
}
