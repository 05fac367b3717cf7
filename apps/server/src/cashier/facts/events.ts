import type { Asset, UnixMs, UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';

/** What a user is told of a deposit or an address; a withdrawal's steps say it themselves. */
export type CashierNews =
  | { readonly state: 'seen' | 'credited' | 'gone'; readonly at: UnixMs }
  /** Taken back by its chain; what cash lacked is owed. @units units of the asset, as text */
  | { readonly state: 'reversed'; readonly at: UnixMs; readonly owed: string }
  | {
      readonly state: 'usable';
      readonly at: UnixMs;
      readonly asset: Asset;
      readonly network: Network;
      readonly address: string;
    };

/** Something of a user's real money in or out changed. */
export type CashierChanged = {
  readonly userId: UserId;
  readonly kind: 'deposit' | 'withdrawal' | 'address';
  readonly id: string;
  readonly news?: CashierNews | undefined;
};

/** Topic of `CashierChanged`. */
export const CASHIER_CHANGED = 'cashier.Changed';
