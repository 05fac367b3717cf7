import type { Order } from '@candor/protocol/light';
import type { TicketFields } from './ticket.ts';

/** An order somebody wants to see in the ticket of its market. */
export type TicketWish = {
  readonly code: string;
  readonly fields: Partial<TicketFields>;
};

type Reader = (wish: TicketWish) => void;

type State = { wish: TicketWish | null; readonly readers: Map<Reader, string> };

const state: State = { wish: null, readers: new Map() };

/** Fills the ticket of a market: at once if it is on screen, the next time it is otherwise. */
export function wishForTicket(wish: TicketWish): void {
  state.wish = wish;
  for (const [read, code] of state.readers) if (code === wish.code) read(wish);
}

/** The wish was heard; it is not filled in again. */
export function forgetWish(): void {
  state.wish = null;
}

/**
 * Calls with each wish for the ticket of a market, also with one that was made before; answers how
 * to stop.
 */
export function onTicketWish(code: string, read: Reader): () => void {
  state.readers.set(read, code);
  queueMicrotask(() => {
    const { wish } = state;
    if (wish?.code === code && state.readers.has(read)) read(wish);
  });
  return () => state.readers.delete(read);
}

/** An earlier order as it would stand in the ticket: same side, size, leverage and kind. */
export function fieldsOfOrder(order: Order): Partial<TicketFields> {
  const isWaiting = order.orderType !== 'market';
  return {
    side: order.direction === 'buy' ? 'long' : 'short',
    orderType: order.orderType,
    leverage: order.leverage,
    lots: order.lots,
    price: isWaiting && order.orderType !== 'stop' ? order.price : '',
    stopPrice: order.stopPrice ?? '',
    stopLoss: order.stopLoss ?? '',
    stopLossMoney: '',
    takeProfit: order.takeProfit ?? '',
    takeProfitMoney: '',
    trailing: order.trailingDistance ?? '',
  };
}
