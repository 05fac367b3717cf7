import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/db.ts';
import type { StoredFreeze } from './rules.ts';
import type { FreezeLinkRow, FreezeRow } from './schema.ts';

const FIND = 'select since, until from accounts.freeze where user_id = $1';

/** The latest freeze of an account, in force or over; `isInForce` says which. */
export async function findFreeze(sql: Sql, userId: UserId): Promise<StoredFreeze | null> {
  const [row] = await sql.query<Row & FreezeRow>(FIND, [userId]);
  return row === undefined ? null : { since: row.since as UnixMs, until: row.until as UnixMs };
}

const LOCK = 'select user_id from accounts.account where user_id = $1 for update';

/** Keeps acts on one account's safety apart until the end of the transaction. */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}

const BEGIN = `
  insert into accounts.freeze (user_id, since) values ($1, platform.from_ms($2))
  on conflict (user_id) do update set since = excluded.since, until = null`;

/** Begins a freeze; one that was over is written over. */
export async function beginFreeze(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(BEGIN, [userId, at]);
}

const END = 'update accounts.freeze set until = platform.from_ms($2) where user_id = $1';

/** Writes down when a freeze ends; null takes that back. */
export async function setFreezeEnd(tx: Tx, userId: UserId, until: UnixMs | null): Promise<void> {
  await tx.query(END, [userId, until]);
}

const LIFT = `
  delete from accounts.freeze where until <= platform.from_ms($1) returning user_id`;

/** Drops freezes whose end has come; answers whose. */
export async function dropEndedFreezes(tx: Tx, at: UnixMs): Promise<UserId[]> {
  return (await tx.query<{ user_id: string }>(LIFT, [at])).map((row) => row.user_id as UserId);
}

const INSERT_LINK = `
  insert into accounts.freeze_link (hash, user_id, expires_at)
  values ($1, $2, platform.from_ms($3))`;

/** Adds a link that freezes an account; only its hash is stored. */
export async function insertFreezeLink(
  tx: Tx,
  link: { readonly hash: string; readonly userId: UserId; readonly expiresAt: UnixMs },
): Promise<void> {
  await tx.query(INSERT_LINK, [link.hash, link.userId, link.expiresAt]);
}

const LOCK_LINK = `
  select user_id, expires_at, used_at from accounts.freeze_link where hash = $1 for update`;

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
