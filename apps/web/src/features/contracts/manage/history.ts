import type { MessageKey } from '@candor/locales';
import type { OrderEvent } from '@candor/protocol/light';

/** Message of what happened to an order. */
export const EVENT_LABELS: Readonly<Record<OrderEvent['kind'], MessageKey>> = {
  placed: 'orders.event-placed',
  opened: 'orders.event-opened',
  amended: 'orders.event-amended',
  armed: 'orders.event-armed',
  trailed: 'orders.event-trailed',
  financed: 'orders.event-financed',
  partClosed: 'orders.event-part-closed',
  closed: 'orders.event-closed',
  cancelled: 'orders.event-cancelled',
  rejected: 'orders.event-rejected',
};

/** Message of who did it. */
export const BY_LABELS: Readonly<Record<OrderEvent['by'], MessageKey>> = {
  user: 'orders.by-user',
  market: 'orders.by-market',
  timer: 'orders.by-timer',
  operator: 'orders.by-operator',
};

type Change = NonNullable<OrderEvent['changes']>[number];

/** Message of a figure an amendment changed. */
export const CHANGE_LABELS: Readonly<Record<Change['field'], MessageKey>> = {
  stopLoss: 'ticket.stop-loss',
  takeProfit: 'ticket.take-profit',
  trailingDistance: 'ticket.trailing',
  price: 'ticket.limit-price',
  stopPrice: 'ticket.stop-price',
};

/** The newest first, as one reads a history. */
export function newestFirst(events: readonly OrderEvent[]): readonly OrderEvent[] {
  return events.toReversed();
}
