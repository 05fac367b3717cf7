import {
  type ContractId,
  type InstrumentCode,
  type Mode,
  type Money,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
  money,
  price,
  quantity,
  rate,
  zero,
} from '@candor/kernel';
import { ACCOUNTS, type TradingAccount, accountKey } from '../../ledger/index.ts';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import {
  type AnyOrder,
  type Closing,
  type Contract,
  type Fill,
  type PendingOrder,
  type Terms,
  isContract,
} from '../order/contract.ts';
import { ORDERS } from './contract-key.ts';
import type { ContractRow } from './schema.ts';

const usdt = (units: string): Money => money('USDT', BigInt(units));
const priceOrNull = (text: string | null): Price | null => (text === null ? null : price(text));

function closingFrom(row: ContractRow): Closing | null {
  if (row.status !== 'closed') return null;
  const at = ensure(row.closed_at, 'a closed contract has a time') as UnixMs;
  const text = (value: string | null): string => ensure(value, 'a contract ended by a closing');
  return {
    reason: ensure(row.reason, 'a closed contract has a reason') as Closing['reason'],
    lots: quantity(text(row.k_lots)),
    isLast: true,
    margin: usdt(text(row.k_margin)),
    openFee: usdt(text(row.k_open_fee)),
    financing: usdt(text(row.k_financing)),
    asked: priceOrNull(row.k_asked),
    fill:
      row.k_price === null
        ? null
        : {
            price: price(row.k_price),
            tickId: ensure(row.k_tick, 'a closing price has a tick') as TickId,
            link: price(ensure(row.k_link, 'a closing price has a link')),
            linkTickId: row.k_link_tick as TickId | null,
            at,
          },
    fee: usdt(text(row.k_fee)),
    realized: usdt(text(row.k_realized)),
    profit: usdt(text(row.k_profit)),
    at,
  };
}

function termsFrom(row: ContractRow): Terms {
  return {
    id: row.id as ContractId,
    userId: row.user_id as UserId,
    mode: row.mode as Mode,
    orderNo: row.order_no,
    code: row.code as InstrumentCode,
    feed: row.feed,
    side: row.side as Contract['side'],
    orderType: row.order_type as Contract['orderType'],
    contractSize: quantity(row.contract_size),
    leverage: row.leverage,
    feeRate: rate(row.fee_rate),
    stopLoss: priceOrNull(row.stop_loss),
    takeProfit: priceOrNull(row.take_profit),
    trailingDistance: priceOrNull(row.trailing_distance),
    askedPrice: priceOrNull(row.asked_price),
    stopPrice: priceOrNull(row.stop_price),
    since: ensure(row.since_tick ?? row.open_tick, 'an order counts from a tick') as TickId,
    createdAt: row.created_at as UnixMs,
    changes: row.changes,
  };
}

function pendingFrom(row: ContractRow): PendingOrder {
  return {
    ...termsFrom(row),
    status: row.status as PendingOrder['status'],
    open: null,
    lots: quantity(row.lots),
    armedBy: row.armed_tick as TickId | null,
    ended:
      row.status === 'pending'
        ? null
        : {
            reason: row.reason as NonNullable<PendingOrder['ended']>['reason'],
            code: row.rejected_code,
            at: ensure(row.closed_at, 'an ended order has a time') as UnixMs,
          },
  };
}

function fillFrom(row: ContractRow, at: number): Fill {
  return {
    price: price(ensure(row.open_price, 'a fill has a price')),
    tickId: ensure(row.open_tick, 'a fill has a tick') as TickId,
    link: price(ensure(row.open_link, 'a fill has a link')),
    linkTickId: row.open_link_tick as TickId | null,
    at: at as UnixMs,
  };
}

export function orderFrom(row: ContractRow): AnyOrder {
  if (row.opened_at === null) return pendingFrom(row);
  const isOver = row.status === 'closed';
  const margin = usdt(ensure(row.margin, 'a contract held a margin'));
  const nothing = zero('USDT');
  return {
    ...termsFrom(row),
    status: row.status as Contract['status'],
    open: fillFrom(row, row.opened_at),
    lots: quantity(isOver ? '0' : (row.lots_left ?? row.lots)),
    lotsOpened: quantity(row.lots),
    margin: isOver ? nothing : row.margin_left === null ? margin : usdt(row.margin_left),
    marginOpened: margin,
    openFee: usdt(row.open_fee),
    openFeeLeft: isOver ? nothing : usdt(row.open_fee_left ?? row.open_fee),
    financing: usdt(row.financing),
    financingLeft: isOver ? nothing : usdt(row.financing_left ?? row.financing),
    done: doneFrom(row),
    closing: closingFrom(row),
    receipts: row.receipts ?? [],
  };
}

