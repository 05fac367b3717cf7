import type { MessageKey } from '@candor/locales';
import type { MarketItem } from '@candor/protocol/light';
import { type TypeTab, isQuoted } from './list.ts';
import { searchMarkets } from './search.ts';

/** A tab of the list: one's own markets, or those of a type. */
export type ListTab = 'mine' | TypeTab;

/** A line of the list: a market, or the head of the ones below. */
export type ListEntry =
  | { readonly kind: 'row'; readonly key: string; readonly item: MarketItem }
  | { readonly kind: 'head'; readonly key: string; readonly label: MessageKey };

/** What belongs to the reader: codes, the first one first. */
export type OwnMarkets = {
  readonly positions: readonly string[];
  readonly favourites: readonly string[];
  readonly recent: readonly string[];
};

function rows(items: readonly MarketItem[], section = ''): ListEntry[] {
  return items.map((item) => ({ kind: 'row', key: `${section}${item.code}`, item }));
}

function inOrder(items: readonly MarketItem[], codes: readonly string[]): MarketItem[] {
  const byCode = new Map(items.map((item) => [item.code, item]));
  return [...new Set(codes)].flatMap((code) => byCode.get(code) ?? []);
}

/** One's own markets in parts; a market stands in the first part it belongs to. */
function ownEntries(items: readonly MarketItem[], own: OwnMarkets): ListEntry[] {
  const parts = [
    ['market.head-positions', own.positions],
    ['market.head-favourites', own.favourites],
    ['market.head-recent', own.recent],
  ] as const;
  const seen = new Set<string>();
  return parts.flatMap(([label, codes]): ListEntry[] => {
    const found = inOrder(items, codes).filter(({ code }) => !seen.has(code));
    found.forEach(({ code }) => seen.add(code));
    if (found.length === 0) return [];
    return [{ kind: 'head', key: label, label }, ...rows(found, label)];
  });
}

/**
 * What the list shows: one's own markets, those of one type, or of every type while something is
 * searched. Among a type come those with a position first, then the starred ones, then those that
 * have a price; each group in the catalogue's order.
 */
export function listEntries(
  items: readonly MarketItem[],
  view: { readonly tab: ListTab; readonly text: string; readonly own: OwnMarkets },
): ListEntry[] {
  const { tab, text, own } = view;
  if (text.trim() !== '') return rows(searchMarkets(items, text));
  if (tab === 'mine') return ownEntries(items, own);
  const held = new Set(own.positions);
  const starred = new Set(own.favourites);
  const groupOf = (item: MarketItem): number => {
    if (held.has(item.code)) return 0;
    if (starred.has(item.code)) return 1;
    return isQuoted(item) ? 2 : 3;
  };
  const chosen = items.filter((item) => item.type === tab);
  return rows(chosen.toSorted((a, b) => groupOf(a) - groupOf(b)));
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** The row a key leads to from another row, heads skipped; null for any other key. */
export function rowAfter(entries: readonly ListEntry[], from: number, key: string): number | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const places = entries.flatMap((entry, index) => (entry.kind === 'row' ? [index] : []));
  const at = places.indexOf(from) + step;
  return places[Math.min(places.length - 1, Math.max(0, at))] ?? null;
}
