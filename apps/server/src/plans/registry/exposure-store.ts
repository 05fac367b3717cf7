import type { Money } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import { usdt } from '../plan/plan-store.ts';

const TRADED = `
  select f.id as fund_id, x.code, sum(x.result - x.fee)::text as brought
  from plans.fund f join plans.fill x on x.fund_id = f.id and x.day = f.day and x.kind = 'run'
  where f.id = any($1::uuid[]) group by f.id, x.code`;

/** What a sum of trades is found by. */
export const tradedKey = (fundId: string, code: string): string => `${fundId} ${code}`;

/** What the trades of the day that runs brought each fund in each instrument; days before are not looked at. */
export async function findTraded(
  sql: Sql,
  fundIds: readonly string[],
): Promise<ReadonlyMap<string, Money>> {
  type Traded = Row & { fund_id: string; code: string; brought: string };
  const rows = await sql.query<Traded>(TRADED, [fundIds]);
  return new Map(
    rows.map(({ fund_id: id, code, brought }) => [tradedKey(id, code), usdt(brought)] as const),
  );
}
