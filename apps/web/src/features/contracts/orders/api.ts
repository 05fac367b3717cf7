import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from '../../../lib/own-query.ts';
import { ask } from '../../../lib/query.ts';
import { type OrdersQuery, queryKeys } from '../../../live/keys.ts';
import { readOrders } from '../../../live/order-cache.ts';
import type { OrderPage } from '../../../live/order-news.ts';

/** Most rows a page of the list may ask for. */
const PAGE_MAX = 100;
/** Positions hear of closes by the live line; this catches what it missed. */
const POSITIONS_EVERY_MS = 60_000;

/** One page of the orders of the account on screen; not asked while signed out. */
export function useOrders(
  query: OrdersQuery,
  options: { readonly refetchInterval?: number } = {},
): UseQueryResult<OrderPage> {
  const client = useQueryClient();
  return useOwnQuery({
    keyOf: (mode) => queryKeys.ordersPage(mode, query),
    read: (params) =>
      readOrders(client, query, {
        owner: params.as,
        read: () => ask('contracts.list', { query, ...params }),
      }),
    keepsBefore: true,
    ...options,
  });
}

/** All orders of one status, as many as a page holds; fetched again now and then. */
function useAllOf(status: 'running' | 'pending'): UseQueryResult<OrderPage> {
  return useOrders({ status, size: PAGE_MAX }, { refetchInterval: POSITIONS_EVERY_MS });
}

/** The open contracts of the account on screen. */
export const usePositions = (): UseQueryResult<OrderPage> => useAllOf('running');

/** The orders of the account on screen that wait for their price. */
export const usePending = (): UseQueryResult<OrderPage> => useAllOf('pending');
