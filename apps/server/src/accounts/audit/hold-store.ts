import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { HoldRow } from './schema.ts';

const HOLDS = `
  select reason, until from accounts.hold
  where user_id = $1 and until > platform.from_ms($2) order by until desc, id`;

/** Holds of withdrawals that run, the last to end first. */
export function listHolds(sql: Sql, userId: UserId, at: UnixMs): Promise<HoldRow[]> {
  return sql.query<Row & HoldRow>(HOLDS, [userId, at]);
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
