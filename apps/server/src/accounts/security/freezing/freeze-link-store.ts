import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { FreezeLinkRow } from '../changes/schema.ts';

// What was begun before the freeze must not end in a change while it stands.
const DROP_BEGUN = [
  'delete from accounts.totp_offer where user_id = $1',
  'delete from accounts.step_up where user_id = $1',
  "delete from accounts.wallet_nonce where user_id = $1 and purpose <> 'login'",
  'delete from accounts.social_flow where user_id = $1',
  "delete from accounts.code where purpose = 'security' and owner = $1",
  `update accounts.challenge set expires_at = least(expires_at, created_at)
   where user_id = $1 and answered_at is null`,
];

/** Ends every change of an account's ways in that was begun and not finished. */
export async function dropBegun(tx: Tx, userId: UserId): Promise<void> {
  for (const statement of DROP_BEGUN) await tx.query(statement, [userId]);
}

const INSERT_LINK = `
  insert into accounts.freeze_link (hash, user_id, expires_at, stops_restoring)
  values ($1, $2, platform.from_ms($3), $4)`;

/** Adds a link that freezes an account; only its hash is stored. */
export async function insertFreezeLink(
  tx: Tx,
  link: {
    readonly hash: string;
    readonly userId: UserId;
    readonly expiresAt: UnixMs;
    readonly stopsRestoring: boolean;
  },
): Promise<void> {
  const { hash, userId, expiresAt, stopsRestoring } = link;
  await tx.query(INSERT_LINK, [hash, userId, expiresAt, stopsRestoring]);
}

const LOCK_LINK = `
  select user_id, expires_at, used_at, stops_restoring
  from accounts.freeze_link where hash = $1 for update`;

/** The link of a hash, which waits for the end of the transaction. */
export async function lockFreezeLink(tx: Tx, hash: string): Promise<FreezeLinkRow | null> {
  return (await tx.query<Row & FreezeLinkRow>(LOCK_LINK, [hash]))[0] ?? null;
}

const USE_LINK = `
  update accounts.freeze_link set used_at = platform.from_ms($2) where hash = $1`;

/** Marks a link as used. */
export async function useFreezeLink(tx: Tx, hash: string, at: UnixMs): Promise<void> {
  await tx.query(USE_LINK, [hash, at]);
}

const SWEEP = 'delete from accounts.freeze_link where expires_at <= platform.from_ms($1)';

/** Drops links that are too old to freeze anything. */
export async function dropOldLinks(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}
