import type { UnixMs } from '@candor/kernel';
import { ensure, money } from '@candor/kernel';
import { type Entry, accountKey, findHoldings } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { payoutEntry } from '../fund/paying.ts';
import { writeFund } from '../fund/writing.ts';
import type { Canceller } from '../plan/events.ts';
import type { StoredFund, StoredOrder } from '../plan/plan.ts';

/** Gives the whole amount of orders back that wait, behind the locks of their accounts. */
export async function cancelWaiting(
  tx: Tx,
  facts: {
    readonly fund: StoredFund;
    readonly orders: readonly StoredOrder[];
    readonly cause: Entry['cause'];
    readonly by: Canceller;
    readonly at: UnixMs;
  },
): Promise<void> {
  const { fund, cause, at, by } = facts;
  const found = await findHoldings(tx, facts.orders);
  const cancelled = facts.orders.map((order): StoredOrder => ({
    ...order,
    ...{ state: 'cancelled', closedAt: at, received: order.amount },
    exitShare: money('USDT', 0n),
  }));
  await writeFund(tx, {
    fund,
    keepsFund: true,
    orders: cancelled.map((order) => ({ order, news: [{ kind: 'cancelled', by }] })),
    entries: cancelled.flatMap((order) => {
      const { USDT: holdings } = ensure(found.get(accountKey(order)), 'the account is answered');
      return payoutEntry(order, { holdings, cause, at });
    }),
    at,
  });
}
