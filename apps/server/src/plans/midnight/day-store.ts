import { type UnixMs, formatDecimal } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { FundDay, SharedOut } from '../plan/plan.ts';

const INSERT = `
  insert into plans.day
    (fund_id, day, fills, mark, result, before, value, units, hold, at, rest, last, owners)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, platform.from_ms($10), $11, $12,
    (select count(*) from plans.plan_order o where o.fund_id = $1 and o.state = 'running'))`;

/** Writes a day of a fund down; it fails where there is one. */
export async function insertDay(
  tx: Tx,
  day: FundDay & Pick<SharedOut, 'rest' | 'last'>,
  at: UnixMs,
): Promise<void> {
  await tx.query(INSERT, [
    day.fundId,
    day.day,
    day.fills.units.toString(),
    day.mark.units.toString(),
    day.result.units.toString(),
    day.before.units.toString(),
    day.value.units.toString(),
    day.units.toString(),
    day.hold === null ? null : formatDecimal(day.hold),
    at,
    day.rest,
    day.last?.toString() ?? null,
  ]);
}

const DAYS = 'select count(*)::int as days from plans.day where fund_id = $1';

/** How many days of a fund are settled. */
export async function countDays(sql: Sql, fundId: string): Promise<number> {
  const [row] = await sql.query<{ days: number }>(DAYS, [fundId]);
  return row?.days ?? 0;
}
