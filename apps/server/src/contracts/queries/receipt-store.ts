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
  isLaterTick,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import type { Side } from '@candor/pricing';
import type { Sql } from '../../platform/postgres/db.ts';
import type { CloseReason, Fill, OrderType } from '../order/contract.ts';
import { CONTRACTS, type ContractKey } from '../store/contract-key.ts';
import { type WrittenSpan, findPassed } from '../store/passed-store.ts';
import type { PassedSpan } from '../order/passed-rules.ts';
import { type FinancingDay, findFinancingDays } from './financing-days-store.ts';
import { type Amendment, type TermsFrom, findAmendments, termsUntil } from './terms-store.ts';

/** A closing of a part of a contract, as a later receipt names it. */
export type EarlierPart = {
  readonly number: string;
  readonly at: UnixMs;
  readonly lots: Quantity;
  readonly margin: Money;
  readonly openFee: Money;
  readonly financing: Money;
};

/** One closing with the contract it ended or made smaller: what its receipt is written from. */
export type ClosingFacts = {
  readonly number: string;
  readonly userId: UserId;
  readonly contractId: ContractId;
  readonly mode: Mode;
  readonly orderNo: string;
  readonly code: InstrumentCode;
  readonly feed: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly leverage: number;
  readonly contractSize: Quantity;
  readonly feeRate: Rate;
  readonly acceptedAt: UnixMs;
  readonly open: Fill;
  /** The limit, or the price that was seen; and what set a stop order off. */
  readonly askedPrice: Price | null;
  readonly stopPrice: Price | null;
  /** What it said from its acceptance to this closing. */
  readonly terms: readonly TermsFrom[];
  /** At which ticks it was passed over, in the order of the tape. */
  readonly passed: readonly PassedSpan[];
  readonly lotsOpened: Quantity;
  readonly marginOpened: Money;
  readonly openFee: Money;
  readonly earlier: readonly EarlierPart[];
  readonly financing: readonly FinancingDay[];
  readonly lots: Quantity;
  readonly margin: Money;
  readonly openFeeShare: Money;
  readonly financingShare: Money;
  readonly fee: Money;
  readonly realized: Money;
  readonly profit: Money;
  readonly reason: CloseReason;
  /** The stop, target or trailing level that set it off. */
  readonly closeAsked: Price | null;
  readonly close: Fill | null;
  readonly at: UnixMs;
  /** Under which its entry was posted. */
  readonly requestId: string;
  readonly part: number;
};

type ClosingRow = {
  receipt_no: string;
  user_id: string;
  contract_id: string;
  mode: string;
  order_no: string;
  code: string;
  feed: string;
  side: string;
  order_type: string;
  leverage: number;
  contract_size: string;
  fee_rate: string;
  created_at: number;
  opened_at: number;
  open_price: string;
  open_tick: string;
  open_link: string;
  open_link_tick: string | null;
  asked_price: string | null;
  stop_price: string | null;
  stop_loss: string | null;
  take_profit: string | null;
  trailing_distance: string | null;
  lots_opened: string;
  margin_opened: string;
  fee_opened: string;
  lots: string;
  margin: string;
  open_fee: string;
  financing: string;
  fee: string;
  realized: string;
  profit: string;
  reason: string;
  close_asked: string | null;
  price: string | null;
  tick: string | null;
  link: string | null;
  link_tick: string | null;
  at: number;
  request_id: string;
  part: number;
};

const COLUMNS = `
  platform.plain_hex(x.receipt_no) as receipt_no, x.user_id, x.contract_id, x.mode, c.order_no, c.code, c.feed, c.side,
  c.order_type, c.leverage, c.contract_size::text, c.fee_rate::text, c.created_at, c.opened_at,
  c.open_price::text, c.open_tick, c.open_link::text, c.open_link_tick, c.asked_price::text,
  c.stop_price::text, c.stop_loss::text, c.take_profit::text, c.trailing_distance::text,
  c.lots::text as lots_opened, c.margin::text as margin_opened,
  c.open_fee::text as fee_opened, x.lots::text, x.margin::text, x.open_fee::text,
  x.financing::text, x.fee::text, x.realized::text, x.profit::text, x.reason,
  x.asked_price::text as close_asked, x.price::text, x.tick, x.link::text, x.link_tick, x.at,
  x.request_id, x.part`;

