import type { MarketInfo, Order, OrderDetail } from '@candor/protocol/light';
import { type UseQueryResult, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from '../../../lib/own-query.ts';
import { ask } from '../../../lib/query.ts';
import { queryKeys } from '../../../live/keys.ts';
import { readOrder } from '../../../live/order-reading.ts';

/** One order with everything that happened to it. */
export function useOrderDetail(id: string): UseQueryResult<OrderDetail> {
  const client = useQueryClient();
  return useOwnQuery({
    keyOf: (mode) => queryKeys.orderDetail(mode, id),
    read: (params) =>
      readOrder(client, {
        owner: params.as,
        read: () => ask('contracts.get', { params: { id }, ...params }),
      }),
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

/** The markets of several orders, by their codes: those that could be read. */
export function useInstruments(orders: readonly Order[]): ReadonlyMap<string, MarketInfo> {
  const client = useQueryClient();
  const codes = [...new Set(orders.map(({ code }) => code))].toSorted();
  const { data = [] } = useQuery({
    queryKey: queryKeys.instruments(codes),
    queryFn: async () => {
      const read = codes.map((code) => client.fetchQuery(instrumentQuery(code)));
      const ends = await Promise.allSettled(read);
      return ends.flatMap((end, index) =>
        end.status === 'fulfilled' ? [[codes[index] ?? '', end.value] as const] : [],
      );
    },
  });
  return new Map(data);
}
