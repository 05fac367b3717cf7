import { useSyncExternalStore } from 'react';
import type { Order } from '@candor/protocol/light';
import type { TicketFields } from './ticket.ts';

/** An order somebody wants to see in the ticket of its market. */
export type TicketWish = {
  readonly code: string;
  readonly fields: Partial<TicketFields>;
  /** Each wish is one: the same order may be wished for twice. */
  readonly number: number;
};

type State = { wish: TicketWish | null; count: number; readonly listeners: Set<() => void> };

const state: State = { wish: null, count: 0, listeners: new Set() };

function change(wish: TicketWish | null): void {
  state.wish = wish;
  state.listeners.forEach((tell) => tell());
}

/** Fills the ticket of a market the next time it is on screen, at once if it is. */
export function wishForTicket(wish: Omit<TicketWish, 'number'>): void {
  state.count += 1;
  change({ ...wish, number: state.count });
}

/** The wish was heard; it is not filled in again. */
export function forgetWish(): void {
  if (state.wish !== null) change(null);
}

/** What the ticket of a market was asked to be filled with; null when nothing. */
export function useTicketWish(code: string): TicketWish | null {
  const wish = useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    () => state.wish,
  );
  return wish?.code === code ? wish : null;
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
