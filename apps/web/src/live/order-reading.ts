import type { OrderDetail } from '@candor/protocol/light';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './keys.ts';
import { type Reading, besideCache, takeIn } from './order-cache.ts';
import { newestOrder } from './order-news.ts';

/** Reads one order with its events; what was heard of it meanwhile counts. */
export async function readOrder(
  client: QueryClient,
  { owner, read }: Reading<OrderDetail>,
): Promise<OrderDetail> {
  const detail = await read();
  const { events: _, ...order } = detail;
  const { news } = takeIn(client, owner, { orders: [order], by: 'read' });
  const newest = news.orders.get(order.id);
  if (newest === undefined || newest.order.version <= detail.version) return detail;
  besideCache(client).soon.mark(queryKeys.orderDetail(owner.mode, order.id));
  return newestOrder(detail, newest.order);
}
