import { type Posting, lockAccounts } from '../../ledger/index.ts';
import { type Money, addMoney, ensure, formatMoney, money } from '@candor/kernel';
import { sendAll } from '../../platform/postgres/db.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { orderEntry } from '../fund/paying.ts';
import { writeFund } from '../fund/writing.ts';
import { lockFund } from '../plan/fund-store.ts';
import { findOrders } from '../plan/order-store.ts';
import type { StoredFund, StoredOrder } from '../plan/plan.ts';
import { type SubsidyPart, listUnpaid, paidParts } from '../plan/subsidy-store.ts';

/** Orders of one transaction: as many as a midnight pays at once. */
const AT_ONCE = 250;

/** What a part makes of an order: its value rises, and so does its high-water mark: the house takes no share of it. */
function grantedOrder(order: StoredOrder, amount: Money): StoredOrder {
  return {
    ...order,
    value: addMoney(order.value, amount),
    high: addMoney(order.high, amount),
    subsidy: addMoney(order.subsidy, amount),
  };
}

function partPostings(fundId: string, { amount }: SubsidyPart): Posting[] {
  const from = { from: 'house:strategy', fromSub: fundId } as const;
  return [{ ...from, to: 'user:plan', asset: 'USDT', units: amount.units }];
}

/**
 * Pays some parts of what the house paid into a fund; nothing else of the fund happens before all are paid.
 *
 * @source LEDGER 2, row "plan subsidy"; decision 0112
 */
export async function grantSome(
  fund: StoredFund,
  deps: Pick<PlanDeps, 'acting' | 'clock' | 'committed'>,
): Promise<StoredFund> {
  const { acting, clock, committed } = deps;
  const parts = await listUnpaid(acting, fund.id, AT_ONCE);
  const done = await acting.transaction(async (tx) => {
    await lockAccounts(
      tx,
      parts.map(({ userId }) => ({ userId, mode: fund.mode })),
    );
    const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
    if (stored.phase !== 'granting') return stored;
    const at = clock.now();
    if (parts.length === 0) {
      const next = { ...stored, phase: 'open' as const };
      await writeFund(tx, { fund: next, at });
      return next;
    }
    const named = parts.map(({ userId, orderId: id }) => ({ userId, id }));
    const orders = new Map((await findOrders(tx, named)).map((order) => [order.id, order]));
    const given = parts.map((part) => {
      const order = ensure(orders.get(part.orderId), 'a part has its order');
      return { part, order: grantedOrder(order, part.amount) };
    });
    const sum = parts.reduce((all, { amount }) => addMoney(all, amount), money('USDT', 0n));
    const next = { ...stored, settled: addMoney(stored.settled, sum) };
    await sendAll(tx, paidParts(parts, at));
    await writeFund(tx, {
      fund: next,
      orders: given.map(({ order, part }) => ({
        order,
        news: [
          {
            kind: 'granted',
            subsidyId: part.subsidyId,
            amount: formatMoney(part.amount),
            day: part.day,
          } as const,
        ],
      })),
      entries: given.flatMap(({ order, part }) =>
        orderEntry(
          order,
          {
            kind: 'plan-subsidy',
            requestId: `plan-subsidy:${part.subsidyId}:${part.orderId}`,
            cause: 'case',
            postings: partPostings(fund.id, part),
          },
          at,
        ),
      ),
      at,
    });
    return next;
  });
  committed();
  return done;
}
