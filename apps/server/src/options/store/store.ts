import {
  type InstrumentCode,
  type Mode,
  type Money,
  type OptionId,
  type QuoteId,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
  formatDecimal,
  money,
  price,
  rate,
} from '@candor/kernel';
import type { TradingAccount } from '../../ledger/index.ts';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql, Statement } from '../../platform/postgres/db.ts';
import type { Option, Outcome, Promised, Settlement, SettlementTick } from '../option/option.ts';
import type { OptionRow, QuoteRow } from './schema.ts';

const usdt = (units: string): Money => money('USDT', BigInt(units));

function tickFrom(row: OptionRow): SettlementTick | null {
  if (row.settle_tick === null) return null;
  return {
    tickId: row.settle_tick as TickId,
    price: price(ensure(row.settle_price, 'a settlement tick has a price')),
    receivedAt: ensure(row.settle_received_at, 'a settlement tick has a time') as UnixMs,
  };
}

function settlementFrom(row: OptionRow): Settlement | null {
  if (row.outcome === null) return null;
  return {
    outcome: row.outcome as Outcome,
    tick: tickFrom(row),
    paid: usdt(ensure(row.paid, 'a settled option paid something or nothing')),
    at: ensure(row.closed_at, 'a settled option has a time') as UnixMs,
  };
}

function optionFrom(row: OptionRow): Option {
  return {
    id: row.id as OptionId,
    userId: row.user_id as UserId,
    mode: row.mode as Mode,
    country: row.country,
    orderNo: row.order_no,
    code: row.code as InstrumentCode,
    feed: row.feed,
    direction: row.direction as Option['direction'],
    period: row.period,
    stake: usdt(row.stake),
    rate: rate(row.rate),
    rateVersion: row.rate_version,
    payout: usdt(row.payout),
    open: { price: price(row.open_price), tickId: row.open_tick as TickId },
    boughtAt: row.bought_at as UnixMs,
    settleAt: row.settle_at as UnixMs,
    settlement: settlementFrom(row),
  };
}

const COLUMNS = `
  o.user_id, o.id, o.mode, o.country, o.order_no, o.code, o.feed, o.direction, o.outcome, o.period,
  o.stake::text, o.rate::text, o.rate_version, o.payout::text, o.open_price::text, o.open_tick,
  o.bought_at, o.settle_at, o.settle_price::text, o.settle_tick, o.settle_received_at,
  o.paid::text, o.closed_at`;

type Named<Id> = { readonly userId: UserId; readonly id: Id };
const NAMED = columnsOf<Named<string>>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
]);

const FIND_BY_ID = `
  select ${COLUMNS} from options.option o
  join ${NAMED.rows('asked')} on asked.user_id = o.user_id and asked.id = o.id`;

/** Options by their ids, running or closed. */
export async function findOptions(sql: Sql, ids: readonly Named<OptionId>[]): Promise<Option[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<OptionRow>(FIND_BY_ID, NAMED.values(ids));
  return rows.map(optionFrom);
}

const FIND_BY_NUMBER = `
  select ${COLUMNS} from options.option o
  where o.order_no = $3 and o.user_id = $1 and o.mode = $2`;

/** A user’s option by its order number; null for none of theirs. */
export async function findByNumber(
  sql: Sql,
  params: TradingAccount & { readonly orderNo: string },
): Promise<Option | null> {
  const { userId, mode, orderNo } = params;
  const [row] = await sql.query<OptionRow>(FIND_BY_NUMBER, [userId, mode, orderNo]);
  return row === undefined ? null : optionFrom(row);
}

const OWNER = 'select user_id from options.option where order_no = $1';

/** Whose option a number names; null for none. */
export async function findOptionOwner(sql: Sql, orderNo: string): Promise<UserId | null> {
  const [row] = await sql.query<{ user_id: string }>(OWNER, [orderNo]);
  return (row?.user_id ?? null) as UserId | null;
}

