import type { Mode } from '@candor/kernel';
import type { NotificationItem, Order } from '@candor/protocol/light';
import { useSyncExternalStore } from 'react';

/** Something that happened to an order while the page was open. */
type OrderReader = (order: Order) => void;

type State = {
  readonly orderReaders: Set<OrderReader>;
  readonly notices: Map<Mode, NotificationItem>;
  readonly listeners: Set<() => void>;
};

const state: State = { orderReaders: new Set(), notices: new Map(), listeners: new Set() };

/** Hands an order that changed to whoever tells of it. */
export function tellOrder(order: Order): void {
  state.orderReaders.forEach((read) => read(order));
}

/** Calls with each order that changes; answers how to stop. */
export function onOrder(read: OrderReader): () => void {
  state.orderReaders.add(read);
  return () => state.orderReaders.delete(read);
}

/** Keeps the last notice of a set of books. */
export function tellNotice(mode: Mode, notice: NotificationItem): void {
  state.notices.set(mode, notice);
  state.listeners.forEach((tell) => tell());
}

/** The last notice the server sent for these books while the page was open; null without one. */
export function useNotice(mode: Mode): NotificationItem | null {
  return useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    () => state.notices.get(mode) ?? null,
  );
}
