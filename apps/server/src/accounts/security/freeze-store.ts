import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/db.ts';
import type { StoredFreeze } from './rules.ts';
import type { FreezeLinkRow, FreezeRow } from './schema.ts';

const FIND = 'select since, until, by_link, proven_at from accounts.freeze where user_id = $1';

/** The latest freeze of an account, in force or over; `isInForce` says which. */
export async function findFreeze(sql: Sql, userId: UserId): Promise<StoredFreeze | null> {
  const [row] = await sql.query<Row & FreezeRow>(FIND, [userId]);
  if (row === undefined) return null;
  const { since, until, by_link: byLink, proven_at: provenAt } = row;
  return {
    since: since as UnixMs,
    until: until as UnixMs | null,
    byLink,
    isProven: provenAt !== null,
  };
}

const LOCK = 'select user_id from accounts.account where user_id = $1 for update';

/** Keeps acts on one account's safety apart until the end of the transaction. */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}

const BEGIN = `
  insert into accounts.freeze (user_id, since) values ($1, platform.from_ms($2))
  on conflict (user_id) do update
  set since = excluded.since, until = null, by_link = false, proven_at = null`;

/** Begins a freeze; one that was over is written over. */
export async function beginFreeze(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(BEGIN, [userId, at]);
}

const END = 'update accounts.freeze set until = platform.from_ms($2) where user_id = $1';

/** Writes down when a freeze ends; null takes that back. */
export async function setFreezeEnd(tx: Tx, userId: UserId, until: UnixMs | null): Promise<void> {
  await tx.query(END, [userId, until]);
}

const BY_LINK = `
  update accounts.freeze set by_link = true, proven_at = null where user_id = $1`;

/** Lets a freeze hold what opens the account as well, until its owner is proven again. */
export async function setFreezeByLink(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(BY_LINK, [userId]);
}

const PROVEN = `
  update accounts.freeze set proven_at = platform.from_ms($2) where user_id = $1 and by_link`;

/** Writes down that the owner is proven again; the end of a freeze by link may be asked for. */
export async function proveFreeze(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(PROVEN, [userId, at]);
}

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

const LIFT = `
  delete from accounts.freeze where until <= platform.from_ms($1) returning user_id`;

/** Drops freezes whose end has come; answers whose. */
export async function dropEndedFreezes(tx: Tx, at: UnixMs): Promise<UserId[]> {
  return (await tx.query<{ user_id: string }>(LIFT, [at])).map((row) => row.user_id as UserId);
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
