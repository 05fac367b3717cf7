import type { UserId } from '@candor/kernel';
import type { Tx } from '../../../platform/postgres/db.ts';

const SET_PASSWORD = `
  update accounts.account set password_hash = $2
  where user_id = $1 and password_hash is not distinct from $3 returning user_id`;

/** Sets a password in the place of the one that was looked at; false when it changed meanwhile. */
export async function setPassword(
  tx: Tx,
  change: { userId: UserId; passwordHash: string; inPlaceOf: string | null },
): Promise<boolean> {
  const { userId, passwordHash, inPlaceOf } = change;
  return (await tx.query(SET_PASSWORD, [userId, passwordHash, inPlaceOf])).length === 1;
}
