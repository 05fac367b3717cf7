import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { Contact } from './contacts/rules.ts';

const REMEMBER = `
  insert into accounts.device (user_id, hash, last_at) values ($1, $2, platform.from_ms($3))
  on conflict (user_id, hash) do update set last_at = excluded.last_at`;

/** Writes down that somebody entered an account in a browser. */
export async function rememberDevice(
  sql: Sql,
  of: { readonly userId: UserId; readonly hash: string; readonly at: UnixMs },
): Promise<void> {
  await sql.query(REMEMBER, [of.userId, of.hash, of.at]);
}

// By the browser first: whoever brings none of ours learns nothing from the time this takes.
const KNOWN = `
  select 1 as one from accounts.device d
  join accounts.account a on a.user_id = d.user_id
  where d.hash = $1 and (a.username = $2 or exists (
    select from accounts.contact c
    where c.user_id = a.user_id and c.channel = $3 and c.target = $4))
  limit 1`;

/** Whether the account of a name was entered in this browser before. */
export async function isDeviceOfName(
  sql: Sql,
  hash: string,
  names: { readonly username: string | null; readonly contact: Contact | null },
): Promise<boolean> {
  const { username, contact } = names;
  const values = [hash, username ?? '', contact?.channel ?? 'email', contact?.target ?? ''];
  return (await sql.query(KNOWN, values)).length > 0;
}

const OF_USER = 'select 1 as one from accounts.device where hash = $1 and user_id = $2';

/** Whether an account was entered in this browser before. */
export async function isDeviceOf(sql: Sql, hash: string, userId: string): Promise<boolean> {
  return (await sql.query(OF_USER, [hash, userId])).length > 0;
}

const FORGET = 'delete from accounts.device where user_id = $1';

/** Forgets every browser of an account: one of them may be somebody else's. */
export async function forgetDevices(sql: Sql, userId: UserId): Promise<void> {
  await sql.query(FORGET, [userId]);
}
