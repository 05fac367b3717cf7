import type { MarketItem, Order, UserInfo } from '@candor/protocol/light';
import { useCallback, useMemo } from 'react';
import { useT } from '@candor/ui';
import { useOrders, usePositions } from '../../features/contracts/orders/api.ts';
import { useAmendContract } from '../../features/contracts/order/commands.ts';
import { type OwnLineMoves, ownLineMoves } from '../../features/contracts/orders/own-line-moves.ts';
import { type OwnPriceLine, ownPriceLines } from '../../features/contracts/orders/own-lines.ts';
import { pricesOf, termsOf } from '../../features/contracts/order/preview.ts';
import { useMarketInfo, useMarkets } from '../../features/market/api.ts';
import { useRunningOptions } from '../../features/options/running.ts';
import { optionPriceLines } from '../../features/options/lines.ts';
import { chosenMarket } from '../../features/market/chosen-market.ts';
import { useUserInfo } from '../../features/portfolio/api.ts';
import type { MarketInfo } from '@candor/protocol/light';
import { useSearch } from '../../lib/paths.ts';
import { failureOf } from '../../lib/query.ts';
import { newestQuote, quotes } from '../../live/index.ts';

const NO_ORDERS: readonly Order[] = [];

/** The market the address asks for, or the first that has a price; found in the list, if needed. */
export function useChosenMarket(isNeeded = true): {
  readonly item: MarketItem | undefined;
  readonly type: string | undefined;
  /** The address names a market that is not in the catalogue. */
  readonly isMissing: boolean;
} {
  const { code, id, type } = useSearch('detail');
  const { data } = useMarkets(isNeeded);
  const item = useMemo(
    () => chosenMarket(data ?? [], { code: code ?? null, id: id ?? null }),
    [data, code, id],
  );
  const isMissing =
    data !== undefined && code !== undefined && item?.code !== code && item?.id !== id;
  return { item, type, isMissing };
}

/**
 * The market of a page that shows no list: asked for at once by the id in the address. The whole
 * list is asked for only when there is none, or it is not the id of the code beside it.
 */
export function useAskedMarket(): {
  readonly info: ReturnType<typeof useMarketInfo>;
  readonly isMissing: boolean;
} {
  const { code, id } = useSearch('detail');
  const direct = useMarketInfo(id);
  const isOther = direct.data !== undefined && code !== undefined && direct.data.code !== code;
  const isUnknown = failureOf(direct.error)?.name === 'not-found';
  const isByList = id === undefined || isOther || isUnknown;
  const { item, isMissing } = useChosenMarket(isByList);
  const info = useMarketInfo(isByList ? item?.id : id);
  return { info, isMissing: isByList && isMissing };
}

/** Steps of a market's price, from the catalogue. */
export function useTickSizes(): (code: string) => string | undefined {
  const { data } = useMarkets();
  const steps = useMemo(() => new Map(data?.map((item) => [item.code, item.tickSize])), [data]);
  return useCallback((code) => steps.get(code), [steps]);
}

/** Open contracts of the account on screen; none while they are on their way. */
export function useOpenOrders(): readonly Order[] {
  return usePositions().data?.records ?? NO_ORDERS;
}

/** Codes of the markets with an open contract; the same list until one opens or closes. */
export function usePositionCodes(): readonly string[] {
  const orders = useOpenOrders();
  const key = [...new Set(orders.map((order) => order.code))].join(' ');
  return useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
}

/** The figures of the account; null while signed out or on their way. */
export function useAccount(): UserInfo | null {
  return useUserInfo().data ?? null;
}

/** Orders of one market that wait; more than these would hide the candles. */
const PENDING_MAX = 50;

/** The trader's own prices on the chart of one market, and how they are moved. */
export function useOwnLines(info: MarketInfo): {
  readonly lines: readonly OwnPriceLine[];
  readonly moves: OwnLineMoves;
} {
  const t = useT();
  const { mutateAsync: amend } = useAmendContract();
  const { code, tickSize } = info;
  const running = useOpenOrders();
  const pending = useOrders({ status: 'pending', code, size: PENDING_MAX }).data?.records;
  const terms = useMemo(() => termsOf(info), [info]);
  const orders = useMemo(() => [...running, ...(pending ?? [])], [running, pending]);
  const facts = useMemo(() => ({ code, tickSize, terms, t }), [code, tickSize, terms, t]);
  const moves = useMemo(
    () =>
      ownLineMoves({
        orders,
        facts,
        prices: () => pricesOf(newestQuote(quotes.get(code), info) ?? info),
        amend,
      }),
    [orders, facts, code, info, amend],
  );
  // Results move with every tick, the lines do not: they are redrawn when one of them changes.
  const options = useRunningOptions().data?.records;
  const drawn = [...ownPriceLines(orders, facts), ...optionPriceLines(options ?? [], facts)];
  const key = JSON.stringify(drawn);
  const lines = useMemo(() => JSON.parse(key) as readonly OwnPriceLine[], [key]);
  return { lines, moves };
}
