import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { AttemptRow } from './schema.ts';

const LIST = `
  select number, at, is_enough, risk_version, real_from from accounts.appropriateness
  where user_id = $1 order by number`;
const LOCK = 'select 1 as one from accounts.account where user_id = $1 for update';

/** Everything a user ever answered before a first real order, oldest first. */
export function listAttempts(sql: Sql, userId: UserId): Promise<AttemptRow[]> {
  return sql.query<Row & AttemptRow>(LIST, [userId]);
}

/** Makes other answers for this user wait until the transaction ends. */
export async function lockAttempts(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}

const INSERT = `
  insert into accounts.appropriateness (user_id, number, at, country, answers, is_enough,
    warning_accepted, risk_version, real_from)
  values ($1, $2, platform.from_ms($3), $4, $5, $6, $7, $8, platform.from_ms($9))`;

/** Writes down what a user answered and acknowledged. */
export async function insertAttempt(
  tx: Tx,
  attempt: {
    userId: UserId;
    number: number;
    at: UnixMs;
    country: string;
    answers: string;
    isEnough: boolean;
    warningAccepted: boolean;
    riskVersion: number;
    realFrom: UnixMs | null;
  },
): Promise<void> {
  await tx.query(INSERT, [
    attempt.userId,
    attempt.number,
    attempt.at,
    attempt.country,
    attempt.answers,
    attempt.isEnough,
    attempt.warningAccepted,
    attempt.riskVersion,
    attempt.realFrom,
  ]);
}

const REAL_FROM = `
  select min(real_from) as real_from from accounts.appropriateness
  where user_id = $1 and risk_version = $2 and real_from is not null`;

/** From when real orders are taken of a user who acknowledged this risk text; null otherwise. */
export async function findRealFrom(
  sql: Sql,
  params: { userId: UserId; riskVersion: number },
): Promise<UnixMs | null> {
  const values = [params.userId, params.riskVersion];
  const [row] = await sql.query<{ real_from: UnixMs | null }>(REAL_FROM, values);
  return row?.real_from ?? null;
}
