import { type MarketInfo, type MarketItem, changePercentOf } from '@candor/protocol/light';
import { useOffline } from '../../lib/connectivity.ts';
import { useNow } from '../../lib/use-now.ts';
import { wallAt } from '../../lib/clock.ts';
import { type LiveQuote, newestQuote, useQuote } from '../../live/index.ts';
import { type PriceAge, priceAge } from './age.ts';
import { tradingState } from './trading-state.ts';

/** The price on screen: what it is, whose it is, how old, and whether one may trade on it. */
export type PriceState = {
  readonly price: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly change: string | null;
  readonly source: string | null;
  readonly tickId: string | null;
  readonly age: PriceAge | null;
  readonly state: MarketItem['status'];
};

/**
 * The newest of what the socket and the last answer say. A quote the socket showed on arrival may
 * be old already: when it is the tick of the answer, its age is counted from the answer's time.
 */
export function priceStateOf(facts: {
  readonly info: MarketInfo;
  readonly quote: LiveQuote | undefined;
  readonly monotonicNow: number;
  readonly wallNow: number;
  readonly isOffline: boolean;
}): PriceState {
  const { info, monotonicNow, wallNow, isOffline } = facts;
  const quote = newestQuote(facts.quote, info);
  const isSameTick = quote === undefined || quote.tickId === info.tickId;
  const age = priceAge({
    arrivedAt: isSameTick ? undefined : quote.arrivedAt,
    receivedAt: info.receivedAt,
    monotonicNow,
    wallNow,
    freshForMs: info.specification.freshForMs,
  });
  const shown = quote ?? info;
  return {
    price: shown.price,
    bid: shown.bid,
    ask: shown.ask,
    change: (quote === undefined ? null : changePercentOf(quote)) ?? changePercentOf(info),
    source: shown.source,
    tickId: quote?.tickId ?? info.tickId,
    age,
    // Nobody answers, so nobody would take an order at it, however young it is.
    state: tradingState({ status: isOffline ? 'stale' : shown.status, age }),
  };
}

/** `priceStateOf`, as it changes. */
export function usePriceState(info: MarketInfo): PriceState {
  const quote = useQuote(info.code);
  const monotonicNow = useNow();
  // A render between two beats may hold a quote that is newer than the beat.
  const now = Math.max(monotonicNow, quote?.arrivedAt ?? 0);
  const isOffline = useOffline();
  return priceStateOf({ info, quote, monotonicNow: now, wallNow: wallAt(now), isOffline });
}
