import type { MessageKey } from '@candor/locales';
import {
  ChartLineIcon,
  HandCoinsIcon,
  HouseIcon,
  PaletteIcon,
  RobotIcon,
  UserCircleIcon,
  type IconProps,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { PATHS, type PageName } from '../lib/paths.ts';

/** One of the six sections. @source seed §2 */
export type Tab = {
  readonly page: PageName;
  readonly label: MessageKey;
  readonly shortLabel: MessageKey;
  readonly Icon: (props: IconProps) => ReactElement;
};

/** The sections in their order. */
export const TABS: readonly Tab[] = [
  { page: 'home', label: 'nav.home', shortLabel: 'nav.home', Icon: HouseIcon },
  { page: 'market', label: 'nav.market', shortLabel: 'nav.market', Icon: ChartLineIcon },
  { page: 'trading', label: 'nav.smart', shortLabel: 'nav.smart-short', Icon: RobotIcon },
  { page: 'loan', label: 'nav.loan', shortLabel: 'nav.loan', Icon: HandCoinsIcon },
  { page: 'nfts', label: 'nav.nfts', shortLabel: 'nav.nfts', Icon: PaletteIcon },
  { page: 'profile', label: 'nav.account', shortLabel: 'nav.account', Icon: UserCircleIcon },
];

/** The section an address belongs to, by its first segment; null for pages of no section. */
export function tabOf(path: string): PageName | null {
  const first = `/${path.split('/')[1] ?? ''}`;
  // One market's page is part of the market.
  if (first === PATHS.detail) return 'market';
  return TABS.find((tab) => PATHS[tab.page] === first)?.page ?? null;
}
