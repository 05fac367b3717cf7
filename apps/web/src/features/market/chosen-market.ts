import type { MarketItem } from '@candor/protocol/light';
import { TYPE_TABS, isQuoted } from './list.ts';

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