const ALL_RUNNING = `select ${COLUMNS} from options.option o where o.status = 'running'`;
const RUNNING_OF_BOOK = `${ALL_RUNNING} and o.user_id = $1 and o.mode = $2`;

/** Every running option, or those of one trading account. */
export async function findRunning(sql: Sql, account: TradingAccount | null): Promise<Option[]> {
  const rows =
    account === null
      ? await sql.query<OptionRow>(ALL_RUNNING)
      : await sql.query<OptionRow>(RUNNING_OF_BOOK, [account.userId, account.mode]);
  return rows.map(optionFrom);
}

/** What a list of options is narrowed to. */
export type OptionFilter = TradingAccount & {
  readonly status: 'pending' | 'running' | 'closed' | 'all';
  readonly code: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: number;
  readonly size: number;
};

const WHERE = `
  where o.user_id = $1 and o.mode = $2 and ($3 = 'all' or o.status = $3)
    and ($4::text is null or o.code = $4)
    and ($5::bigint is null or o.bought_at >= platform.from_ms($5))
    and ($6::bigint is null or o.bought_at <= platform.from_ms($6))`;
const LIST = `
  select ${COLUMNS} from options.option o ${WHERE}
  order by o.bought_at desc, o.id desc limit $7 offset $8`;
const COUNT = `select count(*)::int as total from options.option o ${WHERE}`;
// What ended is counted as it ends, by market; what runs is little.
const COUNTED = `
  select (coalesce((select sum(t.ended) from options.tally t
                    where t.user_id = $1 and t.mode = $2 and ($3::text is null or t.code = $3)), 0)
          + case when $4::boolean then (
              select count(*) from options.option o
              where o.user_id = $1 and o.mode = $2 and o.status = 'running'
                and ($3::text is null or o.code = $3)
            ) else 0 end)::int as total`;

function countOptions(sql: Sql, filter: OptionFilter): Promise<{ total: number }[]> {
  const { userId, mode, status, code, from, to } = filter;
  const isEver = from === undefined && to === undefined;
  if (isEver && (status === 'closed' || status === 'all')) {
    return sql.query<{ total: number }>(COUNTED, [userId, mode, code ?? null, status === 'all']);
  }
  const asked = [userId, mode, status, code ?? null, from ?? null, to ?? null];
  return sql.query<{ total: number }>(COUNT, asked);
}

/** A page of one trading account's options, newest first, and how many there are. */
export async function listOptions(
  sql: Sql,
  filter: OptionFilter,
): Promise<{ records: Option[]; total: number }> {
  const { userId, mode, status, code, from, to, page, size } = filter;
  const asked = [userId, mode, status, code ?? null, from ?? null, to ?? null];
  const [rows, [count]] = await Promise.all([
    sql.query<OptionRow>(LIST, [...asked, size, (page - 1) * size]),
    countOptions(sql, filter),
  ]);
  return { records: rows.map(optionFrom), total: count?.total ?? 0 };
}

const BOUGHT = columnsOf<Option>([
  ['user_id', 'uuid', (o) => o.userId],
  ['id', 'uuid', (o) => o.id],
  ['mode', 'text', (o) => o.mode],
  ['country', 'text', (o) => o.country],
  ['order_no', 'text', (o) => o.orderNo],
  ['code', 'text', (o) => o.code],
  ['feed', 'text', (o) => o.feed],
  ['direction', 'text', (o) => o.direction],
  ['status', 'text', () => 'running'],
  ['period', 'int', (o) => o.period],
  ['stake', 'numeric', (o) => o.stake.units.toString()],
  ['rate', 'numeric', (o) => formatDecimal(o.rate)],
  ['rate_version', 'int', (o) => o.rateVersion],
  ['payout', 'numeric', (o) => o.payout.units.toString()],
  ['open_price', 'numeric', (o) => formatDecimal(o.open.price)],
  ['open_tick', 'text', (o) => o.open.tickId],
  ['bought_at', 'moment', (o) => o.boughtAt],
  ['settle_at', 'moment', (o) => o.settleAt],
]);
const INSERT = BOUGHT.insertInto('options.option');

