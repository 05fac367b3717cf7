import { type UnixMs, type UserId, money, type Money } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';

const BOUGHT_BY = `
  select coalesce(sum(o.amount), 0)::text as units
  from unnest($2::bigint[]) with ordinality as s (since, place)
  left join plans.plan_order o
    on o.user_id = $1 and o.mode = 'real' and o.state <> 'cancelled'
      and o.bought_at >= platform.from_ms(s.since)
  group by s.place order by s.place`;

/** What a user put into plans of real money since each of some moments, in their order. @units USDT units */
export async function sumBoughtBy(
  sql: Sql,
  params: { readonly userId: UserId; readonly since: readonly UnixMs[] },
): Promise<readonly bigint[]> {
  const rows = await sql.query<{ units: string }>(BOUGHT_BY, [params.userId, params.since]);
  return rows.map(({ units }) => BigInt(units));
}

// What was lost of it already is among what trading brought.
const AT_RISK = `
  select coalesce(sum(case when o.state = 'pending' then o.max_loss
    else greatest(o.value - (o.amount - o.max_loss), 0) end), 0)::text as units
  from plans.plan_order o
  where o.user_id = $1 and o.mode = 'real' and o.state in ('pending', 'running')`;

/** The most a user may still lose, as agreed, with what is in plans now. @units USDT */
export async function sumAtRisk(sql: Sql, userId: UserId): Promise<Money> {
  const [row] = await sql.query<{ units: string }>(AT_RISK, [userId]);
  return money('USDT', BigInt(row?.units ?? '0'));
}
