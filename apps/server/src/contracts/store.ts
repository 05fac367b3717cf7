import {
  type ContractId,
  type InstrumentCode,
  type Mode,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
  formatDecimal,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import type { Book } from '../ledger/index.ts';
import type { Sql, Statement } from '../platform/db.ts';
import type { Closing, Contract } from './contract.ts';
import type { ContractRow } from './schema.ts';

const usdt = (units: string): Money => money('USDT', BigInt(units));
const priceOrNull = (text: string | null): Price | null => (text === null ? null : price(text));

function closingFrom(row: ContractRow): Closing | null {
  if (row.status !== 'closed') return null;
  const at = ensure(row.closed_at, 'a closed contract has a time') as UnixMs;
  return {
    reason: ensure(row.reason, 'a closed contract has a reason') as Closing['reason'],
    fill:
      row.close_price === null
        ? null
        : {
            price: price(row.close_price),
            tickId: ensure(row.close_tick, 'a closing price has a tick') as TickId,
            link: price(ensure(row.close_link, 'a closing price has a link')),
            linkTickId: row.close_link_tick as TickId | null,
            at,
          },
    fee: usdt(row.close_fee),
    realized: usdt(ensure(row.realized, 'a closed contract has a result')),
    profit: usdt(ensure(row.profit, 'a closed contract has a profit')),
    at,
  };
}

function contractFrom(row: ContractRow): Contract {
  return {
    id: row.id as ContractId,
    userId: row.user_id as UserId,
    mode: row.mode as Mode,
    orderNo: row.order_no,
    code: row.code as InstrumentCode,
    feed: row.feed,
    side: row.side as Contract['side'],
    orderType: row.order_type as Contract['orderType'],
    status: row.status as Contract['status'],
    lots: quantity(row.lots) as Quantity,
    contractSize: quantity(row.contract_size),
    leverage: row.leverage,
    feeRate: rate(row.fee_rate) as Rate,
    margin: usdt(row.margin),
    openFee: usdt(row.open_fee),
    financing: usdt(row.financing),
    stopLoss: priceOrNull(row.stop_loss),
    takeProfit: priceOrNull(row.take_profit),
    open: {
      price: price(row.open_price),
      tickId: row.open_tick as TickId,
      link: price(row.open_link),
      linkTickId: row.open_link_tick as TickId | null,
      at: row.opened_at as UnixMs,
    },
    closing: closingFrom(row),
    createdAt: row.created_at as UnixMs,
  };
}

const COLUMNS = `
  c.user_id, c.id, c.mode, c.order_no, c.code, c.feed, c.side, c.order_type, c.status, c.reason,
  c.lots::text, c.contract_size::text, c.leverage, c.fee_rate::text, c.margin::text,
  c.open_fee::text, c.close_fee::text, c.financing::text, c.stop_loss::text, c.take_profit::text,
  c.open_price::text, c.open_tick, c.open_link::text, c.open_link_tick, c.close_price::text,
  c.close_tick, c.close_link::text, c.close_link_tick, c.realized::text, c.profit::text,
  c.created_at, c.opened_at, c.closed_at`;

const FIND_OF_BOOKS = `
  select ${COLUMNS} from contracts.contract c
  join unnest($1::uuid[], $2::text[]) as book (user_id, mode)
    on book.user_id = c.user_id and book.mode = c.mode
  where c.status = 'running'`;

const FIND_BY_ID = `
  select ${COLUMNS} from contracts.contract c
  join unnest($1::uuid[], $2::uuid[]) as asked (user_id, id)
    on asked.user_id = c.user_id and asked.id = c.id`;

/** Running contracts of these books, and the contracts asked for by id, running or not. */
export async function findForActs(
  sql: Sql,
  asked: { books: readonly Book[]; ids: readonly { userId: UserId; id: ContractId }[] },
): Promise<Contract[]> {
  const { books, ids } = asked;
  const [ofBooks, byId] = await Promise.all([
    books.length === 0
      ? []
      : sql.query<ContractRow>(FIND_OF_BOOKS, [
          books.map((book) => book.userId),
          books.map((book) => book.mode),
        ]),
    ids.length === 0
      ? []
      : sql.query<ContractRow>(FIND_BY_ID, [
          ids.map(({ userId }) => userId),
          ids.map(({ id }) => id),
        ]),
  ]);
  // A contract of a book may be asked for by its id too, and a book twice.
  const rows = new Map([...ofBooks, ...byId].map((row) => [row.id, row]));
  return [...rows.values()].map(contractFrom);
}

const FIND_RUNNING = `select ${COLUMNS} from contracts.contract c where c.status = 'running'`;

/** Every running contract of the product; the engine keeps them in memory. */
export async function findAllRunning(sql: Sql): Promise<Contract[]> {
  return (await sql.query<ContractRow>(FIND_RUNNING)).map(contractFrom);
}

const FIND_ONE = `
  select ${COLUMNS} from contracts.contract c
  where c.user_id = $1 and c.id = $2 and c.mode = $3`;

/** One contract of one user and mode, or null. */
export async function findContract(
  sql: Sql,
  asked: { userId: UserId; mode: Mode; id: ContractId },
): Promise<Contract | null> {
  const [row] = await sql.query<ContractRow>(FIND_ONE, [asked.userId, asked.id, asked.mode]);
  return row === undefined ? null : contractFrom(row);
}

/** What a list of orders is narrowed to. */
export type OrderFilter = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly status: Contract['status'] | 'all';
  readonly code: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: number;
  readonly size: number;
};