/** What writes options that were just bought. */
export function buyStatements(bought: readonly Option[]): Statement[] {
  return BOUGHT.statements(INSERT, bought);
}

/** An option together with the end it comes to. */
export type Ended = { readonly option: Option; readonly settlement: Settlement };

const ENDED = columnsOf<Ended>([
  ['user_id', 'uuid', ({ option }) => option.userId],
  ['id', 'uuid', ({ option }) => option.id],
  ['outcome', 'text', ({ settlement }) => settlement.outcome],
  ['price', 'numeric', ({ settlement: { tick } }) => tick && formatDecimal(tick.price)],
  ['tick', 'text', ({ settlement: { tick } }) => tick?.tickId ?? null],
  ['received_at', 'bigint', ({ settlement: { tick } }) => tick?.receivedAt ?? null],
  ['paid', 'numeric', ({ settlement }) => settlement.paid.units.toString()],
  ['at', 'bigint', ({ settlement }) => settlement.at],
]);
const CLOSE = `
  with closed as (
    update options.option o set
      status = 'closed', outcome = e.outcome, settle_price = e.price, settle_tick = e.tick,
      settle_received_at = platform.from_ms(e.received_at), paid = e.paid,
      closed_at = platform.from_ms(e.at)
    from ${ENDED.rows('e')}
    where o.user_id = e.user_id and o.id = e.id and o.status = 'running'
    returning o.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'an option ends once') from closed`;

/** What writes how running options ended; it fails where one runs no more. */
export function settleStatements(ended: readonly Ended[]): Statement[] {
  return ENDED.statements(CLOSE, ended);
}

function promisedFrom(row: QuoteRow): Promised {
  return {
    id: row.id as QuoteId,
    userId: row.user_id as UserId,
    mode: row.mode as Mode,
    code: row.code as InstrumentCode,
    direction: row.direction as Promised['direction'],
    period: row.period,
    stake: usdt(row.stake),
    rate: rate(row.rate),
    rateVersion: row.rate_version,
    expiresAt: row.expires_at as UnixMs,
  };
}

const FIND_QUOTES = `
  select q.user_id, q.id, q.mode, q.code, q.direction, q.period, q.stake::text, q.rate::text,
    q.rate_version, q.expires_at
  from options.quote q
  join ${NAMED.rows('asked')} on asked.user_id = q.user_id and asked.id = q.id`;

type QuoteName = Named<QuoteId>;

/** Promised rates by their ids; one that was used is not there any more. */
export async function findQuotes(sql: Sql, names: readonly QuoteName[]): Promise<Promised[]> {
  if (names.length === 0) return [];
  const rows = await sql.query<QuoteRow>(FIND_QUOTES, NAMED.values(names));
  return rows.map(promisedFrom);
}

const REMOVE_QUOTES = `
  delete from options.quote q using ${NAMED.rows('used')}
  where used.user_id = q.user_id and used.id = q.id`;

/** What removes rates that were used, so that each is used once. */
export function useStatements(names: readonly QuoteName[]): Statement[] {
  return NAMED.statements(REMOVE_QUOTES, names);
}

const SWEEP_QUOTES = `
  delete from options.quote where user_id = $1 and expires_at < platform.from_ms($2)`;
const INSERT_QUOTE = `
  insert into options.quote
    (user_id, id, mode, code, direction, period, stake, rate, rate_version, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, platform.from_ms($10))`;

/** Writes a promise down, and removes the user's promises that have ended. */
export async function insertQuote(sql: Sql, promised: Promised, now: UnixMs): Promise<void> {
  await sql.query(SWEEP_QUOTES, [promised.userId, now]);
  await sql.query(INSERT_QUOTE, [
    promised.userId,
    promised.id,
    promised.mode,
    promised.code,
    promised.direction,
    promised.period,
    promised.stake.units.toString(),
    formatDecimal(promised.rate),
    promised.rateVersion,
    promised.expiresAt,
  ]);
}
