import {
  type InstrumentCode,
  type Money,
  type TickId,
  type UnixMs,
  type UserId,
  type UtcDay,
  decimal,
  rate,
} from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import { FILL_COLUMNS, fillFrom, positionFrom, priceFrom } from '../plan/fund-store.ts';
import { DAY_COLUMNS, orderDayFrom } from '../plan/order-day-store.ts';
import type { KeptCohort, KeptMark, OrderDay } from '../plan/plan.ts';
import { usdt } from '../plan/plan-store.ts';
import type { DayRow, FillRow, OrderDayRow } from '../plan/schema.ts';
import type { ProvenFill, SharedDay } from './proof.ts';

/** Names a day of a fund. */
export type NamedDay = { readonly fundId: string; readonly day: UtcDay };
/** Names a day of an order. */
export type NamedOrderDay = {
  readonly userId: UserId;
  readonly orderId: string;
  readonly day: UtcDay;
};

type DatedFillRow = FillRow & { at: number };

const provenFill = (row: DatedFillRow): ProvenFill => ({ ...fillFrom(row), at: row.at as UnixMs });

const FILLS = `
  select ${FILL_COLUMNS}, f.at from plans.fill f
  where f.id = any ($1::uuid[]) and f.kind = 'run' and f.held is not null order by f.seq`;
const FILLS_OF_DAY = `
  select ${FILL_COLUMNS}, f.at from plans.fill f
  where f.fund_id = $1 and f.day = $2 and f.kind = 'run' order by f.seq`;
const FILLS_OF_COHORTS = `
  select ${FILL_COLUMNS}, f.at from plans.fill f where f.cohort = any ($1::uuid[]) order by f.seq`;

/** Trades of strategies by their ids; of joiners and leavers none. */
export async function findFills(sql: Sql, ids: readonly string[]): Promise<ProvenFill[]> {
  return (await sql.query<DatedFillRow>(FILLS, [ids])).map(provenFill);
}

/** Trades of a fund's strategy on a day, in the order in which they were made. */
export async function fillsOfDay(sql: Sql, { fundId, day }: NamedDay): Promise<ProvenFill[]> {
  return (await sql.query<DatedFillRow>(FILLS_OF_DAY, [fundId, day])).map(provenFill);
}

/** What was traded as owners joined or left. */
export async function fillsOfCohorts(sql: Sql, ids: readonly string[]): Promise<ProvenFill[]> {
  return (await sql.query<DatedFillRow>(FILLS_OF_COHORTS, [ids])).map(provenFill);
}

const MARKS = `
  select m.id, m.code, m.tick, m.result::text, m.held::text from plans.mark m
  where m.fund_id = $1 and m.day = $2 and m.kind = 'mark'`;
type MarkRow = Row & {
  id: string;
  code: string;
  tick: string;
  result: string;
  held: string | null;
};

/** Marks of a fund's midnight. */
export async function marksOfDay(sql: Sql, { fundId, day }: NamedDay): Promise<KeptMark[]> {
  const rows = await sql.query<MarkRow>(MARKS, [fundId, day]);
  return rows.map((row) => ({
    ...{ id: row.id, fundId, day, kind: 'mark' },
    code: row.code as InstrumentCode,
    tickId: row.tick as TickId,
    result: usdt(row.result),
    held: row.held === null ? null : decimal(row.held),
  }));
}

const DAY = `
  select d.fund_id, d.day::text as day, d.fills::text, d.mark::text, d.result::text, d.before::text,
    d.value::text, d.units::text, d.hold::text, d.rest, d.last::text, d.at,
    (select coalesce(sum(a.part), 0)::text from plans.cohort a
     where a.fund_id = d.fund_id and a.day = d.day and a.kind = 'leave') as left_units
  from plans.day d where d.fund_id = $1 and d.day = $2 and d.rest is not null`;

/** A day of a fund as it was shared; null before it is, and for days from before receipts. */
export async function findSharedDay(
  sql: Sql,
  { fundId, day }: NamedDay,
): Promise<{ readonly day: SharedDay; readonly left: bigint; readonly at: UnixMs } | null> {
  type SharedRow = DayRow & { rest: number; last: string | null; at: number; left_units: string };
  const [row] = await sql.query<SharedRow>(DAY, [fundId, day]);
  if (row === undefined) return null;
  return {
    day: {
      ...{ fundId, day },
      fills: usdt(row.fills),
      mark: usdt(row.mark),
      result: usdt(row.result),
      before: usdt(row.before),
      value: usdt(row.value),
      units: BigInt(row.units),
      hold: row.hold === null ? null : rate(row.hold),
      rest: row.rest,
      last: row.last === null ? null : BigInt(row.last),
    },
    left: BigInt(row.left_units),
    at: row.at as UnixMs,
  };
}

const NAMED = columnsOf<NamedOrderDay>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['order_id', 'uuid', ({ orderId }) => orderId],
  ['day', 'date', ({ day }) => day],
]);
const ORDER_DAYS = `
  select ${DAY_COLUMNS} from plans.order_day d
  join ${NAMED.rows('asked')} on asked.user_id = d.user_id and asked.order_id = d.order_id
    and asked.day = d.day
  where d.at is not null and d.rank is not null`;

