import type { UnixMs } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';

/** Rows that go with one statement. */
const AT_ONCE = 10_000;

// A client that refreshes at this moment holds a row and drops others of its family: it is passed
// over and goes the next time, so that neither waits for the other.
const TOKENS = `
  delete from accounts.token where hash in (
    select hash from accounts.token where expires_at <= platform.from_ms($1)
    limit ${AT_ONCE} for update skip locked)
  returning hash`;

/** Forgets tokens that had expired at `at`, of whatever session. */
export async function sweepTokens(sql: Sql, at: UnixMs): Promise<void> {
  while ((await sql.query(TOKENS, [at])).length === AT_ONCE);
}

// Questions count as wrong tries for a while after they ended.
const QUESTIONS = `
  delete from accounts.challenge where hash in (
    select hash from accounts.challenge
    where created_at < platform.from_ms($1) - interval '1 day' for update skip locked)`;
const CONFIRMATIONS = `
  delete from accounts.step_up where expires_at <= platform.from_ms($1)`;
const OFFERS = `
  delete from accounts.totp_offer where user_id in (
    select user_id from accounts.totp_offer
    where expires_at <= platform.from_ms($1) for update skip locked)`;
const FRESH = `
  delete from accounts.social_fresh where expires_at <= platform.from_ms($1)`;

const NONCES = `
  delete from accounts.wallet_nonce where expires_at <= platform.from_ms($1)`;
const FLOWS = `
  delete from accounts.social_flow where expires_at <= platform.from_ms($1)`;

/** Forgets questions of yesterday, and what else had expired at `at` and proved something. */
export async function sweepProofs(sql: Sql, at: UnixMs): Promise<void> {
  for (const statement of [QUESTIONS, CONFIRMATIONS, OFFERS, FRESH, NONCES, FLOWS])
    await sql.query(statement, [at]);
}

const LOGINS = `
  delete from accounts.login where (user_id, id) in (
    select user_id, id from accounts.login where at < platform.from_ms($1) limit ${AT_ONCE})
  returning id`;
// One that can still be refreshed has tokens, however long nobody came.
const SESSIONS = `
  delete from accounts.session where (user_id, id) in (
    select s.user_id, s.id from accounts.session s
    where s.last_at < platform.from_ms($1) and coalesce(s.ended_at, s.last_at) < platform.from_ms($1)
      and not exists (
        select from accounts.token t where t.user_id = s.user_id and t.session_id = s.id)
      and not exists (
        select from accounts.social_fresh f where f.user_id = s.user_id and f.session_id = s.id)
    limit ${AT_ONCE} for update skip locked)
  returning id`;
const FORMER = `
  delete from accounts.former_contact
  where replaced_at < platform.from_ms($1) and coalesce(resets_until, replaced_at) < platform.from_ms($1)`;
const DEVICES = 'delete from accounts.device where last_at < platform.from_ms($1)';

/**
 * Forgets log-ins, sessions that are over and mailboxes that were replaced, all from before `before`.
 * What changed about an account's safety is another table, and stays.
 */
export async function sweepHistory(sql: Sql, before: UnixMs): Promise<void> {
  for (const statement of [LOGINS, SESSIONS]) {
    while ((await sql.query(statement, [before])).length === AT_ONCE);
  }
  await sql.query(FORMER, [before]);
  await sql.query(DEVICES, [before]);
}
