import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql, Tx } from '../../../platform/postgres/db.ts';

const CLAIM = `
  insert into accounts.notice (user_id, event_id, at) values ($1, $2, platform.from_ms($3))
  on conflict do nothing returning event_id`;

/** Takes it on to tell an owner of a change; false when that was done already. */
export async function claimNotice(
  tx: Tx,
  notice: { readonly userId: UserId; readonly eventId: string; readonly at: UnixMs },
): Promise<boolean> {
  const { userId, eventId, at } = notice;
  return (await tx.query(CLAIM, [userId, eventId, at])).length === 1;
}

const READER = `
  select c.target as email, a.language from accounts.account a
  join accounts.contact c on c.user_id = a.user_id and c.channel = 'email'
  where a.user_id = $1`;

/** Where and in which language an owner reads mail; null without a proven address. */
export async function findReader(
  sql: Sql,
  userId: UserId,
): Promise<{ email: string; language: string } | null> {
  return (await sql.query<{ email: string; language: string }>(READER, [userId]))[0] ?? null;
}
