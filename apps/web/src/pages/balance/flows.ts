import type { ComponentType } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';

/** What the page gives a stepper: proofs and dialogs of other features. */
export type FlowProps = {
  /** Asks the owner to confirm the withdrawal of a quote; null when they did not. */
  readonly confirm: (quoteId: string) => Promise<string | null>;
  readonly onBook: () => void;
  readonly onAuthorize: () => void;
  /** Hears of the asset and network a withdrawal is by, so that what stands beside it is about them. */
  readonly onPlace: (key: string) => void;
};

/** Steppers of the page, each a file of its own that comes when it is opened. */
export const FLOWS: Readonly<Record<'deposit' | 'withdraw', ComponentType<FlowProps>>> = {
  deposit: lazyPart<FlowProps>(() =>
    import('../../features/cashier/deposit/DepositFlow.tsx').then(({ DepositFlow }) => DepositFlow),
  ),
  withdraw: lazyPart<FlowProps>(() =>
    import('../../features/cashier/withdraw/WithdrawFlow.tsx').then(
      ({ WithdrawFlow }) => WithdrawFlow,
    ),
  ),
};
