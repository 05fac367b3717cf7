import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { StoredFreeze } from './freeze.ts';
import type { FreezeRow } from './schema.ts';

const FIND = `
  select user_id, since, until, by_link, proven_at from accounts.freeze
  where user_id = any ($1::uuid[])`;

/** The latest freezes of these accounts, in force or over; an account that was never frozen is left out. */
export async function findFreezes(
  sql: Sql,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, StoredFreeze>> {
  const rows = await sql.query<Row & FreezeRow & { user_id: string }>(FIND, [userIds]);
  return new Map(
    rows.map(({ user_id: userId, since, until, by_link: byLink, proven_at: provenAt }) => [
      userId as UserId,
      {
        since: since as UnixMs,
        until: until as UnixMs | null,
        byLink,
        isProven: provenAt !== null,
      },
    ]),
  );
}

/** The latest freeze of an account, in force or over; `isInForce` says which. */
export async function findFreeze(sql: Sql, userId: UserId): Promise<StoredFreeze | null> {
  return (await findFreezes(sql, [userId])).get(userId) ?? null;
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

const LIFT = `
  delete from accounts.freeze where until <= platform.from_ms($1) returning user_id`;

/** Drops freezes whose end has come; answers whose. */
export async function dropEndedFreezes(tx: Tx, at: UnixMs): Promise<UserId[]> {
  return (await tx.query<{ user_id: string }>(LIFT, [at])).map((row) => row.user_id as UserId);
}
