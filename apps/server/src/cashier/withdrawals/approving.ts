import { type UserId, ensure } from '@candor/kernel';
import { findWithdrawalBrakes } from '../../accounts/index.ts';
import { lockAccounts } from '../../ledger/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { isAwayForAll } from '../../platform/postgres/unavailable.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import type { WithdrawalDeps } from './deps.ts';
import { nextOf } from './holding.ts';
import { findOwedOf, owesMore, readOwed } from './judging.ts';
import { UNSIGNED } from './rules.ts';
import { approveAll, lockWithdrawals } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Withdrawals that share a transaction: as many as requests do. */
export const TOGETHER_MAX = 64;

/**
 * Lets withdrawals go that nothing holds, those of one look in one transaction. What has to be held, shown
 * to staff or screened is left to be looked at by itself.
 */
export function createApproving({ db, clock, committed }: WithdrawalDeps) {
  /** Lets go what may, in one transaction; answers the ids of all that need no other look. */
  async function settle(tx: Tx, found: readonly Withdrawal[]) {
    const userIds = [...new Set(found.map(({ userId }) => userId))];
    await lockAccounts(
      tx,
      userIds.map((userId: UserId) => ({ userId, mode: 'real' })),
    );
    const ones = await lockWithdrawals(tx, found);
    const at = clock.now();
    const [owed, brakes] = await Promise.all([
      findOwedOf(tx, userIds),
      findWithdrawalBrakes(tx, { userIds, at }),
    ]);
    const settled = new Set<string>();
    const going: Withdrawal[] = [];
    for (const one of ones) {
      const { userId, id } = one;
      if (!UNSIGNED.includes(one.state) || one.isExported) {
        settled.add(id);
        continue;
      }
      const owes = ensure(owed.get(userId), 'every owner is answered');
      const isNews =
        owesMore(owes, readOwed(one.owed)) || (one.causes.length > 0 && one.caseId === null);
      if (isNews || one.screening === 'waiting') continue;
      const next = nextOf(one, ensure(brakes.get(userId), 'every owner is answered'), at);
      if (next !== null && next.state !== 'approved') continue;
      settled.add(id);
      if (next !== null) going.push(one);
    }
    await approveAll(tx, going, at);
    const facts = going.map(({ userId, id }) => ({
      topic: CASHIER_CHANGED,
      payload: { userId, kind: 'withdrawal', id },
    }));
    await appendFacts(tx, facts, at);
    return { settled, count: going.length };
  }

  /**
   * Looks at some withdrawals together, 64 at most; answers the ids of those that need no look of their
   * own. Where one of them cannot be written, none is answered: each is looked at by itself.
   *
   * @throws where the database is away for all of them
   */
  return async (found: readonly Withdrawal[]): Promise<ReadonlySet<string>> => {
    try {
      const { settled, count } = await db.transaction((tx) => settle(tx, found));
      if (count > 0) committed();
      return settled;
    } catch (error) {
      if (isAwayForAll(error)) throw error;
      return new Set();
    }
  };
}
