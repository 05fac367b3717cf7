import type { UserId } from '@candor/kernel';

/** Something of a user's real money in or out changed. */
export type CashierChanged = {
  readonly userId: UserId;
  readonly kind: 'deposit' | 'withdrawal' | 'address';
  readonly id: string;
};

/** Topic of `CashierChanged`. */
export const CASHIER_CHANGED = 'cashier.Changed';
