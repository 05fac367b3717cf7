import type { UserId } from '@candor/kernel';
import type { Tx } from '../../platform/postgres/db.ts';

const LOCK = `
  select password_hash is not null as "hasPassword" from accounts.account
  where user_id = $1 for update`;
// A statement of its own: it sees what the previous holder of the lock has done.
const COUNT = `
  select
    (select count(*)::int from accounts.wallet where user_id = $1 and unlinked_at is null)
      as wallets,
    (select count(*)::int from accounts.social_key where user_id = $1) as services`;

/** What lets an owner in besides second factors. */
export type SignInMethods = {
  readonly hasPassword: boolean;
  readonly wallets: number;
  readonly services: number;
};

/** Ways into an account, which do not change until the end of the transaction. */
export async function lockSignInMethods(tx: Tx, userId: UserId): Promise<SignInMethods> {
  const [account] = await tx.query<{ hasPassword: boolean }>(LOCK, [userId]);
  const [counted] = await tx.query<{ wallets: number; services: number }>(COUNT, [userId]);
  return {
    hasPassword: account?.hasPassword ?? false,
    wallets: counted?.wallets ?? 0,
    services: counted?.services ?? 0,
  };
}
