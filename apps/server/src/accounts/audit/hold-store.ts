import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { HoldRow } from './schema.ts';

const HOLDS = `
  select user_id, reason, until from accounts.hold
  where user_id = any ($1::uuid[]) and until > platform.from_ms($2) order by until desc, id`;

/** Holds of these users' withdrawals that run, the last to end first; who has none is left out. */
export async function listHoldsOf(
  sql: Sql,
  userIds: readonly UserId[],
  at: UnixMs,
): Promise<ReadonlyMap<UserId, readonly HoldRow[]>> {
  const rows = await sql.query<Row & HoldRow & { user_id: string }>(HOLDS, [userIds, at]);
  return Map.groupBy(rows, (row) => row.user_id as UserId);
}

/** Holds of withdrawals that run, the last to end first. */
export async function listHolds(sql: Sql, userId: UserId, at: UnixMs): Promise<readonly HoldRow[]> {
  return (await listHoldsOf(sql, [userId], at)).get(userId) ?? [];
}

const ADD_HOLD = `
  insert into accounts.hold (user_id, id, reason, at, until)
  values ($1, $2, $3, platform.from_ms($4), platform.from_ms($5))`;

/** Writes a hold down; it ends by itself and is never taken back. */
export async function insertHold(
  tx: Tx,
  hold: { userId: UserId; id: string; reason: string; at: UnixMs; until: UnixMs },
): Promise<void> {
  await tx.query(ADD_HOLD, [hold.userId, hold.id, hold.reason, hold.at, hold.until]);
}
