import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../platform/postgres/db.ts';
import { listHoldsOf } from './audit/index.ts';
import { findMeansOf } from './credentials/factors/index.ts';
import { findFreezes, isInForce } from './safeguards/index.ts';

/** What of an account lets its withdrawals wait. */
export type WithdrawalBrakes = {
  /** When the holds after changes of what opens the account end, the last to end first. */
  readonly holds: readonly UnixMs[];
  /** The owner's own freeze in force; `until` null: its end was not asked for. */
  readonly freeze: { readonly until: UnixMs | null } | null;
  /** A code app or a passkey: what a withdrawal is confirmed by. */
  readonly hasSecondFactor: boolean;
};

/** What lets these owners' withdrawals wait at a moment; exclusion, staff and country never do. */
export async function findWithdrawalBrakes(
  sql: Sql,
  { userIds, at }: { readonly userIds: readonly UserId[]; readonly at: UnixMs },
): Promise<ReadonlyMap<UserId, WithdrawalBrakes>> {
  const [holds, freezes, means] = await Promise.all([
    listHoldsOf(sql, userIds, at),
    findFreezes(sql, userIds),
    findMeansOf(sql, userIds),
  ]);
  const brakesOf = (userId: UserId): WithdrawalBrakes => {
    const freeze = freezes.get(userId) ?? null;
    const factors = means.get(userId);
    return {
      holds: (holds.get(userId) ?? []).map(({ until }) => until as UnixMs),
      freeze: isInForce(freeze, at) ? { until: freeze.until } : null,
      hasSecondFactor: factors !== undefined && (factors.has_totp || factors.passkeys > 0),
    };
  };
  return new Map(userIds.map((userId) => [userId, brakesOf(userId)]));
}
