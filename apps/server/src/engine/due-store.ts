import type { ContractId, TickId, UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { DueRow } from './schema.ts';

/** An order that a tick set off, and the tick. */
export type KeptDue = {
  readonly userId: UserId;
  readonly contractId: ContractId;
  readonly tick: TickId;
};

const FIND = 'select user_id, contract_id, tick from engine.due where feed = $1';
const KEEP = `
  insert into engine.due (user_id, contract_id, feed, tick, kept_at)
  select user_id, contract_id, $1, tick, platform.from_ms($2)
  from unnest($3::uuid[], $4::uuid[], $5::text[]) as due (user_id, contract_id, tick)
  on conflict (user_id, contract_id, feed) do update
  set tick = excluded.tick, kept_at = excluded.kept_at`;
const FORGET = `
  delete from engine.due
  using unnest($2::uuid[], $3::uuid[]) as gone (user_id, contract_id)
  where due.feed = $1 and due.user_id = gone.user_id and due.contract_id = gone.contract_id`;

/** What was set off by ticks of a feed and could not be done. */
export async function findDue(sql: Sql, feed: string): Promise<KeptDue[]> {
  const rows = await sql.query<DueRow>(FIND, [feed]);
  return rows.map((row) => ({ userId: row.user_id, contractId: row.contract_id, tick: row.tick }));
}

/** Writes down what could not be done, each order with the tick that set it off. */
export async function keepDue(
  sql: Sql,
  due: readonly KeptDue[],
  place: { readonly feed: string; readonly at: UnixMs },
): Promise<void> {
  if (due.length === 0) return;
  await sql.query(KEEP, [
    place.feed,
    place.at,
    due.map(({ userId }) => userId),
    due.map(({ contractId }) => contractId),
    due.map(({ tick }) => tick),
  ]);
}

/** Takes out what was done, or is not due any more. */
export async function forgetDue(
  sql: Sql,
  gone: readonly Omit<KeptDue, 'tick'>[],
  feed: string,
): Promise<void> {
  if (gone.length === 0) return;
  await sql.query(FORGET, [
    feed,
    gone.map(({ userId }) => userId),
    gone.map(({ contractId }) => contractId),
  ]);
}
