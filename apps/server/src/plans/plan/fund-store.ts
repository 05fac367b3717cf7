import type { Position, RunState, Target } from '@candor/advisor';
import {
  type Decimal,
  type InstrumentCode,
  type Mode,
  type Money,
  type TickId,
  type UnixMs,
  type UtcDay,
  decimal,
  formatDecimal,
  price,
  rate,
} from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql, Statement, Tx } from '../../platform/postgres/db.ts';
import type { SettledDay, FundPhase, KeptFill, KeptMark, StoredFund, TickPrice } from './plan.ts';
import { VERSION_COLUMNS, usdt, versionFrom } from './plan-store.ts';
import type { DayRow, FillRow, FundRow } from './schema.ts';

const msOf = (text: string | null): UnixMs | null =>
  text === null ? null : (Number.parseInt(text, 10) as UnixMs);

type KeptPrice = { bid: string; ask: string; at: string; time: number };

/** A price as it is kept in a row. */
export function priceFrom(kept: KeptPrice | null): TickPrice | null {
  if (kept === null) return null;
  const { bid, ask, at, time } = kept;
  return { bid: price(bid), ask: price(ask), at, time: time as UnixMs };
}

/** A position as it is kept in a row. */
export function positionFrom({ quantity, cost }: FundRow['positions'][number]): Position {
  return { quantity: decimal(quantity), cost: usdt(cost) };
}

function fundFrom(row: FundRow): StoredFund {
  const run: RunState = {
    memo: row.memo,
    target: row.target as Target | null,
    dueFrom: msOf(row.due_from),
  };
  return {
    id: row.id,
    plan: versionFrom(row),
    mode: row.mode as Mode,
    feed: row.feed,
    units: BigInt(row.units),
    settled: usdt(row.settled),
    result: usdt(row.result),
    positions: row.positions.map(positionFrom),
    run,
    decidedThrough: msOf(row.decided_through),
    day: row.day as UtcDay,
    phase: row.phase as FundPhase,
    marked: row.marked?.map(priceFrom) ?? null,
    fills: Number.parseInt(row.fills, 10),
  };
}

const FUNDS = `
  select f.id, f.mode, f.feed, f.units::text, f.settled::text, f.result::text, f.positions, f.memo,
    f.target, f.due_from::text, f.decided_through::text, f.day::text as day, f.phase, f.marked,
    f.fills::text, ${VERSION_COLUMNS}
  from plans.fund f
  join plans.plan p on p.id = f.plan_id
  join plans.version v on v.plan_id = f.plan_id and v.version = f.version`;
const FUND = `${FUNDS} where f.id = $1`;
const SOME = `${FUNDS} where f.id = any($1)`;
const LOCKED = `${FUND} for update of f`;
// Newest versions of what is offered, and whatever has money or waits for it: each by an index of those alone, so
// that what has ended costs nothing.
/** What lists them; a test looks at what it costs. */
export const LIVE_FUNDS = `${FUNDS}
  where f.id in (
    select id from plans.fund where units > 0 or phase <> 'open'
    union select fund_id from plans.plan_order where state = 'pending'
    union select n.id from plans.plan offered
    join lateral (
      select version from plans.version where plan_id = offered.id order by version desc limit 1
    ) newest on true
    join plans.fund n on n.plan_id = offered.id and n.version = newest.version
    where offered.owner is null and offered.status <> 'ended')
  order by f.mode = 'demo', f.at, f.id`;
const OFFERED = `${FUNDS}
  where p.owner is null and f.version > (
    select max(n.version) - $1 from plans.version n where n.plan_id = f.plan_id)`;
const OF_PLAN = `${FUNDS} where f.plan_id = $1 and f.version = $2 and f.mode = $3`;

/** A fund by its id; null for none. */
export async function findFund(sql: Sql, id: string): Promise<StoredFund | null> {
  const [row] = await sql.query<FundRow>(FUND, [id]);
  return row === undefined ? null : fundFrom(row);
}

/** Funds by their ids. */
export async function findFunds(sql: Sql, ids: readonly string[]): Promise<StoredFund[]> {
  if (ids.length === 0) return [];
  return (await sql.query<FundRow>(SOME, [ids])).map(fundFrom);
}

/** A fund by its id, and nobody else changes it until the transaction ends; behind the locks of accounts. */
export async function lockFund(tx: Tx, id: string): Promise<StoredFund | null> {
  const [row] = await tx.query<FundRow>(LOCKED, [id]);
  return row === undefined ? null : fundFrom(row);
}

/** So long a caller's command waits for a fund while it holds an account. @source RELIABILITY 1.3 */
const PATIENCE = '200ms';

