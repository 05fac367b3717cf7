import type { UnixMs, UserId } from '@candor/kernel';
import type { Network, WalletChain } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { AuthorizationRow } from './schema.ts';

export type { AuthorizationRow } from './schema.ts';

const INSERT = `
  insert into cashier.authorization
    (user_id, id, chain, address, signer, message, signature, signed_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8), platform.from_ms($9))`;

/** A signature with what it was made for. */
export type NewAuthorization = Pick<AuthorizationRow, 'chain' | 'address' | 'signer'> & {
  readonly userId: UserId;
  readonly id: string;
  readonly message: string;
  readonly signature: string;
  readonly at: UnixMs;
  readonly expiresAt: UnixMs;
};

/** Keeps a signature that fits. */
export async function insertAuthorization(tx: Tx, made: NewAuthorization): Promise<void> {
  const { userId, id, chain, address, signer, message, signature, at, expiresAt } = made;
  const values = [userId, id, chain, address, signer, message, signature, at, expiresAt];
  await tx.query(INSERT, values);
}

const NEWEST = `
  select chain, address, signer, signed_at, expires_at, revoked_at, used_by
  from cashier.authorization
  where user_id = $1 and ($2::text is null or chain = $2)
  order by signed_at desc, id desc limit 1`;

/** What a user's wallet signed last, of one chain where it is said; null for nothing. */
export async function findNewest(
  sql: Sql,
  userId: UserId,
  chain: WalletChain | null,
): Promise<AuthorizationRow | null> {
  return (await sql.query<Row & AuthorizationRow>(NEWEST, [userId, chain]))[0] ?? null;
}

const USE = `
  update cashier.authorization set used_by = $5
  where user_id = $1 and chain = $2 and address = $3 and signer = 'contract' and used_by is null
    and revoked_at is null and expires_at > platform.from_ms($4)`;

/** The withdrawal that a contract's signature is used by. */
export type SignatureUse = {
  readonly userId: UserId;
  readonly network: Network;
  readonly address: string;
  readonly withdrawalId: string;
};

/** Uses up what a contract signed for an address. */
export async function useContractSignature(tx: Tx, use: SignatureUse, at: UnixMs): Promise<void> {
  await tx.query(USE, [use.userId, use.network, use.address, at, use.withdrawalId]);
}

const REVOKE = `
  update cashier.authorization set revoked_at = platform.from_ms($3)
  where user_id = $1 and ($2::text is null or chain = $2)
    and revoked_at is null and used_by is null and expires_at > platform.from_ms($3)
  returning chain, address`;

/** Takes a user's authorizations in force back; answers which they were. */
export function revokeAll(
  tx: Tx,
  which: { readonly userId: UserId; readonly chain: WalletChain | null; readonly at: UnixMs },
): Promise<{ chain: WalletChain; address: string }[]> {
  const values = [which.userId, which.chain, which.at];
  return tx.query<{ chain: WalletChain; address: string }>(REVOKE, values);
}
