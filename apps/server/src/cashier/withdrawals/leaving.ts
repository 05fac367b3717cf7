import { type UnixMs, ensure } from '@candor/kernel';
import { findWithdrawalBrakes } from '../../accounts/index.ts';
import { lockAccounts } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { nextOf } from './holding.ts';
import { findOwedOf, owesMore, readOwed } from './judging.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Locks the accounts withdrawals leave from; before the withdrawals themselves, as everywhere. */
export async function lockOwners(
  tx: Tx,
  ones: readonly Pick<Withdrawal, 'userId'>[],
): Promise<void> {
  const owners = new Set(ones.map(({ userId }) => userId));
  await lockAccounts(
    tx,
    [...owners].map((userId) => ({ userId, mode: 'real' })),
  );
}

/**
 * Whether nothing came up against any of these since they were let go: no freeze, no hold, no deposit taken
 * back that staff were not told of. Asked under the locks of their owners' accounts it stays true.
 */
export async function mayAllLeave(
  tx: Tx,
  ones: readonly Withdrawal[],
  at: UnixMs,
): Promise<boolean> {
  const userIds = [...new Set(ones.map(({ userId }) => userId))];
  const [owed, brakes] = await Promise.all([
    findOwedOf(tx, userIds),
    findWithdrawalBrakes(tx, { userIds, at }),
  ]);
  return ones.every((one) => {
    const owes = ensure(owed.get(one.userId), 'every owner is answered');
    const braked = ensure(brakes.get(one.userId), 'every owner is answered');
    return !owesMore(owes, readOwed(one.owed)) && nextOf(one, braked, at) === null;
  });
}
