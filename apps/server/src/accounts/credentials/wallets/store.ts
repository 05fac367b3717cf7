import type { UnixMs, UserId } from '@candor/kernel';
import type { WalletChain } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { WalletRow } from './schema.ts';

export type { WalletRow } from './schema.ts';

/** A text that waits for its signature, as far as it is stored. */
export type NonceKey = {
  readonly hash: string;
  readonly purpose: 'login' | 'link' | 'step-up' | 'authorize';
  readonly userId: UserId | null;
  readonly challengeHash: string | null;
  readonly chain: WalletChain;
  readonly address: string;
  readonly messageHash: string;
};

const keyValues = (key: NonceKey): unknown[] => [
  key.hash,
  key.purpose,
  key.userId,
  key.challengeHash,
  key.chain,
  key.address,
  key.messageHash,
];

const INSERT_NONCE = `
  insert into accounts.wallet_nonce
    (hash, purpose, user_id, challenge_hash, chain, address, message_hash, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8))`;

/**
 * Each request adds one row and clears up to fifty, so the table keeps its size. One clears at a
 * time; the others leave it to that one instead of waiting.
 */
const SWEEP = `
  delete from accounts.wallet_nonce
  where (select pg_try_advisory_xact_lock(hashtextextended('wallet_nonce', 0)))
    and hash in (
      select hash from accounts.wallet_nonce where expires_at <= platform.from_ms($1)
      order by expires_at limit 50)`;

/** Keeps a text until it is signed or over, and forgets some that are over. */
export async function insertNonce(
  tx: Tx,
  key: NonceKey,
  times: { readonly at: UnixMs; readonly expiresAt: UnixMs },
): Promise<void> {
  await tx.query(SWEEP, [times.at]);
  await tx.query(INSERT_NONCE, [...keyValues(key), times.expiresAt]);
}

const FITS = `
  from accounts.wallet_nonce
  where hash = $1 and purpose = $2 and user_id is not distinct from $3
    and challenge_hash is not distinct from $4 and chain = $5 and address = $6
    and message_hash = $7 and expires_at > platform.from_ms($8)`;
const IS_WAITING = `select 1 as one ${FITS}`;
const TAKE = `delete ${FITS} returning hash`;

/** Whether a text waits for its signature, in every particular. */
export async function isNonceWaiting(sql: Sql, key: NonceKey, at: UnixMs): Promise<boolean> {
  return (await sql.query(IS_WAITING, [...keyValues(key), at])).length === 1;
}

/** Takes a waiting text out, once: of all who ask for it one is told true. */
export async function takeNonce(tx: Tx, key: NonceKey, at: UnixMs): Promise<boolean> {
  return (await tx.query(TAKE, [...keyValues(key), at])).length === 1;
}

const LOCK = `select pg_advisory_xact_lock(hashtextextended('wallet ' || $1 || ' ' || $2, 0))`;
const BY_ADDRESS = `
  select id, user_id, chain, address, created_at from accounts.wallet
  where chain = $1 and unlinked_at is null
    and (case chain when 'ethereum' then lower(address) else address end) =
        (case chain when 'ethereum' then lower($2) else $2 end)`;

/**
 * The wallet of an address, which nobody else can link, unlink or log in by until the end of the
 * transaction; null when it opens no account.
 */
export async function lockWallet(
  tx: Tx,
  chain: WalletChain,
  address: string,
): Promise<WalletRow | null> {
  await tx.query(LOCK, [chain, address]);
  return (await tx.query<Row & WalletRow>(BY_ADDRESS, [chain, address]))[0] ?? null;
}

const ADD_KEY = `
  insert into accounts.key_address (address, proved_at)
  values (lower($1), platform.from_ms($2)) on conflict do nothing`;

/** Remembers for good that a key of its own signed for an address of Ethereum. */
export async function insertKeyAddress(tx: Tx, address: string, at: UnixMs): Promise<void> {
  await tx.query(ADD_KEY, [address, at]);
}

const IS_KEY = 'select 1 as one from accounts.key_address where address = lower($1)';

/** Whether a key of its own ever signed for an address: it is no contract then. */
export async function isKeyAddress(sql: Sql, address: string): Promise<boolean> {
  return (await sql.query(IS_KEY, [address])).length === 1;
}

const LIVE = `
  select id, user_id, chain, address, created_at from accounts.wallet
  where user_id = $1 and unlinked_at is null order by created_at, id`;

/** Wallets that open an account, the oldest first. */
export function listWallets(sql: Sql, userId: UserId): Promise<WalletRow[]> {
  return sql.query<Row & WalletRow>(LIVE, [userId]);
}

const INSERT = `
  insert into accounts.wallet (user_id, id, chain, address, created_at)
  values ($1, $2, $3, $4, platform.from_ms($5))`;

/** A wallet that is linked. */
export type NewWallet = {
  readonly userId: UserId;
  readonly id: string;
  readonly chain: WalletChain;
  readonly address: string;
  readonly at: UnixMs;
};

/** Links a wallet that opens no account. */
export async function insertWallet(tx: Tx, wallet: NewWallet): Promise<void> {
  const { userId, id, chain, address, at } = wallet;
  await tx.query(INSERT, [userId, id, chain, address, at]);
}

const TOUCH = `
  update accounts.wallet set last_at = platform.from_ms($3) where user_id = $1 and id = $2`;

/** Notes that a user signed in with a wallet. */
export async function touchWallet(tx: Tx, wallet: WalletRow, at: UnixMs): Promise<void> {
  await tx.query(TOUCH, [wallet.user_id, wallet.id, at]);
}

const UNLINK = `
  update accounts.wallet set unlinked_at = platform.from_ms($3)
  where user_id = $1 and id = $2 and unlinked_at is null
  returning id, user_id, chain, address, created_at`;

/** Takes a wallet away from an account; null when it has no such wallet. */
export async function unlinkWalletOf(
  tx: Tx,
  which: { readonly userId: UserId; readonly id: string; readonly at: UnixMs },
): Promise<WalletRow | null> {
  const values = [which.userId, which.id, which.at];
  return (await tx.query<Row & WalletRow>(UNLINK, values))[0] ?? null;
}
