import { type Mode, type Money, type UnixMs, type UserId, money } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';

const RESULTS = `
  select user_id, sum(result)::text as result from (
    select user_id, profit as result from contracts.closing
    where mode = $1 and at >= platform.from_ms($2)
    union all
    select user_id, -coalesce(open_fee_left, open_fee) - coalesce(financing_left, financing)
    from contracts.contract where mode = $1 and status = 'running'
  ) as results group by user_id`;

const FIRST = `
  select min(opened_at) as first from contracts.contract
  where mode = $1 and opened_at is not null`;

/** What one account's contracts brought, after costs, without what running ones are worth now. */
export type AccountResult = { readonly userId: UserId; readonly result: Money };

/**
 * For every account that had a contract open since a moment: results of everything closed since,
 * less the fees and financing that running contracts have cost so far.
 *
 * @units USDT units; what running contracts are worth is added by the code that knows the prices
 */
export async function listResults(
  sql: Sql,
  params: { readonly mode: Mode; readonly since: UnixMs },
): Promise<{ results: AccountResult[]; statement: string }> {
  const rows = await sql.query<{ user_id: string; result: string }>(RESULTS, [
    params.mode,
    params.since,
  ]);
  return {
    results: rows.map((row) => ({
      userId: row.user_id as UserId,
      result: money('USDT', BigInt(row.result)),
    })),
    statement: RESULTS.trim(),
  };
}

/** When the first contract of a mode was opened; null before there was one. */
export async function findFirstOpening(sql: Sql, mode: Mode): Promise<UnixMs | null> {
  const [row] = await sql.query<{ first: UnixMs | null }>(FIRST, [mode]);
  return row?.first ?? null;
}
