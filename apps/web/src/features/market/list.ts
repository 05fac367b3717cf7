import type { MessageKey } from '@candor/locales';
import type { MarketItem } from '@candor/protocol/light';

/** Market types in the order the tabs show them. @source seed §3, design c */
export const TYPE_TABS = [2, 1, 3, 4, 5] as const;

/** One tab: a market type. */
export type TypeTab = (typeof TYPE_TABS)[number];

/** Message of a tab. */
export const TYPE_LABELS: Readonly<Record<TypeTab, MessageKey>> = {
  1: 'market.type-forex',
  2: 'market.type-crypto',
  3: 'market.type-stocks',
  4: 'market.type-futures',
  5: 'market.type-metals',
};

/** Whether a named source says its price. */
export function isQuoted(item: MarketItem): boolean {
  return item.price !== null && item.status !== 'noSource';
}

/** The market a page opens with: the one asked for, else the first that has a price. */
export function chosenMarket(
  items: readonly MarketItem[],
  wanted: { readonly code: string | null; readonly id: string | null },
): MarketItem | undefined {
  const byCode = items.find((item) => item.code === wanted.code);
  if (byCode !== undefined) return byCode;
  const byId = items.find((item) => item.id === wanted.id);
  if (byId !== undefined) return byId;
  const crypto = items.filter((item) => item.type === TYPE_TABS[0]);
  return crypto.find(isQuoted) ?? items.find(isQuoted) ?? crypto[0] ?? items[0];
}

/** The letter an instrument's disc shows: neutral, and in every font. */
export function discLetter(code: string): string {
  return code.slice(0, 1);
}
