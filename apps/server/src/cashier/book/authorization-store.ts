import type { Asset, UnixMs, UserId } from '@candor/kernel';
import type { Network, WalletChain } from '@candor/protocol';
import { columnsOf } from '../../platform/postgres/columns.ts';
import { type Row, type Sql, type Tx, sendAll } from '../../platform/postgres/db.ts';
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

/** The withdrawal that a contract's signature is used by. */
export type SignatureUse = {
  readonly userId: UserId;
  readonly asset: Asset;
  readonly network: Network;
  readonly address: string;
  readonly withdrawalId: string;
};

const USES = columnsOf<SignatureUse>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['chain', 'text', ({ network }) => network],
  ['address', 'text', ({ address }) => address],
  ['withdrawal_id', 'uuid', ({ withdrawalId }) => withdrawalId],
]);
const USE = `
  update cashier.authorization z set used_by = r.withdrawal_id from ${USES.rows('r')}
  where z.user_id = r.user_id and z.chain = r.chain and z.address = r.address
    and z.signer = 'contract' and z.used_by is null and z.revoked_at is null
    and z.expires_at > platform.from_ms(${USES.behind(1)})`;

/** Uses up what contracts signed for addresses. It is asked for of USDT alone: no other asset uses it up. */
export async function useContractSignatures(
  tx: Tx,
  uses: readonly SignatureUse[],
  at: UnixMs,
): Promise<void> {
  const signed = uses.filter(({ asset }) => asset === 'USDT');
  await sendAll(tx, USES.statements(USE, signed, at));
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
