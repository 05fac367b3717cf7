import type { ContractId, UserId } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import type { ClosingRow, EventRow } from '../store/schema.ts';

export type { ClosingRow, EventRow } from '../store/schema.ts';

const CLOSINGS = `
  select platform.plain_hex(receipt_no) as receipt_no, is_last, reason, lots::text, profit::text, price::text, tick, at
  from contracts.closing where user_id = $1 and contract_id = $2 order by place`;

const EVENTS = `
  select kind, by, price::text, tick, amount::text, changes, at
  from contracts.event where user_id = $1 and contract_id = $2 order by seq`;

/** Everything written about an order besides its own row, oldest first. */
export async function findHistory(
  sql: Sql,
  params: { readonly userId: UserId; readonly id: ContractId },
): Promise<{ closings: readonly ClosingRow[]; events: readonly EventRow[] }> {
  const values = [params.userId, params.id];
  const [closings, events] = await Promise.all([
    sql.query<ClosingRow>(CLOSINGS, values),
    sql.query<EventRow>(EVENTS, values),
  ]);
  return { closings, events };
}