/**
 * The same for a command of an owner, which holds the lock of its account: stops of that account wait for it, and
 * are not to wait for the midnight of a fund.
 *
 * @throws a time-out that says come again, where its midnight is being written
 */
export async function lockFundSoon(tx: Tx, id: string): Promise<StoredFund | null> {
  await tx.query(`set local lock_timeout = '${PATIENCE}'`);
  const found = await lockFund(tx, id);
  await tx.query('set local lock_timeout to default');
  return found;
}

/** Every fund that has to be worked on: those of real money before those on paper, then the oldest first. */
export async function listLiveFunds(sql: Sql): Promise<StoredFund[]> {
  return (await sql.query<FundRow>(LIVE_FUNDS)).map(fundFrom);
}

/** Funds of the newest versions of each plan that is or was offered. */
export async function listOfferedFunds(sql: Sql, versions: number): Promise<StoredFund[]> {
  return (await sql.query<FundRow>(OFFERED, [versions])).map(fundFrom);
}

/** The fund of a version in a mode; null before there is one. */
export async function findFundOf(
  sql: Sql,
  of: { readonly planId: string; readonly version: number; readonly mode: Mode },
): Promise<StoredFund | null> {
  const [row] = await sql.query<FundRow>(OF_PLAN, [of.planId, of.version, of.mode]);
  return row === undefined ? null : fundFrom(row);
}

/** Positions as they are kept in a row. */
export const positionsText = (positions: readonly Position[]): string =>
  JSON.stringify(
    positions.map(({ quantity, cost }) => ({
      quantity: formatDecimal(quantity),
      cost: cost.units.toString(),
    })),
  );

/** Prices of a moment as they are kept in a row. */
export const pricesText = (marked: StoredFund['marked']): string | null =>
  marked === null
    ? null
    : JSON.stringify(
        marked.map(
          (one) => one && { ...one, bid: formatDecimal(one.bid), ask: formatDecimal(one.ask) },
        ),
      );

const INSERT = `
  insert into plans.fund (id, plan_id, version, mode, feed, positions, memo, day, at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, platform.from_ms($9))
  on conflict (plan_id, version, mode) do nothing`;

/** Begins a fund nobody has money in, unless there is one. */
export async function insertFund(tx: Tx, fund: StoredFund, at: UnixMs): Promise<void> {
  const { plan, mode, feed, positions, run, day } = fund;
  await tx.query(INSERT, [
    fund.id,
    plan.planId,
    plan.version,
    mode,
    feed,
    positionsText(positions),
    JSON.stringify(run.memo),
    day,
    at,
  ]);
}

const PUT = `
  update plans.fund set feed = $2, units = $3, settled = $4, result = $5, positions = $6::jsonb,
    memo = $7::jsonb, target = $8::jsonb, due_from = $9, decided_through = $10, day = $11,
    phase = $12, marked = $13::jsonb, fills = $14
  where id = $1`;

/** What writes a fund down as it is now; behind its lock. */
export function fundStatement(fund: StoredFund): Statement {
  const { run, decidedThrough } = fund;
  return {
    text: PUT,
    values: [
      fund.id,
      fund.feed,
      fund.units.toString(),
      fund.settled.units.toString(),
      fund.result.units.toString(),
      positionsText(fund.positions),
      JSON.stringify(run.memo),
      run.target === null ? null : JSON.stringify(run.target),
      run.dueFrom,
      decidedThrough,
      fund.day,
      fund.phase,
      pricesText(fund.marked),
      fund.fills,
    ],
  };
}

type Dated<What> = What & { readonly at: UnixMs };

const FILLS = columnsOf<Dated<KeptFill>>([
  ['fund_id', 'uuid', (fill) => fill.fundId],
  ['id', 'uuid', (fill) => fill.id],
  ['day', 'date', (fill) => fill.day],
  ['kind', 'text', (fill) => fill.kind],
  ['code', 'text', (fill) => fill.code],
  ['quantity', 'numeric', (fill) => formatDecimal(fill.quantity as Decimal)],
  ['price', 'numeric', (fill) => formatDecimal(fill.price)],
  ['fee', 'numeric', (fill) => fill.fee.units.toString()],
  ['result', 'numeric', (fill) => fill.result.units.toString()],
  ['tick', 'text', (fill) => fill.tickId],
  ['time', 'moment', (fill) => fill.time],
  ['held', 'numeric', (fill) => fill.before && formatDecimal(fill.before.quantity)],
  ['cost', 'numeric', (fill) => fill.before?.cost.units.toString() ?? null],
  ['cohort', 'uuid', (fill) => fill.cohort],
  ['rule', 'text', (fill) => fill.rule],
  ['figures', 'jsonb', (fill) => JSON.stringify(fill.figures)],
  ['at', 'moment', (fill) => fill.at],
]);
const INSERT_FILLS = FILLS.insertInto('plans.fill');

