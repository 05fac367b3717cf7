import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../platform/postgres/db.ts';
import { listHolds } from './audit/index.ts';
import { findMeans } from './credentials/factors/index.ts';
import { findFreeze, isInForce } from './safeguards/index.ts';

/** What of an account lets its withdrawals wait. */
export type WithdrawalBrakes = {
  /** When the holds after changes of what opens the account end, the last to end first. */
  readonly holds: readonly UnixMs[];
  /** The owner's own freeze in force; `until` null: its end was not asked for. */
  readonly freeze: { readonly until: UnixMs | null } | null;
  /** A code app or a passkey: what a withdrawal is confirmed by. */
  readonly hasSecondFactor: boolean;
};

/** What lets an owner's withdrawals wait at a moment; exclusion, staff and country never do. */
export async function findWithdrawalBrakes(
  sql: Sql,
  { userId, at }: { readonly userId: UserId; readonly at: UnixMs },
): Promise<WithdrawalBrakes> {
  const [holds, freeze, means] = await Promise.all([
    listHolds(sql, userId, at),
    findFreeze(sql, userId),
    findMeans(sql, userId),
  ]);
  return {
    holds: holds.map(({ until }) => until as UnixMs),
    freeze: isInForce(freeze, at) ? { until: freeze.until } : null,
    hasSecondFactor: means !== null && (means.has_totp || means.passkeys > 0),
  };
}
