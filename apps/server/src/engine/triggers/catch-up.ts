import {
  type Quote,
  type Trigger,
  reaches,
  triggerOfOrder,
  triggersOfContract,
} from '@candor/pricing';
import { type AnyOrder, isContract } from '../../contracts/index.ts';
import type { Met, OrderRecord } from '../tables/records.ts';
import { earlierMet, placedOf, stepTrailing } from './trailing.ts';

/** The prices that set an order off; none for an order that no price does. */
export function triggersOf(order: AnyOrder): Trigger[] {
  if (isContract(order)) return triggersOfContract(order);
  const trigger = triggerOfOrder({ ...order, isArmed: order.armedBy !== null });
  return trigger === null ? [] : [trigger];
}

/** What an order met whose trigger a quote reached. */
export function metBy(order: AnyOrder, { act }: Trigger, quote: Quote): Met {
  const stop = act === 'takeProfit' ? 'takeProfit' : 'stopLoss';
  return { what: isContract(order) ? stop : 'fill', quote, trailed: null };
}

/** What the quotes since its acceptance do to an order that is only heard of now. */
export function catchUp(
  one: Pick<OrderRecord, 'order' | 'since' | 'trailing'>,
  recent: readonly Quote[],
): Met | null {
  if (recent.length === 0) return null;
  const triggers = triggersOf(one.order);
  for (const quote of recent) {
    const placed = placedOf(quote);
    const isAfter = placed.place > one.since;
    const reached = isAfter ? triggers.find((trigger) => reaches(trigger, quote)) : undefined;
    const met = reached === undefined ? undefined : metBy(one.order, reached, quote);
    const trailed = one.trailing === null ? null : stepTrailing(one, one.trailing, placed);
    if (trailed !== null) return earlierMet(met, trailed, one.order);
    if (met !== undefined) return met;
  }
  return null;
}
