import type { CallResult, OpenContractBody, Order } from '@candor/protocol/light';
import {
  type UseQueryResult,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { performMoneyAct } from '../../lib/money-acts.ts';
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
  const { mode, state } = useSession();
  return useQuery({
    queryKey: queryKeys.ordersPage(mode, query),
    queryFn: ({ signal }) => ask('contracts.list', { query, signal }),
    enabled: state === 'in',
    placeholderData: keepPreviousData,
  });
}

/** The open contracts of the books on screen. */
export function usePositions(): UseQueryResult<OrderPage> {
  const { mode, state } = useSession();
  const query: OrdersQuery = { status: 'running', size: PAGE_MAX };
  return useQuery({
    queryKey: queryKeys.ordersPage(mode, query),
    queryFn: ({ signal }) => ask('contracts.list', { query, signal }),
    enabled: state === 'in',
    refetchInterval: POSITIONS_EVERY_MS,
  });
}

function useRefetchBooks(): () => void {
  const client = useQueryClient();
  const { mode } = useSession();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.orders(mode) });
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

/** Closes a contract; resolves with how the act ended, also when nobody answered. */
export function useCloseContract() {
  const refetch = useRefetchBooks();
  return useMutation({
    mutationFn: (order: Pick<Order, 'id'>) =>
      performMoneyAct({ name: 'contracts.close', params: { id: order.id }, body: {} }),
    onSettled: refetch,
  });
}