/** What some days brought some orders: what was settled, and what joining cost. */
export async function findOrderDays(
  sql: Sql,
  named: readonly NamedOrderDay[],
): Promise<OrderDay[]> {
  return (await sql.query<OrderDayRow>(ORDER_DAYS, NAMED.values(named))).map(orderDayFrom);
}

const LEAVES = `
  select ${DAY_COLUMNS} from plans.order_day d
  join unnest($1::uuid[], $2::uuid[]) as asked (user_id, order_id)
    on asked.user_id = d.user_id and asked.order_id = d.order_id
  where d.kind = 'leave' and d.cohort is not null`;

/** What leaving brought some orders. */
export async function findLeaves(
  sql: Sql,
  named: readonly { readonly userId: UserId; readonly id: string }[],
): Promise<OrderDay[]> {
  const values = [named.map(({ userId }) => userId), named.map(({ id }) => id)];
  return (await sql.query<OrderDayRow>(LEAVES, values)).map(orderDayFrom);
}

type HighParams = NamedOrderDay & { readonly at: UnixMs };
const HIGH_ASKED = columnsOf<HighParams>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['order_id', 'uuid', ({ orderId }) => orderId],
  ['day', 'date', ({ day }) => day],
  ['at', 'bigint', ({ at }) => at],
]);
// What the house paid in raises the value and the highest value alike.
const HIGHS = `
  select asked.order_id, asked.day::text as asked_day, h.value::text, h.day::text as day,
    coalesce(sum(w.amount), 0)::text as granted,
    coalesce(sum(w.amount) filter (where h.at is null or w.at >= h.at), 0)::text as since
  from ${HIGH_ASKED.rows('asked')}
  left join lateral (
    select d.value, d.day, d.at from plans.order_day d
    where d.user_id = asked.user_id and d.order_id = asked.order_id and d.day < asked.day
      and d.kind = 'day' and d.share > 0
    order by d.day desc limit 1
  ) h on true
  left join plans.order_subsidy w on w.user_id = asked.user_id and w.order_id = asked.order_id
    and w.at < platform.from_ms(asked.at)
  group by asked.order_id, asked.day, h.value, h.day`;

/** What a share is measured by: what was left after the last, and what the house paid in by then and since. */
export type Measured = {
  readonly left: { readonly value: Money; readonly on: UtcDay } | null;
  readonly granted: Money;
  readonly since: Money;
};

/** Names a day of an order. */
export const orderDayKey = (named: { readonly orderId: string; readonly day: string }): string =>
  `${named.orderId} ${named.day}`;

/** By day of an order: what a share before it left, and what the house had paid in before its time. */
export async function findMeasured(
  sql: Sql,
  asked: readonly HighParams[],
): Promise<ReadonlyMap<string, Measured>> {
  if (asked.length === 0) return new Map();
  type HighRow = Row & {
    order_id: string;
    asked_day: string;
    value: string | null;
    day: string | null;
    granted: string;
    since: string;
  };
  const rows = await sql.query<HighRow>(HIGHS, HIGH_ASKED.values(asked));
  return new Map(
    rows.map(({ order_id, asked_day, value, day, granted, since }): [string, Measured] => [
      orderDayKey({ orderId: order_id, day: asked_day }),
      {
        left: value === null || day === null ? null : { value: usdt(value), on: day as UtcDay },
        granted: usdt(granted),
        since: usdt(since),
      },
    ]),
  );
}

const COHORTS = `
  select a.id, a.fund_id, a.day::text as day, a.kind, a.units::text, a.settled::text, a.result::text,
    a.part::text, a.own::text, a.rest, a.last::text, a.basis, a.positions, a.prices, a.at
  from plans.cohort a where a.id = any ($1::uuid[])`;
type CohortRow = Row & {
  id: string;
  fund_id: string;
  day: string;
  kind: string;
  units: string;
  settled: string;
  result: string;
  part: string;
  own: string;
  rest: number;
  last: string | null;
  basis: string;
  positions: Parameters<typeof positionFrom>[0][];
  prices: Parameters<typeof priceFrom>[0][] | null;
  at: number;
};

/** What owners joined or left with, by its id. */
export async function findCohorts(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptCohort>> {
  const rows = await sql.query<CohortRow>(COHORTS, [ids]);
  return new Map(
    rows.map((row): [string, KeptCohort] => [
      row.id,
      {
        id: row.id,
        fundId: row.fund_id,
        day: row.day as UtcDay,
        kind: row.kind as KeptCohort['kind'],
        units: BigInt(row.units),
        settled: usdt(row.settled),
        result: usdt(row.result),
        part: BigInt(row.part),
        own: usdt(row.own),
        rest: row.rest,
        last: row.last === null ? null : BigInt(row.last),
        basis: row.basis as KeptCohort['basis'],
        positions: row.positions.map(positionFrom),
        prices: row.prices?.map(priceFrom) ?? null,
        at: row.at as UnixMs,
      },
    ]),
  );
}

const SETTLING = `select exists (select from plans.fund where phase <> 'open') as is_settling`;

/** Whether the midnight of a fund is being worked out. */
export async function isSettling(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ is_settling: boolean }>(SETTLING);
  return row?.is_settling === true;
}
