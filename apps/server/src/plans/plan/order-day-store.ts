import type { UnixMs, UserId, UtcDay } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql, Statement, Tx } from '../../platform/postgres/db.ts';
import { NAMED, type NamedOrder } from './order-store.ts';
import type { FundDay, OrderDay, SharedOut } from './plan.ts';
import { usdt } from './plan-store.ts';
import { isNextToNothing } from './rules.ts';
import type { OrderDayRow } from './schema.ts';

const DAYS = columnsOf<OrderDay>([
  ['user_id', 'uuid', (d) => d.userId],
  ['order_id', 'uuid', (d) => d.orderId],
  ['day', 'date', (d) => d.day],
  ['kind', 'text', (d) => d.kind],
  ['fund_id', 'uuid', (d) => d.fundId],
  ['place', 'int', (d) => d.place],
  ['units', 'numeric', (d) => d.units.toString()],
  ['result', 'numeric', (d) => d.result.units.toString()],
  ['share', 'numeric', (d) => d.share.units.toString()],
  ['value', 'numeric', (d) => d.value?.units.toString() ?? null],
  ['at', 'moment', (d) => d.at],
  ['rank', 'int', (d) => d.rank],
  ['cohort', 'uuid', (d) => d.cohort],
]);
const INSERT_DAYS = DAYS.insertInto('plans.order_day');

/** What writes down what joining or leaving brought orders. */
export function orderDayStatements(days: readonly OrderDay[]): Statement[] {
  return DAYS.statements(INSERT_DAYS, days);
}

/** What a day of an order is read from. */
export const DAY_COLUMNS = `
  d.user_id, d.order_id, d.day::text as day, d.kind, d.fund_id, d.place, d.units::text,
  d.result::text, d.share::text, d.value::text, d.at, d.rank, d.cohort`;

/** A stored row as the day it is. */
export function orderDayFrom(row: OrderDayRow): OrderDay {
  return {
    userId: row.user_id as UserId,
    orderId: row.order_id,
    day: row.day as UtcDay,
    kind: row.kind as OrderDay['kind'],
    fundId: row.fund_id,
    place: row.place,
    units: BigInt(row.units),
    result: usdt(row.result),
    share: usdt(row.share),
    value: row.value === null ? null : usdt(row.value),
    at: row.at as UnixMs | null,
    rank: row.rank,
    cohort: row.cohort,
  };
}

const OF_ORDER = `
  select ${DAY_COLUMNS} from plans.order_day d
  where d.user_id = $1 and d.order_id = $2 and d.at is not null order by d.day, d.at, d.kind`;

/** What the days of an order brought it, oldest first. */
export async function listOrderDays(sql: Sql, named: NamedOrder): Promise<OrderDay[]> {
  return (await sql.query<OrderDayRow>(OF_ORDER, [named.userId, named.id])).map(orderDayFrom);
}

const LAST_WEEK = `
  select d.user_id, d.order_id, sum(d.result)::text as result
  from plans.order_day d
  join ${NAMED.rows('asked')} on asked.user_id = d.user_id and asked.id = d.order_id
  where d.kind = 'day' and d.day > ${NAMED.behind(1)}::date - 7 and d.day <= ${NAMED.behind(1)}
  group by d.user_id, d.order_id`;

/** What the last seven days brought some orders, by id. @units USDT units */
export async function sumLastWeek(
  sql: Sql,
  named: readonly NamedOrder[],
  day: UtcDay,
): Promise<ReadonlyMap<string, bigint>> {
  if (named.length === 0) return new Map();
  const rows = await sql.query<{ order_id: string; result: string }>(LAST_WEEK, [
    ...NAMED.values(named),
    day,
  ]);
  return new Map(rows.map((row) => [row.order_id, BigInt(row.result)]));
}

const UNPAID = `
  select ${DAY_COLUMNS} from plans.order_day d
  where d.fund_id = $1 and d.day = $2 and d.kind = 'day' and d.place > $3
  order by d.place limit $4`;

/** Shares of a fund's day behind a place, whether they were paid or not. */
export async function listShares(
  sql: Sql,
  asked: {
    readonly fundId: string;
    readonly day: UtcDay;
    readonly after: number;
    readonly most: number;
  },
): Promise<OrderDay[]> {
  const { fundId, day, after, most } = asked;
  return (await sql.query<OrderDayRow>(UNPAID, [fundId, day, after, most])).map(orderDayFrom);
}

const PAY = `
  with paid as (
    update plans.order_day d set share = r.share, value = r.value, at = platform.from_ms(r.at)
    from (select * from ${DAYS.rows('t')}) r
    where d.user_id = r.user_id and d.order_id = r.order_id and d.day = r.day and d.kind = r.kind
      and d.at is null
    returning d.order_id
  )
  select platform.require(count(*) = ${DAYS.behind(1)}::int, 'a day is paid once') from paid`;

/** What writes down that shares of a day were paid; it fails where one was before. */
export function paidStatements(days: readonly OrderDay[]): Statement[] {
  return DAYS.statements(PAY, days, days.length);
}

// Floors first, then one unit each by the largest remainder and the order's id. All in one statement, so
// that a hundred thousand orders cost the process nothing.
const SHARE_OUT = `
  with shared as (
    select w.*, row_number() over (order by remainder desc, id) as rank,
      $3::numeric - sum(part) over () as rest
    from (
      select o.user_id, o.id, o.units, (row_number() over (order by o.ordinal))::int as place,
        floor($3::numeric * o.units / $4::numeric) as part,
        $3::numeric * o.units - floor($3::numeric * o.units / $4::numeric) * $4::numeric as remainder,
        case when $5::boolean then o.value else 0 end as had
      from plans.plan_order o where o.fund_id = $1 and o.state = 'running'
    ) w
  ), written as (
    insert into plans.order_day (user_id, order_id, day, kind, fund_id, place, units, result, rank)
    select user_id, id, $2, 'day', $1, place, units,
      part + (case when rank <= rest then 1 else 0 end) - had, rank
    from shared
  )
  select coalesce(max(rest), 0)::int as rest, min(remainder) filter (where rank <= rest)::text as last
  from shared`;

/**
 * Writes down what a fund's day brings each of its orders, to be paid in batches: its result by units with
 * the largest remainder, or, where next to nothing is left, the part of what is left less what each had.
 * Answers how many units were left over, and the remainder of the last order that got one.
 */
export async function shareOut(
  tx: Tx,
  day: Pick<FundDay, 'fundId' | 'day' | 'result' | 'value' | 'units'>,
): Promise<Pick<SharedOut, 'rest' | 'last'>> {
  const { fundId, result, value, units } = day;
  const isByValue = isNextToNothing(value, units);
  const shared = isByValue ? value : result;
  const values = [fundId, day.day, shared.units.toString(), units.toString(), isByValue];
  const [row] = await tx.query<{ rest: number; last: string | null }>(SHARE_OUT, values);
  return { rest: row?.rest ?? 0, last: row?.last == null ? null : BigInt(row.last) };
}
