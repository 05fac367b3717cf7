import type { Order } from '@candor/protocol/light';
import { type Asker, currentAsker } from '../../../lib/session.ts';
import { sideOf } from '../order/preview.ts';
import type { TicketFields } from './ticket.ts';

/** An order a user wants to see in the ticket of its market. */
export type TicketWish = {
  readonly code: string;
  readonly fields: Partial<TicketFields>;
};

type Reader = (wish: TicketWish) => void;

/** It was made for the account of that moment, and is one of theirs. */
type Made = { readonly wish: TicketWish; readonly as: Asker };
type State = { made: Made | null; readonly readers: Map<Reader, string> };

const state: State = { made: null, readers: new Map() };

/** The wish of the current user; what was wished for the other account is forgotten. */
function currentWish(): TicketWish | null {
  if (state.made === null) return null;
  const { wish, as } = state.made;
  const { userId, mode } = currentAsker();
  if (as.userId === userId && as.mode === mode) return wish;
  state.made = null;
  return null;
}

/** Fills the ticket of a market: at once if it is on screen, the next time it is otherwise. */
export function wishForTicket(wish: TicketWish): void {
  state.made = { wish, as: currentAsker() };
  for (const [read, code] of state.readers) if (code === wish.code) read(wish);
}

/** The wish was heard; it is not filled in again. */
export function forgetWish(): void {
  state.made = null;
}

/**
 * Calls with each wish for the ticket of a market, also with one that was made before; answers how
 * to stop.
 */
export function onTicketWish(code: string, read: Reader): () => void {
  state.readers.set(read, code);
  queueMicrotask(() => {
    const wish = currentWish();
    if (wish?.code === code && state.readers.has(read)) read(wish);
  });
  return () => state.readers.delete(read);
}

/** An earlier order as it would stand in the ticket: same side, size, leverage and kind. */
export function fieldsOfOrder(order: Order): Partial<TicketFields> {
  const isWaiting = order.orderType !== 'market';
  return {
    side: sideOf(order),
    orderType: order.orderType,
    leverage: order.leverage,
    lots: order.lots,
    unit: 'lots',
    amount: '',
    price: isWaiting && order.orderType !== 'stop' ? order.price : '',
    stopPrice: order.stopPrice ?? '',
    stopLoss: order.stopLoss ?? '',
    stopLossMoney: '',
    takeProfit: order.takeProfit ?? '',
    takeProfitMoney: '',
    trailing: order.trailingDistance ?? '',
  };
}
