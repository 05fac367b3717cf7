import type { Interval } from '@candor/pricing';
import type { CallResult, MarketInfo, MarketItem } from '@candor/protocol/light';
import {
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';

/** Points of a sparkline: as many as a row has pixels for. */
const ROW_POINTS = 48;
/** The list's sparklines and changes move slowly; its prices come from the live line. */
const LIST_EVERY_MS = 60_000;
const INFO_EVERY_MS = 30_000;
/** Bars the server answers at most. */
const BARS_MAX = 1_000;

/** The catalogue with its latest prices, unless nobody needs it now. */
export function useMarkets(isNeeded = true): UseQueryResult<MarketItem[]> {
  return useQuery({
    queryKey: queryKeys.markets(),
    enabled: isNeeded,
    queryFn: ({ signal }) => ask('market.list', { query: { points: ROW_POINTS }, signal }),
    refetchInterval: LIST_EVERY_MS,
  });
}

const infoQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.marketInfo(id),
    queryFn: ({ signal }) => ask('market.info', { params: { id }, signal }),
  });

/** Asks for an instrument before its page is drawn; the page itself reports a failure. */
export function askForMarket(client: QueryClient, id: string): Promise<void> {
  return client.prefetchQuery(infoQuery(id));
}

/** One instrument with its specification and 24 h figures. */
export function useMarketInfo(id: string | undefined): UseQueryResult<MarketInfo> {
  return useQuery({
    ...infoQuery(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: INFO_EVERY_MS,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });
}

type Bars = CallResult<'market.bars'>;

/** The bars of one instrument and interval; older ones on demand, newest answer first. */
export function useBars(
  code: string,
  interval: Interval,
): UseInfiniteQueryResult<InfiniteData<Bars>> {
  return useInfiniteQuery({
    queryKey: queryKeys.bars(code, interval),
    queryFn: ({ signal, pageParam }) =>
      ask('market.bars', {
        query: { code, interval, ...(pageParam === null ? {} : { to: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    // An answer that is not full reached the beginning.
    getNextPageParam: (page) =>
      page.length < BARS_MAX || page[0] === undefined ? null : page[0].time - 1,
    placeholderData: keepPreviousData,
    maxPages: 8,
  });
}
