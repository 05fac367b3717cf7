import type { PageName } from './paths.ts';

/** Pages of functions that are not built yet. */
const NOT_OPEN = ['trading', 'nfts'] as const satisfies readonly PageName[];

export type NotOpenName = (typeof NOT_OPEN)[number];

export const isNotOpen = (name: PageName): name is NotOpenName =>
  NOT_OPEN.some((one) => one === name);

/** Whether what a page is for can be done yet; the link that leads there says so. */
export const isOpen = (name: PageName): boolean => !isNotOpen(name);
