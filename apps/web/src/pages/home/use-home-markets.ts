import type { MarketItem } from '@candor/protocol/light';
import type { CallFailure } from '../../lib/http.ts';
import { useCall } from '../../lib/use-call.ts';
import { isQuoted, type TypeTab } from '../../features/market/list.ts';

/** Points of a sparkline: as many as its width has room for. */
const POINTS = 60;
const EVERY_MS = 60_000;
/** The list is asked again soon while nothing in it has a price yet. */
const WAITING_MS = 5_000;

/** The markets of one type that a named source quotes now, the first few of the catalogue. */
export type HomeMarkets = {
  readonly items: readonly MarketItem[] | null;
  readonly failure: CallFailure | null;
  readonly reload: () => void;
};

/**
 * Two questions: which markets of the type have a price (no chart points, small), then the points
 * of those on screen. Prices move by the live line, not by asking again.
 */
export function useHomeMarkets(type: TypeTab, count: number): HomeMarkets {
  const typeText = String(type) as '1' | '2' | '3' | '4' | '5';
  const list = useCall('market.list', {
    input: { query: { type: typeText, points: 0 } },
    everyMs: (items) => (items?.some(isQuoted) === true ? EVERY_MS : WAITING_MS),
  });
  const quoted = (list.value ?? [])
    .filter((item) => item.type === type && isQuoted(item))
    .slice(0, count);
  const codes = quoted.map((item) => item.code);
  const charts = useCall('market.list', {
    input: { query: { codes, points: POINTS } },
    everyMs: () => EVERY_MS,
    isEnabled: codes.length > 0,
  });
  const byCode = new Map((charts.value ?? []).map((item) => [item.code, item]));
  const isOfType = list.value?.every((item) => item.type === type) ?? false;
  return {
    items: isOfType ? quoted.map((item) => byCode.get(item.code) ?? item) : null,
    failure: list.failure,
    reload: list.reload,
  };
}