/** Sums of the closings so far: what was charged and not left is what they took along. */
function doneFrom(row: ContractRow): Contract['done'] {
  const fee = usdt(row.close_fee);
  const realized = usdt(row.realized ?? '0');
  if (row.profit !== null) return { fee, realized, profit: usdt(row.profit) };
  const openFee = BigInt(row.open_fee) - BigInt(row.open_fee_left ?? row.open_fee);
  const financing = BigInt(row.financing) - BigInt(row.financing_left ?? row.financing);
  const profit = money('USDT', realized.units - fee.units - openFee - financing);
  return { fee, realized, profit };
}

/**
 * Columns of an order by itself. Its changes are counted only where there can be some: an amendment
 * leaves a tick to count from, a charge an amount.
 */
const OWN = `
  c.user_id, c.id, c.mode, c.order_no, c.code, c.feed, c.side, c.order_type, c.status, c.reason,
  c.lots::text, c.contract_size::text, c.leverage, c.fee_rate::text, c.margin::text,
  c.open_fee::text, c.close_fee::text, c.financing::text, c.stop_loss::text, c.take_profit::text,
  c.trailing_distance::text, c.asked_price::text, c.stop_price::text, c.since_tick, c.armed_tick,
  c.lots_left::text, c.margin_left::text, c.open_fee_left::text, c.financing_left::text,
  c.rejected_code, c.open_price::text, c.open_tick, c.open_link::text, c.open_link_tick,
  c.realized::text, c.profit::text, c.created_at, c.opened_at, c.closed_at,
  case when c.since_tick is null and c.financing = 0 then 0 else (
    select count(*)::int from contracts.event e
    where e.user_id = c.user_id and e.contract_id = c.id
      and (e.kind in ('amended', 'armed') or (e.kind = 'financed' and e.amount <> 0))
  ) end as changes,
  case when c.lots_left is not null or c.status = 'closed' then
    array(select platform.plain_hex(r.receipt_no) from contracts.closing r
          where r.user_id = c.user_id and r.contract_id = c.id order by r.place) end as receipts`;

/** The same with the closing that ended it, joined as `k`. */
/** What is read of an order, from `contracts.contract c` joined with `ENDED`. */
export const COLUMNS = `${OWN},
  k.lots::text as k_lots, k.margin::text as k_margin, k.open_fee::text as k_open_fee,
  k.financing::text as k_financing, k.fee::text as k_fee, k.realized::text as k_realized,
  k.profit::text as k_profit, k.asked_price::text as k_asked, k.price::text as k_price,
  k.tick as k_tick, k.link::text as k_link, k.link_tick as k_link_tick`;

export const ENDED = `left join contracts.closing k
    on k.user_id = c.user_id and k.contract_id = c.id and k.is_last`;
// One statement for each status, the status in it: a plan for all values could not use the small
// indexes of what is open. What is open has no closing that ended it, so none is looked for.
const ofBooksIn = (status: 'running' | 'pending'): string => `
  select ${OWN} from contracts.contract c
  join ${ACCOUNTS.rows('book')}
    on book.user_id = c.user_id and book.mode = c.mode
  where c.status = '${status}'`;
const RUNNING_OF_BOOKS = ofBooksIn('running');
const PENDING_OF_BOOKS = ofBooksIn('pending');

const FIND_BY_ID = `
  select ${COLUMNS} from contracts.contract c ${ENDED}
  join ${ORDERS.rows('asked')}
    on asked.user_id = c.user_id and asked.id = c.id`;

// From one look at the table, handed over a page at a time.
const declareAll = (status: 'running' | 'pending'): string => `
  declare every_order no scroll cursor for
  select ${OWN} from contracts.contract c where c.status = '${status}'`;
