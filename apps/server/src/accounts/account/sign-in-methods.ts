import type { UserId } from '@candor/kernel';
import type { Tx } from '../../platform/db.ts';
import { lockWaysIn } from './sign-in-method-store.ts';

/** How somebody proved who they are, before any second factor. */
export type Way = 'password' | 'wallet' | 'social';

/**
 * Whether an account can still be entered when one of its wallets or services is taken away. Two
 * that are taken away at the same moment wait for one another.
 */
export async function hasAnotherWayIn(tx: Tx, userId: UserId): Promise<boolean> {
  const { hasPassword, wallets, services } = await lockWaysIn(tx, userId);
  return (hasPassword ? 1 : 0) + wallets + services > 1;
}
