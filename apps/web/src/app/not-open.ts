import type { MessageKey } from '@candor/locales';
import type { PageName } from './paths.ts';

/** Pages of functions that are not built yet, with what they say of themselves. */
export const NOT_OPEN = {
  trading: ['page.trading-title', 'page.trading-text'],
  loan: ['page.loan-title', 'page.loan-text'],
  nfts: ['page.nfts-title', 'page.nfts-text'],
  balance: ['page.balance-title', 'page.balance-text'],
} as const satisfies Partial<Readonly<Record<PageName, readonly [MessageKey, MessageKey]>>>;

export type NotOpenName = keyof typeof NOT_OPEN;

export const isNotOpen = (name: PageName): name is NotOpenName => name in NOT_OPEN;

/** Whether what a page is for can be done yet; whoever leads there says so. */
export const isOpen = (name: PageName): boolean => !isNotOpen(name);
