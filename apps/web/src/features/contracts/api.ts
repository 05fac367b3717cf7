import type {
  AmendContractBody,
  CallResult,
  MarketInfo,
  OpenContractBody,
  Order,
  OrderDetail,
} from '@candor/protocol/light';
import {
  type UseQueryResult,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { performMoneyAct } from '../../lib/money-acts.ts';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { type OrdersQuery, queryKeys } from '../../live/keys.ts';

type OrderPage = CallResult<'contracts.list'>;

/** Most rows a page of the list may ask for. */
const PAGE_MAX = 100;
/** Positions hear of closes by the live line; this catches what it missed. */
const POSITIONS_EVERY_MS = 60_000;

/** One page of the orders of the books on screen; not asked while signed out. */
export function useOrders(query: OrdersQuery): UseQueryResult<OrderPage> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.ordersPage(mode, query),
    read: (asked) => ask('contracts.list', { query, ...asked }),
    keepsBefore: true,
  });
}

/** All orders of one status, as many as a page holds; fetched again now and then. */
function useAllOf(status: 'running' | 'pending'): UseQueryResult<OrderPage> {
  const query: OrdersQuery = { status, size: PAGE_MAX };
  return useOwnQuery({
    keyOf: (mode) => queryKeys.ordersPage(mode, query),
    read: (asked) => ask('contracts.list', { query, ...asked }),
    refetchInterval: POSITIONS_EVERY_MS,
  });
}

/** The open contracts of the books on screen. */
export const usePositions = (): UseQueryResult<OrderPage> => useAllOf('running');

/** The orders of the books on screen that wait for their price. */
export const usePending = (): UseQueryResult<OrderPage> => useAllOf('pending');

function useRefetchBooks(): () => void {
  const client = useQueryClient();
  const { mode } = useSession();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.orders(mode) });
    void client.invalidateQueries({ queryKey: queryKeys.orderDetails(mode) });
    void client.invalidateQueries({ queryKey: queryKeys.userInfo(mode) });
  };
}

/** Opens a contract; resolves with how the act ended, also when nobody answered. */
export function useOpenContract(onSilence: () => void) {
  const refetch = useRefetchBooks();
  return useMutation({
    mutationFn: (body: Omit<OpenContractBody, 'requestId'>) =>
      performMoneyAct({ name: 'contracts.open', body, onSilence }),
    onSettled: refetch,
  });
}

/** Closes a contract, or some of its lots; resolves with how the act ended, answered or not. */
export function useCloseContract(onSilence?: () => void) {
  const refetch = useRefetchBooks();
  return useMutation({
    mutationFn: ({ id, lots }: Pick<Order, 'id'> & { readonly lots?: string }) =>
      performMoneyAct({
        name: 'contracts.close',
        params: { id },
        body: lots === undefined ? {} : { lots },
        ...(onSilence === undefined ? {} : { onSilence }),
      }),
    onSettled: refetch,
  });
}

type AmendBody = Omit<AmendContractBody, 'requestId'>;

/** Changes the stops of a contract, or the prices of an order that waits. */
export function useAmendContract() {
  const refetch = useRefetchBooks();
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: AmendBody }) =>
      performMoneyAct({ name: 'contracts.amend', params: { id }, body }),
    onSettled: refetch,
  });
}

/** Cancels an order that waits. */
export function useCancelContract() {
  const refetch = useRefetchBooks();
  return useMutation({
    mutationFn: ({ id }: Pick<Order, 'id'>) =>
      performMoneyAct({ name: 'contracts.cancel', params: { id }, body: {} }),
    onSettled: refetch,
  });
}

/** Closes every open contract of the books on screen, or of one market. */
export function useCloseAll(onSilence: () => void) {
  const refetch = useRefetchBooks();
  return useMutation({
    mutationFn: (body: { readonly code?: string }) =>
      performMoneyAct({ name: 'contracts.close-all', body, onSilence }),
    onSettled: refetch,
  });
}

/** Closes a contract and opens the same size the other way, both or neither. */
export function useReverseContract(onSilence: () => void) {
  const refetch = useRefetchBooks();
  return useMutation({
    mutationFn: ({ id, quoteId }: { readonly id: string; readonly quoteId: string | undefined }) =>
      performMoneyAct({
        name: 'contracts.reverse',
        params: { id },
        body: quoteId === undefined ? {} : { quoteId },
        onSilence,
      }),
    onSettled: refetch,
  });
}

/** One order with everything that happened to it. */
export function useOrderDetail(id: string): UseQueryResult<OrderDetail> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.orderDetail(mode, id),
    read: (asked) => ask('contracts.get', { params: { id }, ...asked }),
  });
}

const instrumentQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.instrument(code),
    queryFn: async ({ signal }) => {
      const [item] = await ask('market.list', { query: { codes: [code], points: 0 }, signal });
      return ask('market.info', { params: { id: item?.id ?? '' }, signal });
    },
  });

/** The market of an order, with its specification; orders name it by its code. */
export function useInstrument(code: string): UseQueryResult<MarketInfo> {
  return useQuery(instrumentQuery(code));
}

/** The markets of several orders that have come, by their codes. */
export function useInstruments(orders: readonly Order[]): ReadonlyMap<string, MarketInfo> {
  const codes = [...new Set(orders.map(({ code }) => code))];
  const answers = useQueries({ queries: codes.map(instrumentQuery) });
  return new Map(
    codes.flatMap((code, index) => {
      const info = answers[index]?.data;
      return info === undefined ? [] : [[code, info] as const];
    }),
  );
}
