import { MODES, type UserId } from '@candor/kernel';
import type { plans as protocol } from '@candor/protocol';
import type { OrderFilter } from '../plan/order-store.ts';
import type { TradingAccount } from '../../ledger/index.ts';

/** Orders read at once. */
const PAGE = 50;

/**
 * Every plan order of a user with its days and the trades of its fund since it joined, as JSON. What it is worth
 * is left out: that follows a price of today and is nothing that is kept.
 */
export async function plansFile(
  userId: UserId,
  read: {
    readonly orders: (
      filter: OrderFilter,
    ) => Promise<{ records: protocol.PlanOrder[]; total: number }>;
    readonly order: (
      named: TradingAccount & { readonly id: string },
    ) => Promise<protocol.PlanOrderDetail | null>;
  },
): Promise<{ readonly name: string; readonly content: string }> {
  const kept: unknown[] = [];
  for (const mode of MODES) {
    const asked = {
      userId,
      mode,
      status: 'all',
      from: undefined,
      to: undefined,
      size: PAGE,
    } as const;
    for (let page = 1; ; page += 1) {
      const { records, total } = await read.orders({ ...asked, page });
      for (const { id } of records) {
        const found = await read.order({ userId, mode, id });
        if (found === null) continue;
        const {
          value: _value,
          valuedAt: _at,
          todayEarnings: _today,
          leaving: _leaving,
          ...rest
        } = found;
        kept.push(rest);
      }
      if (page * PAGE >= total) break;
    }
  }
  return { name: 'plans.json', content: JSON.stringify(kept, null, 2) };
}