const JOINS = `
  join contracts.closing x on x.user_id = wanted.user_id and x.contract_id = wanted.contract_id
  join contracts.contract c on c.user_id = x.user_id and c.id = x.contract_id
  order by x.user_id, x.contract_id, x.place`;

const OF_CONTRACTS = `
  select ${COLUMNS} from ${CONTRACTS.rows('wanted')} ${JOINS}`;
// All closings of the contract: the earlier ones stand on the receipt of the later.
const BY_NUMBER = `
  select ${COLUMNS} from (
    select user_id, contract_id from contracts.closing where receipt_no = $1
  ) as wanted ${JOINS}`;

const usdt = (units: string): Money => money('USDT', BigInt(units));
const priceOrNull = (text: string | null): Price | null => (text === null ? null : price(text));
const keyOf = (row: { user_id: string; contract_id: string }): string =>
  `${row.user_id}/${row.contract_id}`;

function partOf(row: ClosingRow): EarlierPart {
  return {
    number: row.receipt_no,
    at: row.at as UnixMs,
    lots: quantity(row.lots),
    margin: usdt(row.margin),
    openFee: usdt(row.open_fee),
    financing: usdt(row.financing),
  };
}

function closeOf(row: ClosingRow): Fill | null {
  if (row.price === null || row.tick === null || row.link === null) return null;
  return {
    price: price(row.price),
    tickId: row.tick as TickId,
    link: price(row.link),
    linkTickId: row.link_tick as TickId | null,
    at: row.at as UnixMs,
  };
}

function termsOf(row: ClosingRow, amendments: readonly Amendment[]): TermsFrom[] {
  const waits = row.order_type !== 'market';
  const now = {
    acceptedAt: row.created_at as UnixMs,
    // Of a market order it is the price that was seen, which nothing waits for.
    limit: waits ? priceOrNull(row.asked_price) : null,
    stop: priceOrNull(row.stop_price),
    stopLoss: priceOrNull(row.stop_loss),
    takeProfit: priceOrNull(row.take_profit),
    trailing: priceOrNull(row.trailing_distance),
  };
  return termsUntil(now, amendments, { at: row.at as UnixMs, tick: row.tick as TickId | null });
}

/** Of what was written down: while the order waited, and at this very closing. */
function passedOf(row: ClosingRow, spans: readonly WrittenSpan[]): PassedSpan[] {
  return spans
    .filter(({ receiptNo }) => receiptNo === null || receiptNo === row.receipt_no)
    .map(({ reason, from, to }) => ({ reason, from, to }))
    .toSorted((one, other) => (isLaterTick(one.from, other.from) ? 1 : -1));
}

function factsOf(
  row: ClosingRow,
  of: {
    earlier: readonly ClosingRow[];
    days: readonly FinancingDay[];
    amendments: readonly Amendment[];
    passed: readonly WrittenSpan[];
  },
): ClosingFacts {
  return {
    number: row.receipt_no,
    userId: row.user_id as UserId,
    contractId: row.contract_id as ContractId,
    mode: row.mode as Mode,
    orderNo: row.order_no,
    code: row.code as InstrumentCode,
    feed: row.feed,
    side: row.side as Side,
    orderType: row.order_type as OrderType,
    leverage: row.leverage,
    contractSize: quantity(row.contract_size),
    feeRate: rate(row.fee_rate),
    acceptedAt: row.created_at as UnixMs,
    open: {
      price: price(row.open_price),
      tickId: row.open_tick as TickId,
      link: price(row.open_link),
      linkTickId: row.open_link_tick as TickId | null,
      at: row.opened_at as UnixMs,
    },
    askedPrice: priceOrNull(row.asked_price),
    stopPrice: priceOrNull(row.stop_price),
    terms: termsOf(row, of.amendments),
    passed: passedOf(row, of.passed),
    lotsOpened: quantity(row.lots_opened),
    marginOpened: usdt(row.margin_opened),
    openFee: usdt(row.fee_opened),
    earlier: of.earlier.map(partOf),
    financing: of.days,
    lots: quantity(row.lots),
    margin: usdt(row.margin),
    openFeeShare: usdt(row.open_fee),
    financingShare: usdt(row.financing),
    fee: usdt(row.fee),
    realized: usdt(row.realized),
    profit: usdt(row.profit),
    reason: row.reason as CloseReason,
    closeAsked: priceOrNull(row.close_asked),
    close: closeOf(row),
    at: row.at as UnixMs,
    requestId: row.request_id,
    part: row.part,
  };
}

