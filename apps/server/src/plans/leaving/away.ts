import { type UtcDay, ensure, utcDayOf } from '@candor/kernel';
import { lockAccounts } from '../../ledger/index.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { isOnFeed, lastKnownPrices } from '../fund/holding.ts';
import { isOver } from '../fund/over.ts';
import { lockFund } from '../plan/fund-store.ts';
import { findOrders, listEnding } from '../plan/order-store.ts';
import type { StoredFund } from '../plan/plan.ts';
import { leaveOf, writeLeave } from './leaving.ts';

/** Orders that leave in one transaction. */
const AT_ONCE = 250;

/**
 * Ends orders of paper funds whose prices do not run any more: no midnight of theirs comes, so they end once their days
 * are over, or their plan, at the last prices of their own tape.
 */
export function createAway(deps: PlanDeps) {
  const { acting, clock, market, committed } = deps;
  /** By fund: the day it was looked at last. */
  const looked = new Map<string, UtcDay>();

  /** The first orders of a fund that have come to their end leave; whether any did. */
  async function endSome(fund: StoredFund, today: UtcDay): Promise<boolean> {
    const all = isOver(fund, market);
    const asked = { fundId: fund.id, day: today, all, byLoss: false, most: AT_ONCE };
    const ending = await listEnding(acting, asked);
    const prices = ending.length === 0 ? null : await lastKnownPrices(fund, market);
    if (prices === null) return false;
    const left = await acting.transaction(async (tx) => {
      await lockAccounts(tx, ending);
      const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
      if (stored.phase !== 'open' || isOnFeed(stored, market)) return false;
      const orders = (await findOrders(tx, ending)).filter(({ state }) => state === 'running');
      if (orders.length === 0) return false;
      const at = clock.now();
      const facts = {
        basis: 'lastKnown' as const,
        state: () => (all ? 'ended' : 'matured') as 'ended' | 'matured',
        reason: { rule: 'lastKnown', figures: {} },
        at,
      };
      // Where its tape has no price either it ends at what it stands in the books with.
      const leave =
        leaveOf(stored, orders, deps, { ...facts, prices }) ??
        leaveOf(stored, orders, deps, { ...facts, prices: null });
      await writeLeave(tx, ensure(leave, 'without prices nothing is traded'), {
        ...{ cause: 'timer', at, atLastKnown: true },
      });
      return true;
    });
    if (left) committed();
    return left;
  }

  return {
    keepOnly(ids: ReadonlySet<string>): void {
      for (const id of looked.keys()) if (!ids.has(id)) looked.delete(id);
    },
    /** Looks at a fund that cannot be worked on, once a day. */
    async look(fund: StoredFund): Promise<void> {
      const today = utcDayOf(clock.now());
      const isAway = fund.mode === 'demo' && fund.phase === 'open' && !isOnFeed(fund, market);
      if (!isAway || fund.units === 0n || looked.get(fund.id) === today) return;
      while (await endSome(fund, today));
      looked.set(fund.id, today);
    },
  };
}

/** @see createAway */
export type Away = ReturnType<typeof createAway>;
