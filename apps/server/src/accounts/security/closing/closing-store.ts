import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql, Tx } from '../../../platform/postgres/db.ts';
import type { AccountStatus } from '../../account/schema.ts';

const STATUS = `
  update accounts.account set status = $2 where user_id = $1 and status <> $2 returning user_id`;

/** Says whether an account can be entered; false when it was so already. */
export async function setStatus(tx: Tx, userId: UserId, status: AccountStatus): Promise<boolean> {
  return (await tx.query(STATUS, [userId, status])).length === 1;
}

const DEMO = `
  update accounts.account set demo_disabled = $2
  where user_id = $1 and demo_disabled <> $2 returning user_id`;

/** Opens or closes the demo account of a user; false when it was so already. */
export async function setDemoDisabled(tx: Tx, userId: UserId, is: boolean): Promise<boolean> {
  return (await tx.query(DEMO, [userId, is])).length === 1;
}

const CLOSE = `
  insert into accounts.closing (user_id, at, reason) values ($1, platform.from_ms($2), $3)`;

/** Writes down that an owner left, and why as far as they said. */
export async function insertClosing(
  sql: Sql,
  closing: { readonly userId: UserId; readonly at: UnixMs; readonly reason: string },
): Promise<void> {
  await sql.query(CLOSE, [closing.userId, closing.at, closing.reason]);
}