/** Closings as their receipts say them: of those wanted, each with the parts closed before it. */
async function withFinancing(
  sql: Sql,
  rows: readonly ClosingRow[],
  isWanted: (number: string) => boolean,
): Promise<ClosingFacts[]> {
  const byContract = Map.groupBy(rows, keyOf);
  const firsts = [...byContract.values()].flatMap(([first]) => first ?? []);
  if (firsts.length === 0) return [];
  const contracts = firsts.map((row): ContractKey => ({
    userId: row.user_id as UserId,
    id: row.contract_id as ContractId,
  }));
  const [charged, amended, passed] = await Promise.all([
    findFinancingDays(sql, contracts),
    findAmendments(sql, contracts),
    findPassed(sql, contracts),
  ]);
  return [...byContract].flatMap(([key, closings]) =>
    closings.flatMap((row, index) => {
      if (!isWanted(row.receipt_no)) return [];
      const until = (charged.get(key) ?? []).filter((day) => day.chargedAt <= row.at);
      const amendments = amended.get(key) ?? [];
      return [
        factsOf(row, {
          earlier: closings.slice(0, index),
          days: until,
          amendments,
          passed: passed.get(key) ?? [],
        }),
      ];
    }),
  );
}

const NUMBERS = `
  select platform.plain_hex(x.receipt_no) as receipt_no
  from ${CONTRACTS.rows('wanted')}
  join contracts.closing x on x.user_id = wanted.user_id and x.contract_id = wanted.contract_id`;

/** Numbers of the receipts of all closings of these contracts. */
export async function findClosingNumbers(
  sql: Sql,
  contracts: readonly ContractKey[],
): Promise<string[]> {
  const rows = await sql.query<{ receipt_no: string }>(NUMBERS, CONTRACTS.values(contracts));
  return rows.map((row) => row.receipt_no);
}

const OF_ORDER = `
  select array(
    select platform.plain_hex(x.receipt_no) from contracts.closing x
    where x.user_id = c.user_id and x.contract_id = c.id order by x.place
  ) as numbers
  from contracts.contract c where c.order_no = $3 and c.user_id = $1 and c.mode = $2`;

/**
 * Numbers of the receipts of a user's order, oldest first; null for an order that is not theirs.
 * The number of an order is read out and written down, so it opens nothing to another user.
 */
export async function findOrderReceipts(
  sql: Sql,
  params: { readonly userId: UserId; readonly mode: Mode; readonly orderNo: string },
): Promise<string[] | null> {
  const { userId, mode, orderNo } = params;
  const [row] = await sql.query<{ numbers: string[] }>(OF_ORDER, [userId, mode, orderNo]);
  return row?.numbers ?? null;
}

const OWNER = 'select user_id from contracts.contract where order_no = $1';

/** Whose order a number names; null for none. */
export async function findOrderOwner(sql: Sql, orderNo: string): Promise<UserId | null> {
  const [row] = await sql.query<{ user_id: string }>(OWNER, [orderNo]);
  return (row?.user_id ?? null) as UserId | null;
}

/** Closings of these contracts, those of one contract oldest first; only those wanted, if named. */
export async function findClosings(
  sql: Sql,
  contracts: readonly ContractKey[],
  wanted?: ReadonlySet<string>,
): Promise<ClosingFacts[]> {
  const rows = await sql.query<ClosingRow>(OF_CONTRACTS, CONTRACTS.values(contracts));
  return withFinancing(sql, rows, (number) => wanted?.has(number) ?? true);
}

/** The closing a receipt's number names; null when it names none. */
export async function findClosingByReceipt(sql: Sql, number: string): Promise<ClosingFacts | null> {
  const rows = await sql.query<ClosingRow>(BY_NUMBER, [number]);
  const [found] = await withFinancing(sql, rows, (one) => one === number);
  return found ?? null;
}
