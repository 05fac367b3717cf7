import type { UnixMs } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';

/** Rows that go with one statement. */
const AT_ONCE = 10_000;

// Whoever refreshes at this moment holds a row and drops others of its family: it is passed over and
// goes the next time, so that neither waits for the other.
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

/** Forgets questions of yesterday, and confirmations and offers that had expired at `at`. */
export async function sweepProofs(sql: Sql, at: UnixMs): Promise<void> {
  for (const statement of [QUESTIONS, CONFIRMATIONS, OFFERS, FRESH])
    await sql.query(statement, [at]);
}
