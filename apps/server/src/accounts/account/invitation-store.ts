import { type UnixMs, type UserId, ensure } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';

const INVITER = 'select user_id from accounts.account where invite_code = $1';

/** Whose invite code it is. */
export async function findInviter(sql: Sql, code: string): Promise<UserId | null> {
  const rows = await sql.query<{ user_id: string }>(INVITER, [code]);
  return (rows[0]?.user_id as UserId | undefined) ?? null;
}

const INVITED = `
  insert into accounts.invitation (user_id, inviter, at) values ($1, $2, platform.from_ms($3))`;

/** Writes down who invited a user. */
export async function insertInvitation(
  tx: Tx,
  invitation: { userId: UserId; inviter: UserId; at: UnixMs },
): Promise<void> {
  const { userId, inviter, at } = invitation;
  await tx.query(INVITED, [userId, inviter, at]);
}

const CODE = 'select invite_code as code from accounts.account where user_id = $1';

const COUNT = 'select count(*)::int as count from accounts.invitation where inviter = $1';

const NAMES = `
  select a.username from accounts.invitation i join accounts.account a on a.user_id = i.user_id
  where i.inviter = $1 order by i.at desc, i.user_id limit $2 offset $3`;

const INVITER_NAME = `
  select username from accounts.account where invite_code = $1 and status = 'active'`;

/** The code a user invites with. @throws InvariantError for no user */
export async function findCode(sql: Sql, userId: UserId): Promise<string> {
  const [row] = await sql.query<{ code: string }>(CODE, [userId]);
  return ensure(row, 'whoever has a session has an account').code;
}

/** How many came by a user's code. */
export async function countInvited(sql: Sql, userId: UserId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(COUNT, [userId]);
  return row?.count ?? 0;
}

/** User names of those who came, the latest first. */
export async function listInvitedNames(
  sql: Sql,
  params: { userId: UserId; page: number; size: number },
): Promise<string[]> {
  const { userId, page, size } = params;
  const values = [userId, size, (page - 1) * size];
  const rows = await sql.query<{ username: string }>(NAMES, values);
  return rows.map(({ username }) => username);
}

/** User name of whose code it is; null for nobody's, and for an account that is closed. */
export async function findInviterName(sql: Sql, code: string): Promise<string | null> {
  const [row] = await sql.query<{ username: string }>(INVITER_NAME, [code]);
  return row?.username ?? null;
}
