import { type ComponentType, lazy } from 'react';
import type { PageName } from '../lib/paths.ts';

type Module = { readonly default: ComponentType };

const LOADERS: Readonly<Record<PageName, () => Promise<Module>>> = {
  cases: () => import('../pages/Cases.tsx').then(({ Cases }) => ({ default: Cases })),
  audit: () => import('../pages/Audit.tsx').then(({ Audit }) => ({ default: Audit })),
  staff: () => import('../pages/Staff.tsx').then(({ Staff }) => ({ default: Staff })),
  account: () => import('../pages/Account.tsx').then(({ Account }) => ({ default: Account })),
};

/** The code of each page, which comes when it is first opened. */
export const COMPONENTS = Object.fromEntries(
  Object.entries(LOADERS).map(([name, load]) => [name, lazy(load)]),
) as Readonly<Record<PageName, ComponentType>>;