const MARKS = columnsOf<Dated<KeptMark>>([
  ['fund_id', 'uuid', (mark) => mark.fundId],
  ['id', 'uuid', (mark) => mark.id],
  ['day', 'date', (mark) => mark.day],
  ['kind', 'text', (mark) => mark.kind],
  ['code', 'text', (mark) => mark.code],
  ['tick', 'text', (mark) => mark.tickId],
  ['result', 'numeric', (mark) => mark.result.units.toString()],
  ['held', 'numeric', (mark) => (mark.held === null ? null : formatDecimal(mark.held))],
  ['at', 'moment', (mark) => mark.at],
]);
const INSERT_MARKS = MARKS.insertInto('plans.mark');

/** What writes trades and marks of a fund down. */
export function movedStatements(
  moved: { readonly fills: readonly KeptFill[]; readonly marks: readonly KeptMark[] },
  at: UnixMs,
): Statement[] {
  return [
    ...FILLS.statements(
      INSERT_FILLS,
      moved.fills.map((fill) => ({ ...fill, at })),
    ),
    ...MARKS.statements(
      INSERT_MARKS,
      moved.marks.map((mark) => ({ ...mark, at })),
    ),
  ];
}

/** What a trade is read from. */
export const FILL_COLUMNS = `
  f.id, f.fund_id, f.day::text as day, f.kind, f.code, f.quantity::text, f.price::text,
  f.fee::text, f.result::text, f.tick, f.time, f.held::text, f.cost::text, f.cohort, f.rule, f.figures`;
const LIST_FILLS = `
  select ${FILL_COLUMNS} from plans.fill f
  where f.fund_id = $1 and ($2::date is null or f.day >= $2) and ($3::date is null or f.day <= $3)
    and ($5::boolean or f.kind = 'run')
  order by f.seq desc limit $4`;

/** The newest trades of a fund between two days, newest first; those of joiners and leavers where they are asked for. */
export async function listFills(
  sql: Sql,
  asked: {
    readonly fundId: string;
    readonly from: UtcDay | null;
    readonly to: UtcDay | null;
    readonly most: number;
    /** Whether what joiners bought and leavers sold is among them: what one had can be told from it. */
    readonly ofOwners: boolean;
  },
): Promise<KeptFill[]> {
  const { fundId, from, to, most, ofOwners } = asked;
  const rows = await sql.query<FillRow>(LIST_FILLS, [fundId, from, to, most, ofOwners]);
  return rows.map(fillFrom);
}

/** A stored row as the trade it is. */
export function fillFrom(row: FillRow): KeptFill {
  const { held, cost } = row;
  return {
    id: row.id,
    fundId: row.fund_id,
    day: row.day as UtcDay,
    kind: row.kind as KeptFill['kind'],
    code: row.code as InstrumentCode,
    quantity: decimal(row.quantity),
    price: price(row.price),
    fee: usdt(row.fee),
    result: usdt(row.result),
    tickId: row.tick as TickId,
    time: row.time as UnixMs,
    before: held === null || cost === null ? null : { quantity: decimal(held), cost: usdt(cost) },
    cohort: row.cohort,
    rule: row.rule,
    figures: row.figures,
  };
}

const LIST_DAYS = `
  select * from (
    select d.fund_id, d.day::text as day, d.fills::text, d.mark::text, d.result::text,
      d.before::text, d.value::text, d.units::text, d.hold::text, d.owners
    from plans.day d where d.fund_id = $1 order by d.day desc limit $2
  ) newest order by day`;

/** The newest days of a fund, newest last. */
export async function listDays(sql: Sql, fundId: string, most: number): Promise<SettledDay[]> {
  const rows = await sql.query<DayRow>(LIST_DAYS, [fundId, most]);
  return rows.map((row) => ({
    fundId: row.fund_id,
    day: row.day as UtcDay,
    fills: usdt(row.fills),
    mark: usdt(row.mark),
    result: usdt(row.result),
    before: usdt(row.before),
    value: usdt(row.value),
    units: BigInt(row.units),
    hold: row.hold === null ? null : rate(row.hold),
    owners: row.owners,
  }));
}

const WAITING = `
  select coalesce(sum(amount), 0)::text as amount from plans.plan_order
  where fund_id = $1 and state = 'pending'`;

/** What waits to join a fund. @units USDT */
export async function sumWaiting(sql: Sql, fundId: string): Promise<Money> {
  const [row] = await sql.query<{ amount: string }>(WAITING, [fundId]);
  return usdt(row?.amount ?? '0');
}
