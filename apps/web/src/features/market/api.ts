import type { Interval } from '@candor/pricing';
import type { MarketInfo, MarketItem } from '@candor/protocol/light';
import {
  type QueryClient,
  type UseQueryResult,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';
import { type ChartBars, newFrom, withNewer, withOlder } from './chart/chart-bars.ts';
import { barOf } from './chart/chart-points.ts';

/** Points of a sparkline: as many as a row has pixels for. */
const ROW_POINTS = 48;
/** The list's sparklines and changes move slowly; its prices come from the live line. */
const LIST_EVERY_MS = 60_000;
const INFO_EVERY_MS = 30_000;

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

/** The bars of a chart as they were read, and how more of them are. */
export type Bars = {
  /** Null until the first answer; never those of another market or interval. */
  readonly known: ChartBars | null;
  readonly error: unknown;
  /** Reads what is new. */
  readonly renew: () => void;
  /** Reads those before the first; does nothing while it does, and where there are none. */
  readonly older: () => void;
};

/** The bars of one instrument and interval: what is new is read alone, older ones on demand. */
export function useBars(code: string, interval: Interval): Bars {
  const client = useQueryClient();
  const queryKey = queryKeys.bars(code, interval);
  const isReadingOlder = useRef(false);
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<ChartBars>(queryKey);
      const from = newFrom(known);
      const query = { code, interval, ...(from === undefined ? {} : { from }) };
      const answer = await ask('market.bars', { query, signal });
      // Older ones may have come meanwhile.
      return withNewer(client.getQueryData<ChartBars>(queryKey), answer.map(barOf));
    },
    // Thousands of bars that are the same bars already.
    structuralSharing: false,
  });
  const readOlder = async (): Promise<void> => {
    const [first] = data?.bars ?? [];
    if (first === undefined || data?.hasOlder !== true || isReadingOlder.current) return;
    isReadingOlder.current = true;
    try {
      const query = { code, interval, to: first.time - 1 };
      const answer = await ask('market.bars', { query });
      client.setQueryData<ChartBars>(queryKey, (known) =>
        known?.bars[0] === first ? withOlder(known, answer.map(barOf)) : known,
      );
    } finally {
      isReadingOlder.current = false;
    }
  };
  return {
    known: data ?? null,
    error,
    renew: () => void client.invalidateQueries({ queryKey }),
    // What failed is read when the reader scrolls again.
    older: () => void readOlder().catch(() => undefined),
  };
}
