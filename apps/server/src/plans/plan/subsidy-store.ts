import type { Money, UnixMs, UserId, UtcDay } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Statement, Tx } from '../../platform/postgres/db.ts';
import { usdt } from './plan-store.ts';

/** What the house paid into a fund, by a case two people decided. */
export type Subsidy = {
  /** Its case, and the number people read out. */
  readonly id: string;
  readonly number: string;
  readonly fundId: string;
  /** The day it was paid for. */
  readonly day: UtcDay;
  readonly amount: Money;
  readonly reason: string;
  readonly at: UnixMs;
};

/** The part an order has of one. */
export type SubsidyPart = {
  readonly userId: UserId;
  readonly orderId: string;
  readonly subsidyId: string;
  readonly place: number;
  readonly amount: Money;
  /** The day the subsidy was paid for. */
  readonly day: UtcDay;
};

const INSERT = `
  insert into plans.subsidy (id, number, fund_id, day, amount, reason, at)
  values ($1, $2, $3, $4, $5, $6, platform.from_ms($7))`;
// Floors first, then one unit each by the largest remainder and the order's id, as a day is shared.
const SHARE = `
  insert into plans.order_subsidy (user_id, order_id, subsidy_id, place, amount)
  select user_id, id, $2, (row_number() over (order by ordinal))::int, amount
  from (
    select user_id, id, ordinal, part + (case when rank <= rest then 1 else 0 end) as amount
    from (
      select w.*, row_number() over (order by remainder desc, id) as rank,
        $3::numeric - sum(part) over () as rest
      from (
        select o.user_id, o.id, o.ordinal, floor($3::numeric * o.units / $4::numeric) as part,
          $3::numeric * o.units - floor($3::numeric * o.units / $4::numeric) * $4::numeric as remainder
        from plans.plan_order o
        where o.fund_id = $1 and o.state = 'running' and o.joins_on <= $5::date
      ) w
    ) r
  ) shared where amount > 0`;

const ON_DAY = `
  select coalesce(sum(o.units) filter (where o.state = 'running'), 0)::text as units,
    coalesce(bool_or(o.state = 'pending'), false) as waits
  from plans.plan_order o
  where o.fund_id = $1 and o.state in ('running', 'pending') and o.joins_on <= $2::date`;

/** Units of those who were in a fund on a day and still are, and whether some of that day are still to join it. */
export async function findInFundOn(
  sql: Sql,
  fundId: string,
  day: UtcDay,
): Promise<{ readonly units: bigint; readonly waits: boolean }> {
  const [row] = await sql.query<{ units: string; waits: boolean }>(ON_DAY, [fundId, day]);
  return { units: BigInt(row?.units ?? '0'), waits: row?.waits ?? false };
}

/**
 * Writes a subsidy down, and the part of each order that was in the fund on its day and still is: all in one
 * statement each.
 */
export async function insertSubsidy(tx: Tx, one: Subsidy, units: bigint): Promise<void> {
  const { id, number, fundId, day, amount, reason, at } = one;
  await tx.query(INSERT, [id, number, fundId, day, amount.units.toString(), reason, at]);
  await tx.query(SHARE, [fundId, id, amount.units.toString(), units.toString(), day]);
}

type SubsidyRow = Row & {
  id: string;
  number: string;
  fund_id: string;
  day: string;
  amount: string;
  reason: string;
  at: number;
};
const COLUMNS = 's.id, s.number, s.fund_id, s.day::text as day, s.amount::text, s.reason, s.at';
const OF_FUND = `
  select ${COLUMNS} from plans.subsidy s where s.fund_id = $1 order by s.at desc, s.id limit $2`;

/** The newest subsidies of a fund, newest first. */
export async function listSubsidies(sql: Sql, fundId: string, most: number): Promise<Subsidy[]> {
  return (await sql.query<SubsidyRow>(OF_FUND, [fundId, most])).map((row) => ({
    id: row.id,
    number: row.number,
    fundId: row.fund_id,
    day: row.day as UtcDay,
    amount: usdt(row.amount),
    reason: row.reason,
    at: row.at as UnixMs,
  }));
}

const UNPAID = `
  select w.user_id, w.order_id, w.subsidy_id, w.place, w.amount::text, s.day::text as day
  from plans.order_subsidy w join plans.subsidy s on s.id = w.subsidy_id
  where s.fund_id = $1 and w.at is null order by w.subsidy_id, w.place limit $2`;

/** Some parts of what the house paid into a fund that their orders do not have yet. */
export async function listUnpaid(sql: Sql, fundId: string, most: number): Promise<SubsidyPart[]> {
  type PartRow = Row & {
    user_id: string;
    order_id: string;
    subsidy_id: string;
    place: number;
    amount: string;
    day: string;
  };
  const rows = await sql.query<PartRow>(UNPAID, [fundId, most]);
  return rows.map((row) => ({
    userId: row.user_id as UserId,
    orderId: row.order_id,
    subsidyId: row.subsidy_id,
    place: row.place,
    amount: usdt(row.amount),
    day: row.day as UtcDay,
  }));
}

const PARTS = columnsOf<SubsidyPart & { readonly at: UnixMs }>([
  ['user_id', 'uuid', (part) => part.userId],
  ['order_id', 'uuid', (part) => part.orderId],
  ['subsidy_id', 'uuid', (part) => part.subsidyId],
  ['at', 'bigint', (part) => part.at],
]);
const PAY = `
  with paid as (
    update plans.order_subsidy w set at = platform.from_ms(r.at) from ${PARTS.rows('r')}
    where w.user_id = r.user_id and w.order_id = r.order_id and w.subsidy_id = r.subsidy_id
      and w.at is null
    returning w.order_id
  )
  select platform.require(count(*) = ${PARTS.behind(1)}::int, 'a part is paid once') from paid`;

/** What writes down that parts were paid; it fails where one was before. Before the orders that got them. */
export function paidParts(parts: readonly SubsidyPart[], at: UnixMs): Statement[] {
  const rows = parts.map((part) => ({ ...part, at }));
  return PARTS.statements(PAY, rows, rows.length);
}
