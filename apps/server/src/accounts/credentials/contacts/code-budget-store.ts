import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';

const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 24))';

/** Another request for a code from the same network waits here meanwhile. */
export async function lockBudget(tx: Tx, network: string): Promise<void> {
  await tx.query(LOCK, [network]);
}

/** How many codes were sent for a place, counted since when. */
export type BudgetRow = { sends: number; counted_from: number };

const FIND = `
  select sends, counted_from from accounts.code_budget
  where subject = $1 and counted_from > platform.from_ms($2)`;

/** What a place has used up; null where it used up nothing since a moment. */
export async function findBudget(
  tx: Tx,
  subject: string,
  countedSince: UnixMs,
): Promise<BudgetRow | null> {
  return (await tx.query<Row & BudgetRow>(FIND, [subject, countedSince]))[0] ?? null;
}

const COUNT = `
  insert into accounts.code_budget as b (subject, sends, counted_from)
  select one, 1, platform.from_ms($2) from unnest($1::text[]) as one
  on conflict (subject) do update
  set sends = case when b.counted_from <= platform.from_ms($3) then 1 else b.sends + 1 end,
    counted_from = case
      when b.counted_from <= platform.from_ms($3) then excluded.counted_from
      else b.counted_from end`;

/** Counts a code for each of these places. */
export async function countCode(
  tx: Tx,
  code: { subjects: readonly string[]; at: UnixMs; countedSince: UnixMs },
): Promise<void> {
  await tx.query(COUNT, [code.subjects, code.at, code.countedSince]);
}

const SWEEP = 'delete from accounts.code_budget where counted_from <= platform.from_ms($1)';

/** Forgets places that were counted from `at` or before. */
export async function sweepBudgets(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}