const DECLARE = { running: declareAll('running'), pending: declareAll('pending') } as const;
/** Rows in hand at once; the database makes the next ones while these are read. */
const PAGE = 4_000;
const FETCH = `fetch ${PAGE} from every_order`;

/** Every order of a status, made of its row while the next rows are on their way. */
function readAll<Order>(
  db: Pick<Database, 'transaction'>,
  status: keyof typeof DECLARE,
  ordersOf: (rows: readonly ContractRow[]) => Order[],
): Promise<Order[]> {
  return db.transaction(async (tx) => {
    const [, first] = await Promise.all([tx.query(DECLARE[status]), tx.query<ContractRow>(FETCH)]);
    const orders: Order[] = [];
    for (let rows = first; rows.length > 0;) {
      const next = rows.length < PAGE ? [] : tx.query<ContractRow>(FETCH);
      for (const order of ordersOf(rows)) orders.push(order);
      rows = await next;
    }
    return orders;
  });
}

/** Whether a row is a contract that runs, for the type. */
const onlyContracts = (rows: readonly ContractRow[]): Contract[] =>
  rows.map(orderFrom).filter(isContract);
const onlyPending = (rows: readonly ContractRow[]): PendingOrder[] =>
  rows.map(orderFrom).filter((order): order is PendingOrder => !isContract(order));

const ofBooks = (
  sql: Sql,
  accounts: readonly TradingAccount[],
  statement: string,
): Promise<ContractRow[]> => sql.query<ContractRow>(statement, ACCOUNTS.values(accounts));

/** Running contracts of these trading accounts. */
export async function findRunning(
  sql: Sql,
  accounts: readonly TradingAccount[],
): Promise<Contract[]> {
  const rows = await ofBooks(sql, accounts, RUNNING_OF_BOOKS);
  // A trading account may be asked for twice.
  return onlyContracts([...new Map(rows.map((row) => [row.id, row])).values()]);
}

/** Orders of a trading account that wait for their price. */
export async function findPending(sql: Sql, account: TradingAccount): Promise<PendingOrder[]> {
  return onlyPending(await ofBooks(sql, [account], PENDING_OF_BOOKS));
}

const COUNT_PENDING = `
  select c.user_id, c.mode, count(*)::integer as waiting from contracts.contract c
  join (select distinct * from ${ACCOUNTS.rows('t')}) as book
    on book.user_id = c.user_id and book.mode = c.mode
  where c.status = 'pending' group by c.user_id, c.mode`;

/**
 * How many orders of these trading accounts wait, by `accountKey`; trading accounts without any are
 * left out.
 */
export async function countPending(
  sql: Sql,
  accounts: readonly TradingAccount[],
): Promise<ReadonlyMap<string, number>> {
  type Row = { user_id: string; mode: string; waiting: number };
  const rows = await sql.query<Row>(COUNT_PENDING, ACCOUNTS.values(accounts));
  return new Map(
    rows.map(({ user_id: userId, mode, waiting }) => [
      accountKey({ userId: userId as UserId, mode: mode as Mode }),
      waiting,
    ]),
  );
}

/** Orders by id, whatever became of them. */
export async function findByIds(
  sql: Sql,
  ids: readonly { userId: UserId; id: ContractId }[],
): Promise<AnyOrder[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<ContractRow>(FIND_BY_ID, ORDERS.values(ids));
  return [...new Map(rows.map((row) => [row.id, row])).values()].map(orderFrom);
}

/** Every running contract of the product; the engine keeps them in memory. */
export function findAllRunning(db: Pick<Database, 'transaction'>): Promise<Contract[]> {
  return readAll(db, 'running', onlyContracts);
}

/** Every order of the product that waits; the engine keeps them in memory. */
export function findAllPending(db: Pick<Database, 'transaction'>): Promise<PendingOrder[]> {
  return readAll(db, 'pending', onlyPending);
}

const FIND_ONE = `
  select ${COLUMNS} from contracts.contract c ${ENDED}
  where c.user_id = $1 and c.id = $2 and c.mode = $3`;

/** One order of one user and mode, or null. */
export async function findOrder(
  sql: Sql,
  params: { userId: UserId; mode: Mode; id: ContractId },
): Promise<AnyOrder | null> {
  const [row] = await sql.query<ContractRow>(FIND_ONE, [params.userId, params.id, params.mode]);
  return row === undefined ? null : orderFrom(row);
}
