import { type SessionId, type UnixMs, type UserId, ensure } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { AccessRow, RefreshRow, SessionRow } from './schema.ts';

export type { RefreshRow } from './schema.ts';

const INSERT_SESSION = `
  insert into accounts.session (user_id, id, client, way, device, address, created_at, last_at)
  values ($1, $2, $3, $4, $5, $6, platform.from_ms($7), platform.from_ms($7))`;

/** One device that signs in. */
export type NewSession = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly client: 'web' | 'api';
  readonly way: 'password' | 'wallet' | 'social';
  readonly device: string;
  readonly address: string;
  readonly at: UnixMs;
};

/** Writes down a session; its tokens come after it. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { userId, id, client, way, device, address, at } = session;
  await tx.query(INSERT_SESSION, [userId, id, client, way, device, address, at]);
}

const INSERT_TOKENS = `
  insert into accounts.token (hash, kind, user_id, session_id, expires_at)
  values ($1, 'access', $3, $4, platform.from_ms($5)),
         ($2, 'refresh', $3, $4, platform.from_ms($6))`;

/** Adds a pair of tokens to a session. */
export async function insertTokens(
  tx: Tx,
  pair: {
    userId: UserId;
    sessionId: SessionId;
    accessHash: string;
    refreshHash: string;
    accessUntil: UnixMs;
    refreshUntil: UnixMs;
  },
): Promise<void> {
  const { userId, sessionId, accessHash, refreshHash, accessUntil, refreshUntil } = pair;
  const values = [accessHash, refreshHash, userId, sessionId, accessUntil, refreshUntil];
  await tx.query(INSERT_TOKENS, values);
}

const FIND_ACCESS = `
  select t.hash, s.id as session_id, s.user_id, a.username, t.expires_at
  from accounts.token t
  join accounts.session s on s.user_id = t.user_id and s.id = t.session_id
  join accounts.account a on a.user_id = s.user_id
  where t.hash = any($1) and t.kind = 'access' and s.ended_at is null and a.status = 'active'`;

/** The sessions access tokens open, by hash, unless they ended; a token may have expired. */
export async function findAccesses(
  sql: Sql,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, AccessRow>> {
  const rows = await sql.query<Row & AccessRow & { hash: string }>(FIND_ACCESS, [hashes]);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** The session an access token opens, unless it ended; it may have expired. */
export async function findAccess(sql: Sql, hash: string): Promise<AccessRow | null> {
  return (await findAccesses(sql, [hash])).get(hash) ?? null;
}

const LOCK_REFRESH = `
  select t.user_id, t.session_id, t.expires_at, t.used_at, s.client, s.ended_at, s.created_at,
         a.username, a.status, a.demo_disabled
  from accounts.token t
  join accounts.session s on s.user_id = t.user_id and s.id = t.session_id
  join accounts.account a on a.user_id = t.user_id
  where t.hash = $1 and t.kind = 'refresh' for update of s, t`;

/** A refresh token with its family, which waits for the end of the transaction. */
export async function lockRefresh(tx: Tx, hash: string): Promise<RefreshRow | null> {
  return (await tx.query<Row & RefreshRow>(LOCK_REFRESH, [hash]))[0] ?? null;
}

const USE_REFRESH = `
  update accounts.token set used_at = platform.from_ms($2) where hash = $1 and used_at is null`;
const TOUCH = `
  update accounts.session set last_at = platform.from_ms($3) where user_id = $1 and id = $2`;
const SWEEP = `
  delete from accounts.token
  where user_id = $1 and session_id = $2 and expires_at <= platform.from_ms($3)`;

/** Marks a refresh token as used and drops the family's tokens that expired. */
export async function useRefresh(
  tx: Tx,
  used: { hash: string; userId: UserId; sessionId: SessionId; at: UnixMs },
): Promise<void> {
  await tx.query(USE_REFRESH, [used.hash, used.at]);
  await tx.query(TOUCH, [used.userId, used.sessionId, used.at]);
  await tx.query(SWEEP, [used.userId, used.sessionId, used.at]);
}

/** A session as the code that gives it new tokens needs it. */
type LockedSession = { readonly client: NewSession['client']; readonly created_at: number };

const LOCK_SESSION = `
  select client, created_at from accounts.session where user_id = $1 and id = $2 for update`;

/** Locks a session of a user; says for what client it is and since when. @throws InvariantError for none */
export async function lockSession(
  tx: Tx,
  userId: UserId,
  sessionId: SessionId,
): Promise<LockedSession> {
  const rows = await tx.query<Row & LockedSession>(LOCK_SESSION, [userId, sessionId]);
  return ensure(rows[0], 'a session that asks was begun');
}

const DROP_TOKENS = 'delete from accounts.token where user_id = $1 and session_id = $2';

/** Takes a session all its tokens. */
export async function dropTokens(tx: Tx, userId: UserId, sessionId: SessionId): Promise<void> {
  await tx.query(DROP_TOKENS, [userId, sessionId]);
}

const LIST = `
  select id, device, address, created_at, last_at from accounts.session s
  where user_id = $1 and ended_at is null and exists (
    select from accounts.token t
    where t.user_id = s.user_id and t.session_id = s.id and t.used_at is null
      and t.expires_at > platform.from_ms($2))
  order by last_at desc, id desc limit 200`;

/** Sessions that live or can still be refreshed, the latest first. */
export function listLive(sql: Sql, userId: UserId, at: UnixMs): Promise<SessionRow[]> {
  return sql.query<Row & SessionRow>(LIST, [userId, at]);
}

const END = `
  update accounts.session set ended_at = platform.from_ms($3), ended_by = $4
  where user_id = $1 and ended_at is null and id = $2 returning id`;
const END_OTHERS = `
  update accounts.session set ended_at = platform.from_ms($3), ended_by = $4
  where user_id = $1 and ended_at is null and id <> $2 returning id`;

/** Why a session ended. */
export type EndedBy =
  | 'logout'
  | 'user'
  | 'reuse'
  | 'password'
  | 'factor'
  | 'contact'
  | 'freeze'
  | 'disabled'
  | 'closed';

/** Ends one live session, or all but one; answers which. */
export async function endSessions(
  tx: Tx,
  ended: {
    userId: UserId;
    sessionId: SessionId;
    others?: boolean;
    by: EndedBy;
    at: UnixMs;
  },
): Promise<SessionId[]> {
  const { userId, sessionId, others = false, by, at } = ended;
  const values = [userId, sessionId, at, by];
  const rows = await tx.query<{ id: string }>(others ? END_OTHERS : END, values);
  return rows.map((row) => row.id as SessionId);
}

// Its tries go on counting: only its time is over.
const END_SIGN_INS = `
  update accounts.challenge set expires_at = least(expires_at, created_at)
  where user_id = $1 and purpose = 'sign-in' and answered_at is null`;

/** Ends the second steps an account's sign-ins stand at; one being answered is waited for. */
export async function endSignIns(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(END_SIGN_INS, [userId]);
}
