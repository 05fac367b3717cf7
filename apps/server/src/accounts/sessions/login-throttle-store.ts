import type { UnixMs } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';

// Counting and looking whether it is too many is one statement: of fifty at once none is missed.
const TAKE = `
  insert into accounts.refused_try as t (subject, tries) values ($1, array[platform.from_ms($2)])
  on conflict (subject) do update
  set tries = array(select one from unnest(t.tries) as one where one > platform.from_ms($3))
    || platform.from_ms($2)
  where (select count(*) from unnest(t.tries) as one where one > platform.from_ms($3)) < $4
  returning subject`;

/** Counts a try; false when there were `max` since `since`, and then it is not counted. */
export async function insertAttempt(
  sql: Sql,
  params: { subject: string; at: UnixMs; since: UnixMs; max: number },
): Promise<boolean> {
  const { subject, at, since, max } = params;
  return (await sql.query(TAKE, [subject, at, since, max])).length === 1;
}

const GIVE_BACK = `
  update accounts.refused_try
  set tries = tries[:array_position(tries, platform.from_ms($2)) - 1]
    || tries[array_position(tries, platform.from_ms($2)) + 1:]
  where subject = $1 and platform.from_ms($2) = any(tries)`;

/** Takes one try of a moment out of the count again. */
export async function deleteAttempt(sql: Sql, subject: string, at: UnixMs): Promise<void> {
  await sql.query(GIVE_BACK, [subject, at]);
}

const OLDEST = `
  select min(one) as at from accounts.refused_try as t, unnest(t.tries) as one
  where t.subject = $1 and one > platform.from_ms($2)`;

/** When the oldest try that still counts was; null when none does. */
export async function findOldestAttempt(
  sql: Sql,
  subject: string,
  since: UnixMs,
): Promise<number | null> {
  const rows = await sql.query<Row & { at: number | null }>(OLDEST, [subject, since]);
  return rows[0]?.at ?? null;
}

const SWEEP = `
  delete from accounts.refused_try
  where not exists (select from unnest(tries) as one where one > platform.from_ms($1))`;

/** Forgets tries that were all before `at`. */
export async function sweepAttempts(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}
