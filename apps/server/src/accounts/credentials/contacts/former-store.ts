import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql, Tx } from '../../../platform/postgres/db.ts';
import { RESET_AFTER_MS } from './rules.ts';
import type { Contact } from '../../account/index.ts';

const KEEP = `
  insert into accounts.former_contact (user_id, channel, target, replaced_at, resets_until)
  select user_id, channel, target, platform.from_ms($3),
    case when resets_from <= platform.from_ms($3)
      then platform.from_ms($3) + $4 * interval '1 millisecond' end
  from accounts.contact where user_id = $1 and channel = $2`;

/** Writes the mailbox or phone in use down before another takes its place. */
export async function keepFormer(
  tx: Tx,
  of: { readonly userId: UserId; readonly channel: Contact['channel']; readonly at: UnixMs },
): Promise<void> {
  await tx.query(KEEP, [of.userId, of.channel, of.at, RESET_AFTER_MS]);
}

const HAS_MAILBOX = `
  select 1 as one from accounts.contact
  where user_id = $1 and channel = 'email' and lower(target) = lower($2)
  union all
  select 1 from accounts.former_contact
  where user_id = $1 and channel = 'email' and lower(target) = lower($2) limit 1`;

/** Whether a mailbox is an account's, or was before another took its place. */
export async function hasMailbox(sql: Sql, userId: UserId, mailbox: string): Promise<boolean> {
  return (await sql.query(HAS_MAILBOX, [userId, mailbox])).length > 0;
}

// Who has it now comes before who had it.
const OWNER = `
  select user_id from (
    select user_id, 0 as place from accounts.contact
    where channel = $1 and target = $2 and resets_from <= platform.from_ms($3)
    union all
    select user_id, 1 from accounts.former_contact
    where channel = $1 and target = $2 and resets_until > platform.from_ms($3)) as found
  order by place limit 1`;

/** Whose password a mailbox or phone can reset now. */
export async function findResetOwner(
  sql: Sql,
  { channel, target }: Contact,
  at: UnixMs,
): Promise<UserId | null> {
  const rows = await sql.query<{ user_id: string }>(OWNER, [channel, target, at]);
  return (rows[0]?.user_id as UserId | undefined) ?? null;
}

const STOP_NEW = `
  update accounts.contact set resets_from = 'infinity'
  where user_id = $1 and resets_from > platform.from_ms($2)`;
const KEEP_OLD = `
  update accounts.former_contact set resets_until = 'infinity'
  where user_id = $1 and resets_until > platform.from_ms($2)`;

/**
 * Lets only those mailboxes and phones reset that could when a freeze began, however long it lasts:
 * the person who is frozen out may have put the others there.
 */
export async function keepOldContacts(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(STOP_NEW, [userId, at]);
  await tx.query(KEEP_OLD, [userId, at]);
}

const RELEASE_OLD = `
  update accounts.former_contact
  set resets_until = platform.from_ms($2) + $3 * interval '1 millisecond'
  where user_id = $1 and resets_until = 'infinity'`;

/** After a freeze: earlier mailboxes and phones have their three days, then no more. */
export async function releaseOldContacts(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(RELEASE_OLD, [userId, at, RESET_AFTER_MS]);
}
