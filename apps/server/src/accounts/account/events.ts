import type { UserId } from '@candor/kernel';

/** An account was opened, with its demo account. */
export type UserRegistered = { readonly userId: UserId };

/** Topic of `UserRegistered`. */
export const USER_REGISTERED = 'accounts.UserRegistered';
