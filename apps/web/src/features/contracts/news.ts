import type { MessageKey } from '@candor/locales';
import type { Order } from '@candor/protocol/light';

/** What is said of an order the market or the clock moved; the key's figures are its own. */
export type OrderNews = { readonly key: MessageKey; readonly price: string | null };

const CLOSED_BY: Partial<Record<NonNullable<Order['reason']>, MessageKey>> = {
  stopLoss: 'orders.news-stop-loss',
  takeProfit: 'orders.news-take-profit',
  trailing: 'orders.news-trailing',
  closeOut: 'orders.news-close-out',
  rejected: 'orders.news-rejected',
};

/**
 * What happened to an order without its owner's hand; null for what the owner did, because the
 * press itself was answered.
 */
export function newsOf(order: Order, before: Order['status'] | undefined): OrderNews | null {
  if (order.status === 'running') {
    const isFilled = before === 'pending' && order.orderType !== 'market';
    return isFilled ? { key: 'orders.news-filled', price: order.openPrice ?? order.price } : null;
  }
  const key = order.reason === null ? undefined : CLOSED_BY[order.reason];
  if (order.status !== 'closed' || key === undefined || before === 'closed') return null;
  return { key, price: order.closePrice ?? null };
}
