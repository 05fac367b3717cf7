import { leaveFund } from '@candor/advisor';
import { type Money, type UnixMs, addMoney, ensure } from '@candor/kernel';
import { lockAccounts } from '../../ledger/index.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { actingPrices, fundOf, maySell } from '../fund/holding.ts';
import { lockFund } from '../plan/fund-store.ts';
import { findHighestLine, findOrders, listReached } from '../plan/order-store.ts';
import type { StoredFund, TickPrices } from '../plan/plan.ts';
import { midnightOf, unitValue } from '../plan/rules.ts';
import { leaveOf, writeLeave } from './leaving.ts';

/** Orders that leave in one transaction. */
const AT_ONCE = 250;

/**
 * What all of a fund's owners would get if they left now: its value less the fees of selling everything. That is
 * what the loss one agreed to is measured by; null while a price is missing.
 */
function leavingValue(
  fund: StoredFund,
  prices: TickPrices,
  market: Pick<PlanDeps['market'], 'instrument'>,
): Money | null {
  const share = { part: fund.units, whole: fund.units };
  const { settled } = fund;
  const left = leaveFund(fundOf(fund, market), { share, settled, prices });
  return left === null ? null : addMoney(settled, left.own);
}

/** Whether orders may leave for their loss: not in a day that is over and only waits to be settled. */
const mayLeave = ({ phase, day }: StoredFund, now: UnixMs): boolean =>
  phase === 'open' && now < midnightOf(day);

/** Has orders leave whose loss is reached, at the tick it was. */
export function createWatching(deps: PlanDeps) {
  const { acting, clock, market, committed } = deps;
  /** By fund: the ticks it was looked at by last. */
  const looked = new Map<string, string>();
  /** By fund: the value of a unit at which its first order leaves; gone once its orders changed. */
  const lines = new Map<string, bigint | null>();

  /** The first orders of a fund that are reached leave; whether any did. */
  async function leaveSome(fund: StoredFund): Promise<boolean> {
    const prices = actingPrices(fund, market);
    const value = leavingValue(fund, prices, market);
    if (value === null || !maySell(fund, prices, { market, now: clock.now() })) return false;
    const at = unitValue(value, fund.units);
    const reached = await listReached(acting, { fundId: fund.id, unitValue: at, most: AT_ONCE });
    if (reached.length === 0) return false;
    const left = await acting.transaction(async (tx) => {
      await lockAccounts(tx, reached);
      const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
      const now = clock.now();
      if (!mayLeave(stored, now)) return false;
      const orders = (await findOrders(tx, reached)).filter(({ state }) => state === 'running');
      if (orders.length === 0) return false;
      const leave = leaveOf(stored, orders, deps, {
        prices,
        basis: 'now',
        state: () => 'lossReached',
        reason: { rule: 'lossReached', figures: {} },
        at: now,
      });
      if (leave === null) return false;
      await writeLeave(tx, leave, { cause: 'tick', at: now });
      return true;
    });
    if (left) committed();
    return left;
  }

  return {
    /** Says that orders of a fund changed. */
    forget: (fundId: string) => void lines.delete(fundId),
    keepOnly(ids: ReadonlySet<string>): void {
      for (const id of looked.keys()) if (!ids.has(id)) looked.delete(id);
      for (const id of lines.keys()) if (!ids.has(id)) lines.delete(id);
    },
    /**
     * Looks whether the loss of an order is reached, where a price of the fund moved since the last look; also of
     * a fund that holds nothing any more: its own last trade may have reached it.
     */
    async look(fund: StoredFund): Promise<void> {
      if (fund.units === 0n || !mayLeave(fund, clock.now())) return;
      const prices = actingPrices(fund, market);
      const ticks = prices.map((price) => price?.at ?? '').join(' ');
      if (looked.get(fund.id) === ticks && lines.has(fund.id)) return;
      // It is looked at again once what it holds may be sold.
      if (!maySell(fund, prices, { market, now: clock.now() })) return;
      const value = leavingValue(fund, prices, market);
      if (value === null) return;
      const known = lines.get(fund.id);
      const line = known === undefined ? await findHighestLine(acting, fund.id) : known;
      lines.set(fund.id, line);
      looked.set(fund.id, ticks);
      if (line === null || unitValue(value, fund.units) > line) return;
      let stored: StoredFund = fund;
      while (await leaveSome(stored)) {
        lines.delete(fund.id);
        const next = await acting.transaction((tx) => lockFund(tx, fund.id));
        if (next === null || next.units === 0n) return;
        stored = next;
      }
    },
  };
}

/** @see createWatching */
export type Watching = ReturnType<typeof createWatching>;
