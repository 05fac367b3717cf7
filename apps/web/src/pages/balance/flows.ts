import type { ComponentType } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';

/** Steppers of the page, each a file of its own that comes when it is opened; null: not there yet. */
export type Flow = ComponentType;

export const FLOWS: Readonly<Record<'deposit' | 'withdraw', Flow | null>> = {
  deposit: lazyPart(() =>
    import('../../features/cashier/deposit/DepositFlow.tsx').then((module) => module.DepositFlow),
  ),
  withdraw: null,
};
