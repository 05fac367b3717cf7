import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import type { Contact } from '../account/index.ts';

const REMEMBER = `
  insert into accounts.device (user_id, hash, last_at) values ($1, $2, platform.from_ms($3))
  on conflict (user_id, hash) do update set last_at = excluded.last_at`;

/** Writes down that a user entered an account in a browser. */
export async function rememberDevice(
  sql: Sql,
  of: { readonly userId: UserId; readonly hash: string; readonly at: UnixMs },
): Promise<void> {
  await sql.query(REMEMBER, [of.userId, of.hash, of.at]);
}

// By the browser first: a caller who brings none of ours learns nothing from the time this takes.
const OF_NAME = `
  select d.hash from accounts.device d
  join accounts.account a on a.user_id = d.user_id
  where d.hash = any($1) and (a.username = $2 or exists (
    select from accounts.contact c
    where c.user_id = a.user_id and c.channel = $3 and c.target = $4))
  limit 1`;

/** Under which of a browser's secrets the account of a name was entered in it; null: under none. */
export async function findDeviceOfName(
  sql: Sql,
  hashes: readonly string[],
  names: { readonly username: string | null; readonly contact: Contact | null },
): Promise<string | null> {
  const { username, contact } = names;
  const values = [hashes, username ?? '', contact?.channel ?? 'email', contact?.target ?? ''];
  const [row] = await sql.query<{ hash: string }>(OF_NAME, values);
  return row?.hash ?? null;
}

const OF_USER = 'select hash from accounts.device where hash = any($1) and user_id = $2 limit 1';

/** Under which of a browser's secrets an account was entered in it; null: under none. */
export async function findDeviceOf(
  sql: Sql,
  hashes: readonly string[],
  userId: string,
): Promise<string | null> {
  const [row] = await sql.query<{ hash: string }>(OF_USER, [hashes, userId]);
  return row?.hash ?? null;
}

const FORGET = 'delete from accounts.device where user_id = $1';

/** Forgets every browser of an account: one of them may be another user's. */
export async function forgetDevices(sql: Sql, userId: UserId): Promise<void> {
  await sql.query(FORGET, [userId]);
}