const FILTER = `
  from contracts.contract c
  where c.user_id = $1 and c.mode = $2 and ($3 = 'all' or c.status = $3)
    and ($4::text is null or c.code = $4)
    and ($5::bigint is null or c.created_at >= platform.from_ms($5))
    and ($6::bigint is null or c.created_at <= platform.from_ms($6))`;
const PAGE = `select ${COLUMNS} ${FILTER} order by c.id desc limit $7 offset $8`;
const COUNT = `select count(*)::int as total ${FILTER}`;

/** One page of a user's orders, newest first, and how many there are. */
export async function listContracts(
  sql: Sql,
  filter: OrderFilter,
): Promise<{ records: Contract[]; total: number }> {
  const narrowed = [
    filter.userId,
    filter.mode,
    filter.status,
    filter.code ?? null,
    filter.from ?? null,
    filter.to ?? null,
  ];
  const offset = (filter.page - 1) * filter.size;
  const [rows, counted] = await Promise.all([
    sql.query<ContractRow>(PAGE, [...narrowed, filter.size, offset]),
    sql.query<{ total: number }>(COUNT, narrowed),
  ]);
  return { records: rows.map(contractFrom), total: counted[0]?.total ?? 0 };
}

const INSERT = `
  insert into contracts.contract
    (user_id, id, mode, order_no, code, feed, side, order_type, status, lots, contract_size,
     leverage, fee_rate, margin, open_fee, stop_loss, take_profit, open_price, open_tick,
     open_link, open_link_tick, created_at, opened_at)
  select user_id, id, mode, order_no, code, feed, side, order_type, 'running', lots,
         contract_size, leverage, fee_rate, margin, open_fee, stop_loss, take_profit, open_price,
         open_tick, open_link, open_link_tick, platform.from_ms(at), platform.from_ms(at)
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
              $8::text[], $9::numeric[], $10::numeric[], $11::int[], $12::numeric[],
              $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[],
              $18::text[], $19::numeric[], $20::text[], $21::bigint[])
    as c (user_id, id, mode, order_no, code, feed, side, order_type, lots, contract_size, leverage,
          fee_rate, margin, open_fee, stop_loss, take_profit, open_price, open_tick, open_link,
          open_link_tick, at)`;

const textOrNull = (value: Price | null): string | null =>
  value === null ? null : formatDecimal(value);

