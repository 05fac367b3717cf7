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
