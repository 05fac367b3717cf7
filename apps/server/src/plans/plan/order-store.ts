import {
  type Mode,
  type Money,
  type UnixMs,
  type UserId,
  type UtcDay,
  formatDecimal,
  rate,
} from '@candor/kernel';
import type { plans } from '@candor/protocol';
import type { TradingAccount } from '../../ledger/index.ts';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql, Statement, Tx } from '../../platform/postgres/db.ts';
import type { StoredOrder } from './plan.ts';
import { usdt } from './plan-store.ts';
import { lossLine } from './rules.ts';
import type { OrderRow } from './schema.ts';

const COLUMNS = `
  o.user_id, o.id, o.ordinal::text, o.order_no, o.plan_id, o.version, o.fund_id, o.mode, o.is_own,
  o.amount::text, o.days, o.cycle_days, o.share_rate::text, o.exit_rate::text, o.max_loss::text,
  o.bought_at, o.joins_on::text as joins_on, o.state, o.units::text, o.value::text, o.high::text,
  o.result::text, o.share_taken::text, o.subsidy::text, o.exit_share::text, o.settled_days, o.was_told_week,
  o.closed_at, o.received::text,
  o.received is not null and exists (
    select from plans.order_day e
    where e.user_id = o.user_id and e.order_id = o.id and e.kind = 'leave' and e.cohort is not null
  ) as has_receipt`;

function orderFrom(row: OrderRow): StoredOrder {
  return {
    userId: row.user_id as UserId,
    id: row.id,
    ordinal: BigInt(row.ordinal),
    orderNo: row.order_no,
    planId: row.plan_id,
    version: row.version,
    fundId: row.fund_id,
    mode: row.mode as Mode,
    isOwn: row.is_own,
    amount: usdt(row.amount),
    days: row.days,
    cycleDays: row.cycle_days,
    shareRate: rate(row.share_rate),
    exitRate: rate(row.exit_rate),
    maxLoss: usdt(row.max_loss),
    boughtAt: row.bought_at as UnixMs,
    joinsOn: row.joins_on as UtcDay,
    state: row.state as plans.PlanOrderState,
    units: BigInt(row.units),
    value: usdt(row.value),
    high: usdt(row.high),
    result: usdt(row.result),
    shareTaken: usdt(row.share_taken),
    subsidy: usdt(row.subsidy),
    exitShare: usdt(row.exit_share),
    settledDays: row.settled_days,
    wasToldWeek: row.was_told_week,
    closedAt: row.closed_at as UnixMs | null,
    received: row.received === null ? null : usdt(row.received),
    hasReceipt: row.has_receipt,
  };
}

/** Names an order of a user. */
export type NamedOrder = { readonly userId: UserId; readonly id: string };
/** Orders as statements name them. */
export const NAMED = columnsOf<NamedOrder>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
]);
/** Trading accounts as statements name them. */
const ACCOUNTS = columnsOf<TradingAccount>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['mode', 'text', ({ mode }) => mode],
]);
const FIND = `
  select ${COLUMNS} from plans.plan_order o
  join ${NAMED.rows('asked')} on asked.user_id = o.user_id and asked.id = o.id order by o.ordinal`;