/** What writes contracts that were just opened. */
export function openStatements(opened: readonly Contract[]): Statement[] {
  if (opened.length === 0) return [];
  const column = <Value>(read: (contract: Contract) => Value): Value[] => opened.map(read);
  const values = [
    column((c) => c.userId),
    column((c) => c.id),
    column((c) => c.mode),
    column((c) => c.orderNo),
    column((c) => c.code),
    column((c) => c.feed),
    column((c) => c.side),
    column((c) => c.orderType),
    column((c) => formatDecimal(c.lots)),
    column((c) => formatDecimal(c.contractSize)),
    column((c) => c.leverage),
    column((c) => formatDecimal(c.feeRate)),
    column((c) => c.margin.units.toString()),
    column((c) => c.openFee.units.toString()),
    column((c) => textOrNull(c.stopLoss)),
    column((c) => textOrNull(c.takeProfit)),
    column((c) => formatDecimal(c.open.price)),
    column((c) => c.open.tickId),
    column((c) => formatDecimal(c.open.link)),
    column((c) => c.open.linkTickId),
    column((c) => c.createdAt),
  ];
  return [{ text: INSERT, values }];
}

const CLOSE = `
  with ended as (
    update contracts.contract c set
      status = 'closed', reason = closing.reason, close_price = closing.price,
      close_tick = closing.tick, close_link = closing.link, close_link_tick = closing.link_tick,
      close_fee = closing.fee, realized = closing.realized, profit = closing.profit,
      closed_at = platform.from_ms(closing.at)
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::text[], $6::numeric[],
                $7::text[], $8::numeric[], $9::numeric[], $10::numeric[], $11::bigint[])
      as closing (user_id, id, reason, price, tick, link, link_tick, fee, realized, profit, at)
    where c.user_id = closing.user_id and c.id = closing.id and c.status = 'running'
    returning c.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'a contract ends once') from ended`;

/** A contract together with the end it comes to. */
export type Ended = { readonly contract: Contract; readonly closing: Closing };

/** What writes how running contracts ended; it fails where one of them is not running any more. */
export function closeStatements(ended: readonly Ended[]): Statement[] {
  if (ended.length === 0) return [];
  const column = <Value>(read: (one: Ended) => Value): Value[] => ended.map(read);
  const values = [
    column(({ contract }) => contract.userId),
    column(({ contract }) => contract.id),
    column(({ closing }) => closing.reason),
    column(({ closing }) => textOrNull(closing.fill?.price ?? null)),
    column(({ closing }) => closing.fill?.tickId ?? null),
    column(({ closing }) => textOrNull(closing.fill?.link ?? null)),
    column(({ closing }) => closing.fill?.linkTickId ?? null),
    column(({ closing }) => closing.fee.units.toString()),
    column(({ closing }) => closing.realized.units.toString()),
    column(({ closing }) => closing.profit.units.toString()),
    column(({ closing }) => closing.at),
  ];
  return [{ text: CLOSE, values }];
}

const PROFITS = `
  select coalesce(sum(profit), 0)::text as profit from contracts.contract
  where user_id = $1 and mode = $2 and status = 'closed' and closed_at > platform.from_ms($3)`;

/** Sum of the results of contracts closed after a moment, after fees and financing. */
export async function sumProfits(
  sql: Sql,
  asked: Book & { readonly since: UnixMs },
): Promise<Money> {
  const [row] = await sql.query<{ profit: string }>(PROFITS, [
    asked.userId,
    asked.mode,
    asked.since,
  ]);
  return usdt(row?.profit ?? '0');
}

const TRADED = `
  select coalesce(sum(turnover), 0)::text as turnover from (
    select lots * contract_size * abs(open_price) * open_link as turnover
    from contracts.contract where mode = $1 and opened_at > platform.from_ms($2)
    union all
    select lots * contract_size * abs(close_price) * close_link
    from contracts.contract
    where mode = $1 and closed_at > platform.from_ms($2) and close_price is not null
  ) fills`;

/** Notional of all fills after a moment, opening and closing, in USDT; and the statement. */
export async function sumTraded(
  sql: Sql,
  asked: { mode: Mode; since: number },
): Promise<{ turnover: string; statement: string }> {
  const [row] = await sql.query<{ turnover: string }>(TRADED, [asked.mode, asked.since]);
  return { turnover: row?.turnover ?? '0', statement: TRADED.trim().replaceAll(/\s+/g, ' ') };
}
