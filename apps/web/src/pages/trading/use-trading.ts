import type { MarketItem, Order, UserInfo } from '@candor/protocol/light';
import { useCallback, useMemo } from 'react';
import { useT } from '@candor/ui';
import { usePositions } from '../../features/contracts/api.ts';
import { type OwnPriceLine, ownPriceLines } from '../../features/contracts/own-lines.ts';
import { termsOf } from '../../features/contracts/preview.ts';
import { useMarkets } from '../../features/market/api.ts';
import { chosenMarket } from '../../features/market/list.ts';
import { useUserInfo } from '../../features/portfolio/api.ts';
import type { MarketInfo } from '@candor/protocol/light';
import { useSearch } from '../../app/paths.ts';

const NO_ORDERS: readonly Order[] = [];

/** The market the address asks for, or the first that has a price. */
export function useChosenMarket(): {
  readonly item: MarketItem | undefined;
  readonly type: string | undefined;
  /** The address names a market that is not in the catalogue. */
  readonly isMissing: boolean;
} {
  const { code, id, type } = useSearch('detail');
  const { data } = useMarkets();
  const item = useMemo(
    () => chosenMarket(data ?? [], { code: code ?? null, id: id ?? null }),
    [data, code, id],
  );
  const isMissing =
    data !== undefined && code !== undefined && item?.code !== code && item?.id !== id;
  return { item, type, isMissing };
}

/** Steps of a market's price, from the catalogue. */
export function useTickSizes(): (code: string) => string | undefined {
  const { data } = useMarkets();
  const steps = useMemo(() => new Map(data?.map((item) => [item.code, item.tickSize])), [data]);
  return useCallback((code) => steps.get(code), [steps]);
}

/** Open contracts of the books on screen; none while they are on their way. */
export function useOpenOrders(): readonly Order[] {
  return usePositions().data?.records ?? NO_ORDERS;
}

/** The figures of the account; null while signed out or on their way. */
export function useAccount(): UserInfo | null {
  return useUserInfo().data ?? null;
}

/** The trader's own prices on the chart of one market. */
export function useOwnLines(info: MarketInfo): readonly OwnPriceLine[] {
  const t = useT();
  const orders = useOpenOrders();
  const terms = useMemo(() => termsOf(info), [info]);
  const { code, tickSize } = info;
  // Results move with every tick, the lines do not: they are redrawn when one of them changes.
  const lines = ownPriceLines(orders, { code, tickSize, terms, t });
  const key = JSON.stringify(lines);
  return useMemo(() => JSON.parse(key) as readonly OwnPriceLine[], [key]);
}
