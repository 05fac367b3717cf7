import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { AccountRow, Contact } from '../../account/index.ts';

const READ = `
  select email.target as email, phone.target as phone, a.anti_phishing
  from accounts.account a
  left join accounts.contact email on email.user_id = a.user_id and email.channel = 'email'
  left join accounts.contact phone on phone.user_id = a.user_id and phone.channel = 'phone'
  where a.user_id = $1`;

/** How a user can be reached, and the words our mails repeat. */
export type Reach = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly phrase: string | null;
};

type ReachRow = { email: string | null; phone: string | null; anti_phishing: string | null };

/** How a user can be reached. */
export async function readReach(sql: Sql, userId: UserId): Promise<Reach> {
  const [row] = await sql.query<Row & ReachRow>(READ, [userId]);
  return {
    email: row?.email ?? null,
    phone: row?.phone ?? null,
    phrase: row?.anti_phishing ?? null,
  };
}

const BY_LOGIN = `
  select user_id, username, password_hash, status, demo_disabled, demo_reset_no, demo_reset_at,
    language
  from accounts.account
  where username = $1 or user_id = (
    select user_id from accounts.contact where channel = $2 and target = $3)`;

/** The account of a user name or of a mailbox or phone; a text that is neither finds none. */
export async function findByLogin(
  sql: Sql,
  login: { username: string | null; contact: Contact | null },
): Promise<AccountRow | null> {
  const { username, contact } = login;
  // The statement runs for impossible names too, so that they take the same time.
  const values = [username ?? '', contact?.channel ?? 'email', contact?.target ?? ''];
  return (await sql.query<Row & AccountRow>(BY_LOGIN, values))[0] ?? null;
}

const OWNER = 'select user_id from accounts.contact where channel = $1 and target = $2';

/** Whose mailbox or phone it is. */
export async function findOwner(sql: Sql, { channel, target }: Contact): Promise<UserId | null> {
  const rows = await sql.query<{ user_id: string }>(OWNER, [channel, target]);
  return (rows[0]?.user_id as UserId | undefined) ?? null;
}

const PUT = `
  insert into accounts.contact as c (user_id, channel, target, confirmed_at, resets_from)
  select $1, $2, $3, platform.from_ms($4), platform.from_ms($5)
  where not exists (select from accounts.contact where channel = $2 and target = $3 and user_id <> $1)
  on conflict (user_id, channel) do update
  set target = excluded.target, confirmed_at = excluded.confirmed_at,
    resets_from = case
      when c.target = excluded.target and c.resets_from <= excluded.confirmed_at then c.resets_from
      else excluded.resets_from end
  returning target`;

/** Gives a user a mailbox or phone in the place of the last; false when another user has it. */
export async function putContact(
  tx: Tx,
  contact: Contact & { userId: UserId; at: UnixMs; resetsFrom: UnixMs },
): Promise<boolean> {
  const { userId, channel, target, at, resetsFrom } = contact;
  return (await tx.query(PUT, [userId, channel, target, at, resetsFrom])).length === 1;
}

const LOCK_CONTACT = 'select pg_advisory_xact_lock(hashtextextended($1, 21))';

/** Lets one owner of a mailbox or phone come after the other. */
export async function lockContact(tx: Tx, { channel, target }: Contact): Promise<void> {
  await tx.query(LOCK_CONTACT, [`${channel} ${target}`]);
}

const SET_PHRASE = 'update accounts.account set anti_phishing = $2 where user_id = $1';

/** Sets the words our mails repeat. */
export async function setPhrase(tx: Tx, userId: UserId, phrase: string): Promise<void> {
  await tx.query(SET_PHRASE, [userId, phrase]);
}