/** Orders by their ids, in the order in which they were bought. */
export async function findOrders(sql: Sql, ids: readonly NamedOrder[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return [];
  return (await sql.query<OrderRow>(FIND, NAMED.values(ids))).map(orderFrom);
}

const BY_NUMBER = `
  select o.user_id, o.id from plans.plan_order o
  where o.order_no = $3 and o.user_id = $1 and o.mode = $2`;

/** An order of a trading account by its number; null for none of it. */
export async function findByNumber(
  sql: Sql,
  params: TradingAccount & { readonly orderNo: string },
): Promise<NamedOrder | null> {
  const { userId, mode, orderNo } = params;
  const [row] = await sql.query<{ id: string }>(BY_NUMBER, [userId, mode, orderNo]);
  return row === undefined ? null : { userId, id: row.id };
}

const OPEN = `
  select ${COLUMNS} from plans.plan_order o
  where o.user_id = $1 and o.mode = $2 and o.state in ('pending', 'running') order by o.ordinal`;

/** What a user has in plans, or waits to have. */
export async function listOpen(sql: Sql, account: TradingAccount): Promise<StoredOrder[]> {
  return (await sql.query<OrderRow>(OPEN, [account.userId, account.mode])).map(orderFrom);
}

const RUNNING = `
  select ${COLUMNS}, f.day::text as fund_day, f.phase as fund_phase
  from ${ACCOUNTS.rows('asked')}
  join plans.plan_order o on o.user_id = asked.user_id and o.mode = asked.mode and o.state = 'running'
  join plans.fund f on f.id = o.fund_id
  order by o.ordinal`;

/** A running order, and the day its figures belong to; null while a midnight is written. */
export type DatedOrder = { readonly order: StoredOrder; readonly day: UtcDay | null };

/** What trading accounts have in plans, as it stood at one moment. */
export async function listRunning(
  sql: Sql,
  accounts: readonly TradingAccount[],
): Promise<DatedOrder[]> {
  if (accounts.length === 0) return [];
  const rows = await sql.query<OrderRow & { fund_day: string; fund_phase: string }>(
    RUNNING,
    ACCOUNTS.values(accounts),
  );
  return rows.map((row) => ({
    order: orderFrom(row),
    day: row.fund_phase === 'open' ? (row.fund_day as UtcDay) : null,
  }));
}

/** What a list of orders is narrowed to. */
export type OrderFilter = TradingAccount & {
  readonly status: 'pending' | 'running' | 'closed' | 'all';
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: number;
  readonly size: number;
};

const WHERE = `
  where o.user_id = $1 and o.mode = $2
    and ($3 = 'all' or case when $3 = 'closed' then o.state not in ('pending', 'running') else o.state = $3 end)
    and ($4::bigint is null or o.bought_at >= platform.from_ms($4))
    and ($5::bigint is null or o.bought_at <= platform.from_ms($5))`;
const LIST = `
  select ${COLUMNS} from plans.plan_order o ${WHERE} order by o.ordinal desc limit $6 offset $7`;
const COUNT = `select count(*)::int as total from plans.plan_order o ${WHERE}`;

/** A page of a trading account's orders, newest first, and how many there are. */
export async function listOrders(
  sql: Sql,
  filter: OrderFilter,
): Promise<{ records: StoredOrder[]; total: number }> {
  const { userId, mode, status, from, to, page, size } = filter;
  const asked = [userId, mode, status, from ?? null, to ?? null];
  const [rows, [count]] = await Promise.all([
    sql.query<OrderRow>(LIST, [...asked, size, (page - 1) * size]),
    sql.query<{ total: number }>(COUNT, asked),
  ]);
  return { records: rows.map(orderFrom), total: count?.total ?? 0 };
}

const INSERT = `
  insert into plans.plan_order (user_id, id, order_no, request_id, plan_id, version, fund_id, mode,
    is_own, amount, days, cycle_days, share_rate, exit_rate, max_loss, bought_at, joins_on, high)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, platform.from_ms($16), $17, $10)`;

/** What writes an order down that was just bought. */
export function boughtStatement(order: Omit<StoredOrder, 'ordinal'>, requestId: string): Statement {
  return {
    text: INSERT,
    values: [
      order.userId,
      order.id,
      order.orderNo,
      requestId,
      order.planId,
      order.version,
      order.fundId,
      order.mode,
      order.isOwn,
      order.amount.units.toString(),
      order.days,
      order.cycleDays,
      formatDecimal(order.shareRate),
      formatDecimal(order.exitRate),
      order.maxLoss.units.toString(),
      order.boughtAt,
      order.joinsOn,
    ],
  };
}

const PUTS = columnsOf<StoredOrder>([
  ['user_id', 'uuid', (o) => o.userId],
  ['id', 'uuid', (o) => o.id],
  ['state', 'text', (o) => o.state],
  ['joins_on', 'date', (o) => o.joinsOn],
  ['units', 'numeric', (o) => o.units.toString()],
  ['value', 'numeric', (o) => o.value.units.toString()],
  ['high', 'numeric', (o) => o.high.units.toString()],
  ['result', 'numeric', (o) => o.result.units.toString()],
  ['share_taken', 'numeric', (o) => o.shareTaken.units.toString()],
  ['subsidy', 'numeric', (o) => o.subsidy.units.toString()],
  ['exit_share', 'numeric', (o) => o.exitShare.units.toString()],
  ['settled_days', 'int', (o) => o.settledDays],
  ['loss_at', 'numeric', (o) => (o.state === 'running' ? lossLine(o).toString() : null)],
  ['was_told_week', 'boolean', (o) => o.wasToldWeek],
  ['closed_at', 'bigint', (o) => o.closedAt],
  ['received', 'numeric', (o) => o.received?.units.toString() ?? null],
]);
const PUT = `
  with moved as (
    update plans.plan_order o set state = r.state, joins_on = r.joins_on, units = r.units,
      value = r.value, high = r.high,
      result = r.result, share_taken = r.share_taken, subsidy = r.subsidy, exit_share = r.exit_share,
      settled_days = r.settled_days, loss_at = r.loss_at, was_told_week = r.was_told_week,
      closed_at = platform.from_ms(r.closed_at), received = r.received
    from ${PUTS.rows('r')} where o.user_id = r.user_id and o.id = r.id and o.state in ('pending', 'running')
    returning o.id
  )
  select platform.require(count(*) = ${PUTS.behind(1)}::int, 'each of them still runs') from moved`;

/** What writes orders down as they are now; it fails where one has ended. */
export function orderStatements(orders: readonly StoredOrder[]): Statement[] {
  return PUTS.statements(PUT, orders, orders.length);
}

const IN_FUND = `
  select coalesce(sum(o.value), 0)::text as value, coalesce(sum(o.units), 0)::text as units
  from plans.plan_order o where o.fund_id = $1 and o.state = 'running'`;

/** What the orders of a fund have in it together. */
export async function sumOrders(
  sql: Sql,
  fundId: string,
): Promise<{ readonly value: Money; readonly units: bigint }> {
  const [row] = await sql.query<{ value: string; units: string }>(IN_FUND, [fundId]);
  return { value: usdt(row?.value ?? '0'), units: BigInt(row?.units ?? '0') };
}

const ENDING = `
  select ${COLUMNS} from plans.plan_order o
  where o.fund_id = $1 and o.state = 'running'
    and ($3 or o.joins_on + o.days <= $2 or ($5 and o.value <= o.amount - o.max_loss))
  order by o.ordinal limit $4`;

/** Some orders that end at the beginning of a day: all of a fund that ends, else those whose time has come. */
export async function listEnding(
  sql: Sql,
  asked: {
    readonly fundId: string;
    readonly day: UtcDay;
    readonly all: boolean;
    /** Whether those whose loss is reached leave as well. */
    readonly byLoss: boolean;
    readonly most: number;
  },
): Promise<StoredOrder[]> {
  const { fundId, day, all, byLoss, most } = asked;
  const values = [fundId, day, all, most, byLoss];
  return (await sql.query<OrderRow>(ENDING, values)).map(orderFrom);
}

const JOINING = `
  select ${COLUMNS} from plans.plan_order o
  where o.fund_id = $1 and o.state = 'pending' and o.joins_on <= $2
  order by o.ordinal limit $3`;

/** Some orders that join at the beginning of a day. */
export async function listJoining(
  sql: Sql,
  asked: { readonly fundId: string; readonly day: UtcDay; readonly most: number },
): Promise<StoredOrder[]> {
  const rows = await sql.query<OrderRow>(JOINING, [asked.fundId, asked.day, asked.most]);
  return rows.map(orderFrom);
}

const REACHED = `
  select ${COLUMNS} from plans.plan_order o
  where o.fund_id = $1 and o.state = 'running' and o.loss_at >= $2
  order by o.loss_at desc, o.ordinal limit $3`;

/** Some orders of a fund whose loss is reached at a value of a unit. */
export async function listReached(
  sql: Sql,
  asked: { readonly fundId: string; readonly unitValue: bigint; readonly most: number },
): Promise<StoredOrder[]> {
  const values = [asked.fundId, asked.unitValue.toString(), asked.most];
  return (await sql.query<OrderRow>(REACHED, values)).map(orderFrom);
}

const HIGHEST_LINE = `
  select max(loss_at)::text as line from plans.plan_order where fund_id = $1 and state = 'running'`;

/** The value of a unit at which the first order of a fund leaves; null without any. */
export async function findHighestLine(sql: Sql, fundId: string): Promise<bigint | null> {
  const [row] = await sql.query<{ line: string | null }>(HIGHEST_LINE, [fundId]);
  return row === undefined || row.line === null ? null : BigInt(row.line);
}

const OWN = `
  select count(*)::int as "all", (count(*) filter (where o.user_id = $1))::int as own,
    (select count(*)::int from (
       select n.is_own, n.bought_at from plans.plan_order n
       where n.user_id = $1 and n.mode = 'demo' order by n.ordinal desc limit $3
     ) newest where is_own and bought_at > platform.from_ms($2)) as begun
  from plans.plan_order o
  join plans.plan p on p.id = o.plan_id and p.status <> 'ended'
  where o.is_own and o.state in ('pending', 'running')`;
/** Newest orders of a user that are looked at. */
const LOOKED_AT = 10_000;

/**
 * How many plans of their own run and are not to end at the next midnight: of a user, and of all; and how many the
 * user began since a moment. Until the transaction ends nobody else counts: two at once would both find room.
 */
export async function countOwn(
  tx: Tx,
  userId: UserId,
  since: UnixMs,
): Promise<{ readonly own: number; readonly all: number; readonly begun: number }> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('plans.own', 0))");
  const values = [userId, since, LOOKED_AT];
  const [row] = await tx.query<{ all: number; own: number; begun: number }>(OWN, values);
  return { own: row?.own ?? 0, all: row?.all ?? 0, begun: row?.begun ?? 0 };
}

const GIVE_WAY = `
  update plans.plan set status = 'ended' where id = (
    select plan_id from (
      select o.plan_id, o.ordinal, count(*) over (partition by o.user_id) as had
      from plans.plan_order o
      join plans.plan p on p.id = o.plan_id and p.status <> 'ended'
      where o.is_own and o.state in ('pending', 'running')
    ) o where had > $1 order by had desc, ordinal limit 1)
  returning id`;

/**
 * Ends, with its next midnight, the oldest plan of those who have the most of their own, where they have more than
 * another user is to have; whether there was one. Behind the lock of `countOwn`.
 */
export async function giveWay(tx: Tx, have: number): Promise<boolean> {
  return (await tx.query(GIVE_WAY, [have])).length > 0;
}
