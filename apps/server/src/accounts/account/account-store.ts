import { type Clock, MINUTE_MS, type UnixMs, type UserId } from '@candor/kernel';
import { idBound } from '../../ledger/index.ts';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { AccountRow } from './schema.ts';

export type { AccountRow, AccountStatus } from './schema.ts';

const ACCOUNT = `
  select user_id, username, password_hash, status, demo_disabled, demo_reset_no, demo_reset_at,
         language
  from accounts.account`;

const BY_NAME = `${ACCOUNT} where username = $1`;

const BY_ID = `${ACCOUNT} where user_id = $1`;

/** The account of a user name. */
export async function findByName(sql: Sql, username: string): Promise<AccountRow | null> {
  return (await sql.query<Row & AccountRow>(BY_NAME, [username]))[0] ?? null;
}

/** The account of a user. */
export async function findById(sql: Sql, userId: UserId): Promise<AccountRow | null> {
  return (await sql.query<Row & AccountRow>(BY_ID, [userId]))[0] ?? null;
}

const NAMED = `
  select user_id, username, language, created_at from accounts.account
  where user_id = any ($1::uuid[])`;

/** Who a user is to those who work for them: name, language, since when. */
export type UserCard = {
  readonly username: string;
  /** Wire value of the language messages are written in. */
  readonly language: string;
  readonly createdAt: UnixMs;
};

/** Users by their ids; one that nobody has is not in it. */
export async function findUserCards(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserCard>> {
  if (ids.length === 0) return new Map();
  type Found = { user_id: string; username: string; language: string; created_at: UnixMs };
  const rows = await sql.query<Row & Found>(NAMED, [ids]);
  return new Map(
    rows.map(({ user_id: id, username, language, created_at: createdAt }) => [
      id,
      { username, language, createdAt },
    ]),
  );
}

const HOLD_OPEN = `
  select status <> 'closed' as is_open from accounts.account where user_id = $1 for share`;

/** Whether an account is there and not closed for good; in a transaction it stays so until its end. */
export async function holdOpen(sql: Sql, userId: UserId): Promise<boolean> {
  const [row] = await sql.query<{ is_open: boolean }>(HOLD_OPEN, [userId]);
  return row?.is_open === true;
}

const INSERT_ACCOUNT = `
  insert into accounts.account
    (user_id, username, password_hash, demo_reset_at, created_at, language)
  values ($1, $2, $3, platform.from_ms($4), platform.from_ms($4), $5)
  on conflict (username) do nothing
  returning user_id, username, password_hash, status, demo_disabled, demo_reset_no, demo_reset_at,
    language`;

/** A new account as it is written down. */
export type NewAccount = {
  readonly userId: UserId;
  readonly username: string;
  readonly passwordHash: string | null;
  readonly language: string;
  readonly at: UnixMs;
};

/** Opens an account; null when another user has the name, also a moment ago. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<AccountRow | null> {
  const { userId, username, passwordHash, at, language } = account;
  const values = [userId, username, passwordHash, at, language];
  return (await tx.query<Row & AccountRow>(INSERT_ACCOUNT, values))[0] ?? null;
}

const RESET = `
  update accounts.account
  set demo_reset_no = demo_reset_no + 1, demo_reset_at = platform.from_ms($2)
  where user_id = $1 returning demo_reset_no`;

/** Counts a reset of the demo account; false when there is no such user. */
export async function markDemoReset(tx: Tx, userId: UserId, at: UnixMs): Promise<boolean> {
  return (await tx.query(RESET, [userId, at])).length === 1;
}

const COUNT = 'select count(*)::text as accounts from accounts.account';

// A user's id begins with the time of its registration, so the key finds who came since.
const COUNT_SINCE = `
  select count(*)::text as accounts, (count(*) filter (where user_id < $2))::text as settled
  from accounts.account where user_id >= $1`;

/** Nobody is written down as registered so long ago any more. */
const COUNT_SETTLED_MS = 5 * MINUTE_MS;

/**
 * Makes what counts all accounts: nobody's row is ever removed, so those of before some minutes are
 * counted once, and then only who came since. Answers the statement that counts the same.
 */
export function createAccountCount(
  sql: Sql,
  clock: Clock,
): () => Promise<{ count: number; statement: string }> {
  let settled = { until: 0, count: 0 };
  return async () => {
    const until = Math.max(0, clock.now() - COUNT_SETTLED_MS);
    // A clock that was set back begins anew.
    const before = until < settled.until ? { until: 0, count: 0 } : settled;
    const [row] = await sql.query<{ accounts: string; settled: string }>(COUNT_SINCE, [
      idBound(before.until as UnixMs, '0'),
      idBound(until as UnixMs, '0'),
    ]);
    settled = { until, count: before.count + Number.parseInt(row?.settled ?? '0', 10) };
    const count = before.count + Number.parseInt(row?.accounts ?? '0', 10);
    return { count, statement: COUNT };
  };
}

const LOCK = 'select user_id from accounts.account where user_id = $1 for no key update';

/** Lets one change of an account's factors happen after the other. */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}
