import type { Order } from '@candor/protocol/light';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentSession } from '../../../lib/session.ts';
import { newestHeard } from '../../../live/order-cache.ts';

/**
 * The rows of a list of positions after it changed: one that closed stays where it stood, as it
 * closed, so that nothing moves under a pointer on its way to the next button. An order that opened
 * begins the list anew, one that comes up from the next page stands below, and one whose end is not
 * known leaves.
 */
export function keepRows(
  before: readonly Order[],
  orders: readonly Order[],
  closedOf: (id: string) => Order | undefined,
): readonly Order[] {
  const known = new Set(before.map(({ id }) => id));
  const [newest] = orders;
  if (newest !== undefined && !known.has(newest.id)) return orders;
  const running = new Map(orders.map((order) => [order.id, order]));
  return [
    ...before.flatMap((row) => running.get(row.id) ?? closedOf(row.id) ?? []),
    ...orders.filter(({ id }) => !known.has(id)),
  ];
}

/** The rows to show of positions, and how those that closed are let go. */
export function useKeptRows(orders: readonly Order[]): {
  readonly rows: readonly Order[];
  readonly letGo: () => void;
} {
  const client = useQueryClient();
  const [shown, setShown] = useState({ orders, rows: orders });
  let { rows } = shown;
  if (shown.orders !== orders) {
    const { user, mode } = currentSession();
    const owner = { userId: user?.id ?? null, mode };
    rows = keepRows(shown.rows, orders, (id) => {
      const order = newestHeard(client, owner, id);
      return order?.status === 'closed' ? order : undefined;
    });
    setShown({ orders, rows });
  }
  return { rows, letGo: () => setShown({ orders, rows: orders }) };
}
