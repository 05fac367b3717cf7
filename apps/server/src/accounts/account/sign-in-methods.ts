import type { UserId } from '@candor/kernel';
import type { Tx } from '../../platform/postgres/db.ts';
import { lockSignInMethods } from './sign-in-method-store.ts';

/** How a user proved who they are, before any second factor. */
export type SignInMethod = 'password' | 'wallet' | 'social';

/**
 * Whether an account can still be entered when one of its wallets or services is taken away. Two
 * that are taken away at the same moment wait for one another.
 */
export async function hasAnotherSignInMethod(tx: Tx, userId: UserId): Promise<boolean> {
  const { hasPassword, wallets, services } = await lockSignInMethods(tx, userId);
  return (hasPassword ? 1 : 0) + wallets + services > 1;
}
