import type { SessionId, UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { AccountRow } from '../../account/schema.ts';
import type { Identity } from './issuers.ts';
import type { FlowRow, KeyRow, Purpose } from './schema.ts';

export type { FlowRow, Purpose } from './schema.ts';

const SWEEP = 'delete from accounts.social_flow where expires_at <= platform.from_ms($1)';
const INSERT_FLOW = `
  insert into accounts.social_flow (state_hash, browser_hash, purpose, user_id, service,
    redirect_uri, next, language, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, platform.from_ms($9))`;

/** A flow that begins. */
export type NewFlow = {
  readonly stateHash: string;
  readonly browserHash: string;
  readonly purpose: Purpose;
  /** Whose account a service is added to; null for a log-in. */
  readonly userId: UserId | null;
  readonly service: string;
  readonly redirectUri: string;
  readonly next: string | null;
  readonly language: string;
  readonly at: UnixMs;
  readonly expiresAt: UnixMs;
};

/** Writes a flow down, and forgets those nobody came back from. */
export async function insertFlow(tx: Tx, flow: NewFlow): Promise<void> {
  await tx.query(SWEEP, [flow.at]);
  const { stateHash, browserHash, purpose, userId, service, redirectUri } = flow;
  const { next, language, expiresAt } = flow;
  const values = [stateHash, browserHash, purpose, userId, service, redirectUri];
  await tx.query(INSERT_FLOW, [...values, next, language, expiresAt]);
}

const TAKE_FLOW = `
  delete from accounts.social_flow
  where state_hash = $1 and browser_hash = $2 and user_id is not distinct from $3
    and expires_at > platform.from_ms($4)
  returning purpose, service, redirect_uri, next, language, expires_at`;

/** Takes a flow, once, for the browser and the user it was begun by. */
export async function takeFlow(
  sql: Sql,
  of: { stateHash: string; browserHash: string; userId: UserId | null; at: UnixMs },
): Promise<FlowRow | null> {
  const values = [of.stateHash, of.browserHash, of.userId, of.at];
  return (await sql.query<Row & FlowRow>(TAKE_FLOW, values))[0] ?? null;
}

const LOCK_IDENTITY = 'select pg_advisory_xact_lock(hashtextextended($1, 7022)) as locked';

/** Lets nobody else open or link the same identity before this transaction ends. */
export async function lockIdentity(tx: Tx, { issuer, subject }: Identity): Promise<void> {
  await tx.query(LOCK_IDENTITY, [JSON.stringify([issuer, subject])]);
}

const OWNER = `
  select a.user_id, a.username, a.password_hash, a.status, a.demo_disabled, a.demo_reset_no,
    a.demo_reset_at, a.language
  from accounts.social_key k join accounts.account a using (user_id)
  where k.issuer = $1 and k.subject = $2`;

/** The account an identity opens. */
export async function findOwner(sql: Sql, of: Identity): Promise<AccountRow | null> {
  return (await sql.query<Row & AccountRow>(OWNER, [of.issuer, of.subject]))[0] ?? null;
}

const INSERT_KEY = `
  insert into accounts.social_key (user_id, id, issuer, subject, linked_at)
  values ($1, $2, $3, $4, platform.from_ms($5))`;

/** Lets an identity open an account. */
export async function insertKey(
  tx: Tx,
  key: Identity & { userId: UserId; id: string; at: UnixMs },
): Promise<void> {
  await tx.query(INSERT_KEY, [key.userId, key.id, key.issuer, key.subject, key.at]);
}

const LIST = `
  select id, issuer, linked_at from accounts.social_key where user_id = $1
  order by linked_at, id limit 100`;

/** What opens an account, the oldest first. */
export function listKeys(sql: Sql, userId: UserId): Promise<KeyRow[]> {
  return sql.query<Row & KeyRow>(LIST, [userId]);
}

const DELETE_KEY = `
  delete from accounts.social_key where user_id = $1 and id = $2 returning id, issuer, linked_at`;

/** Takes a key away; null when the user has no such one. */
export async function deleteKey(
  tx: Tx,
  { userId, id }: { userId: UserId; id: string },
): Promise<KeyRow | null> {
  return (await tx.query<Row & KeyRow>(DELETE_KEY, [userId, id]))[0] ?? null;
}

const HAS_KEY = 'select 1 as one from accounts.social_key where user_id = $1 and id = $2';

/** Whether a user has a key. */
export async function hasKey(
  sql: Sql,
  { userId, id }: { userId: UserId; id: string },
): Promise<boolean> {
  return (await sql.query(HAS_KEY, [userId, id])).length === 1;
}

const INSERT_FRESH = `
  insert into accounts.social_fresh (user_id, session_id, expires_at)
  values ($1, $2, platform.from_ms($3))`;

/** Notes that a session began by a log-in the service was asked to do anew. */
export async function insertFresh(
  tx: Tx,
  fresh: { userId: UserId; sessionId: SessionId; expiresAt: UnixMs },
): Promise<void> {
  await tx.query(INSERT_FRESH, [fresh.userId, fresh.sessionId, fresh.expiresAt]);
}

const TAKE_FRESH = `
  delete from accounts.social_fresh
  where user_id = $1 and session_id = $2 and expires_at > platform.from_ms($3) returning user_id`;

/** Uses a fresh log-in up; false when there was none, or too long ago. */
export async function takeFresh(
  tx: Tx,
  of: { userId: UserId; sessionId: SessionId; at: UnixMs },
): Promise<boolean> {
  return (await tx.query(TAKE_FRESH, [of.userId, of.sessionId, of.at])).length === 1;
}
