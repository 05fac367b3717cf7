import type { UnixMs, UserId } from '@candor/kernel';
import type { StepUpAction } from '@candor/protocol';
import { columnsOf } from '../../../platform/postgres/columns.ts';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { SignInMethod } from '../../account/index.ts';
import type { ChallengeRow } from './schema.ts';

export type { ChallengeRow } from './schema.ts';

/** What a question is asked for. */
export type Purpose =
  | { readonly purpose: 'sign-in'; readonly way: SignInMethod }
  | { readonly purpose: 'step-up'; readonly action: StepUpAction; readonly subject: string | null }
  | { readonly purpose: 'passkey' };

/** A question as it is written down. */
export type NewChallenge = {
  readonly hash: string;
  readonly userId: UserId;
  readonly for: Purpose;
  /** What a passkey signs, base64url. */
  readonly nonce: string;
  readonly at: UnixMs;
  readonly until: UnixMs;
};

const INSERT = `
  insert into accounts.challenge
    (hash, user_id, purpose, way, action, subject, nonce, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8), platform.from_ms($9))`;
const SWEEP = `
  delete from accounts.challenge
  where user_id = $1 and created_at < platform.from_ms($2) - interval '1 day'`;

/** Asks a question, and forgets the account's questions of yesterday. */
export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  const { hash, userId, for: asked, nonce, at, until } = challenge;
  const way = asked.purpose === 'sign-in' ? asked.way : null;
  const [action, subject] =
    asked.purpose === 'step-up' ? [asked.action, asked.subject] : [null, null];
  await tx.query(SWEEP, [userId, at]);
  await tx.query(INSERT, [hash, userId, asked.purpose, way, action, subject, nonce, at, until]);
}

const FIND = `
  select user_id, purpose, way, action, subject, nonce, tries from accounts.challenge
  where hash = $1 and purpose = $2 and answered_at is null and tries < 5
    and expires_at > platform.from_ms($3)`;

/** A question that still waits, and may be answered. */
export async function findChallenge(
  sql: Sql,
  params: { hash: string; purpose: Purpose['purpose']; at: UnixMs },
): Promise<ChallengeRow | null> {
  const { hash, purpose, at } = params;
  return (await sql.query<Row & ChallengeRow>(FIND, [hash, purpose, at]))[0] ?? null;
}

const TRY = `
  update accounts.challenge set tries = tries + 1
  where hash = $1 and answered_at is null and tries < 5 and expires_at > platform.from_ms($2)
  returning tries`;

/** Counts an answer before it is looked at; null when no more are taken. */
export async function countTry(sql: Sql, hash: string, at: UnixMs): Promise<number | null> {
  return (await sql.query<{ tries: number }>(TRY, [hash, at]))[0]?.tries ?? null;
}

const LOCK = `
  select hash from accounts.challenge
  where hash = $1 and answered_at is null and expires_at > platform.from_ms($2) for update`;

/** Lets one answer be checked after the other; false when the question was answered or ended meanwhile. */
export async function lockChallenge(tx: Tx, hash: string, at: UnixMs): Promise<boolean> {
  return (await tx.query(LOCK, [hash, at])).length === 1;
}

const CLOSE = `
  update accounts.challenge set answered_at = platform.from_ms($2) where hash = $1`;

/** Closes a question with its right answer. */
export async function closeChallenge(tx: Tx, hash: string, at: UnixMs): Promise<void> {
  await tx.query(CLOSE, [hash, at]);
}

const WRONG = `
  select coalesce(sum(tries - (answered_at is not null)::int), 0)::int as wrong
  from accounts.challenge
  where user_id = $1 and purpose = $2 and created_at > platform.from_ms($3)`;

/** Wrong answers to an account's questions of one purpose since a moment. */
export async function countWrong(
  sql: Sql,
  params: { userId: UserId; purpose: Purpose['purpose']; since: UnixMs },
): Promise<number> {
  const { userId, purpose, since } = params;
  return (await sql.query<{ wrong: number }>(WRONG, [userId, purpose, since]))[0]?.wrong ?? 0;
}

const FORGET_STEP_UPS = `
  delete from accounts.step_up where user_id = $1 and expires_at <= platform.from_ms($2)`;
const INSERT_STEP_UP = `
  insert into accounts.step_up (hash, user_id, action, subject, expires_at)
  values ($1, $2, $3, $4, platform.from_ms($5))`;

/** What one confirmation is good for. */
export type StepUpScope = {
  readonly hash: string;
  readonly userId: UserId;
  readonly action: StepUpAction;
  readonly subject: string | null;
};

/** Writes a confirmation down; those nobody spent in time go. */
export async function insertStepUp(
  tx: Tx,
  stepUp: StepUpScope & { readonly at: UnixMs; readonly until: UnixMs },
): Promise<void> {
  const { hash, userId, action, subject, at, until } = stepUp;
  await tx.query(FORGET_STEP_UPS, [userId, at]);
  await tx.query(INSERT_STEP_UP, [hash, userId, action, subject, until]);
}

const SPEND = `
  delete from accounts.step_up
  where hash = $1 and user_id = $2 and action = $3 and subject is not distinct from $4
    and expires_at > platform.from_ms($5)
  returning hash`;

/** A confirmation by its hash, with what it must have been made for. */
const SCOPES = columnsOf<StepUpScope>([
  ['hash', 'text', ({ hash }) => hash],
  ['user_id', 'uuid', ({ userId }) => userId],
  ['action', 'text', ({ action }) => action],
  ['subject', 'text', ({ subject }) => subject],
]);
const FITS = `
  s.hash = asked.hash and s.user_id = asked.user_id and s.action = asked.action
    and s.subject is not distinct from asked.subject and s.expires_at > platform.from_ms(${SCOPES.behind(1)})`;
const FIND_STEP_UPS = `
  select asked.place::int as place
  from accounts.step_up s join ${SCOPES.numbered('asked')} on ${FITS}`;
const SPEND_ALL = `
  delete from accounts.step_up s using ${SCOPES.rows('asked')} where ${FITS} returning s.hash`;

/** Whether each of these confirmations is there, in their order. */
export async function areStepUps(
  sql: Sql,
  scopes: readonly StepUpScope[],
  at: UnixMs,
): Promise<readonly boolean[]> {
  const rows = await sql.query<{ place: number }>(FIND_STEP_UPS, [...SCOPES.values(scopes), at]);
  const found = new Set(rows.map(({ place }) => place));
  return scopes.map((_, index) => found.has(index + 1));
}

/** Takes confirmations out for good; answers how many of them were there. */
export async function takeStepUps(
  tx: Tx,
  scopes: readonly StepUpScope[],
  at: UnixMs,
): Promise<number> {
  return (await tx.query(SPEND_ALL, [...SCOPES.values(scopes), at])).length;
}

/** Takes a confirmation out for good; false when there is none for this action. */
export async function takeStepUp(tx: Tx, scope: StepUpScope & { at: UnixMs }): Promise<boolean> {
  const { hash, userId, action, subject, at } = scope;
  return (await tx.query(SPEND, [hash, userId, action, subject, at])).length === 1;
}
