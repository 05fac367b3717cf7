import {
  type Mode,
  type Result,
  type UnixMs,
  fail,
  formatMoney,
  isoText,
  ok,
} from '@candor/kernel';
import {
  type Failure,
  type OptionOrder,
  type Order,
  portfolio as protocol,
} from '@candor/protocol';
import { type TradingAccount, listFees } from '../ledger/index.ts';
import { csvOf } from '../platform/formats/csv.ts';
import { REHEARSAL } from '../platform/process/rehearsal.ts';
import { localTimes } from './local-time.ts';
import {
  type RecordDeps,
  type RecordedTransaction,
  type TransactionFilter,
  allTransactions,
} from './transactions.ts';

/** A file to be kept. */
export type RecordFile = { readonly name: string; readonly text: string };

const { EXPORT_ROWS_MAX } = protocol;
/** Orders read at a time. */
const CHUNK = 1_000;

const tooMany = (total: number): Result<never, Failure<'unreadable'>> =>
  fail({
    name: 'unreadable',
    field: 'from',
    facts: { rows: String(total), max: String(EXPORT_ROWS_MAX) },
  });

/** What every line of a file of a rehearsal ends with; null elsewhere. */
export const fileMark = ({ installation }: Pick<RecordDeps, 'installation'>): string | null =>
  installation === 'rehearsal' ? REHEARSAL : null;

const TRANSACTION_COLUMNS = [
  'id',
  'time_utc',
  'time_local',
  'time_zone',
  'mode',
  'kind',
  'asset',
  'amount',
  'balance_after',
  'reference',
  'entry_kind',
] as const;

/** Payments as CSV, in UTC and in a zone. */
export function transactionsCsv(
  rows: readonly RecordedTransaction[],
  {
    mode,
    zone,
    mark,
  }: { readonly mode: Mode; readonly zone: string; readonly mark: string | null },
): string {
  const local = localTimes(zone);
  const cells = rows.map(({ record, line }) => [
    record.id,
    isoText(line.at),
    local(line.at),
    zone,
    mode,
    record.kind,
    record.asset,
    record.amount,
    record.balanceAfter,
    record.reference,
    line.kind,
  ]);
  return csvOf(TRANSACTION_COLUMNS, cells, mark);
}

/**
 * The payments that match as a file, oldest first.
 *
 * @failure unreadable — more rows than a file carries; the time asked for has to be shorter
 */
export async function transactionsFile(
  deps: RecordDeps,
  params: TransactionFilter & { readonly zone: string },
): Promise<Result<RecordFile, Failure<'unreadable'>>> {
  const { rows, total } = await allTransactions(deps, { ...params, max: EXPORT_ROWS_MAX });
  if (total > EXPORT_ROWS_MAX) return tooMany(total);
  const text = transactionsCsv(rows, { ...params, mark: fileMark(deps) });
  return ok({ name: `candor-${params.mode}-transactions.csv`, text });
}

type Fees = { readonly opening: string; readonly closing: string };

type Times = { readonly zone: string; readonly local: (at: UnixMs) => string };

type Column = readonly [name: string, of: (order: Order, fees: Fees, times: Times) => string];

const text = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

const moment = (at: number | undefined): string => (at === undefined ? '' : isoText(at as UnixMs));
const there = (at: number | undefined, { local }: Times): string =>
  at === undefined ? '' : local(at as UnixMs);

/** Every column of the orders' file. Amounts are USDT, prices in the instrument's currency. */
const ORDER_COLUMNS: readonly Column[] = [
  ['order_no', (order) => order.orderNo],
  ['id', (order) => order.id],
  ['mode', (order) => order.mode],
  ['code', (order) => order.code],
  ['name', (order) => order.name],
  ['direction', (order) => order.direction],
  ['order_type', (order) => order.orderType],
  ['status', (order) => order.status],
  ['reason', (order) => text(order.reason)],
  ['rejected_code', (order) => text(order.rejectedCode)],
  ['lots', (order) => order.lots],
  ['open_lots', (order) => text(order.openLots)],
  ['base_quantity', (order) => order.contracts],
  ['leverage', (order) => text(order.leverage)],
  ['margin', (order) => order.margin],
  ['price', (order) => order.price],
  ['stop_price', (order) => text(order.stopPrice)],
  ['stop_loss', (order) => text(order.stopLoss)],
  ['take_profit', (order) => text(order.takeProfit)],
  ['trailing_distance', (order) => text(order.trailingDistance)],
  ['created_utc', (order) => moment(order.createdTime)],
  ['created_local', (order, _, times) => there(order.createdTime, times)],
  ['opened_utc', (order) => moment(order.openTime)],
  ['opened_local', (order, _, times) => there(order.openTime, times)],
  ['closed_utc', (order) => moment(order.closeTime)],
  ['closed_local', (order, _, times) => there(order.closeTime, times)],
  ['time_zone', (_, __, times) => times.zone],
  ['open_price', (order) => text(order.openPrice)],
  ['open_tick', (order) => text(order.openTickId)],
  ['open_slippage', (order) => text(order.slippage)],
  ['close_price', (order) => text(order.closePrice)],
  ['close_tick', (order) => text(order.closeTickId)],
  ['close_slippage', (order) => text(order.closeSlippage)],
  ['mark_price', (order) => text(order.markPrice)],
  ['unrealized', (order) => text(order.floatingPnL)],
  ['opening_fee', (_, fees) => fees.opening],
  ['closing_fee', (_, fees) => fees.closing],
  ['fees', (order) => order.fee],
  ['financing', (order) => order.financing],
  ['profit', (order) => text(order.profit)],
  ['receipt', (order) => text(order.receiptNo)],
  ['receipts', (order) => (order.receiptIds ?? []).join(' ')],
];

/** Which orders are asked for. */
export type OrderFileFilter = TradingAccount & {
  readonly product: 'contracts' | 'options';
  readonly status: Order['status'] | 'all';
  readonly code?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

type Page<Row> = { readonly records: readonly Row[]; readonly total: number };
type ListFilter = Omit<OrderFileFilter, 'product' | 'code' | 'from' | 'to'> & {
  readonly code: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: number;
  readonly size: number;
};

/** All that match, oldest first, page by page; too many are not read to the end. */
async function readAll<Row>(
  list: (filter: ListFilter) => Promise<Page<Row>>,
  params: OrderFileFilter,
): Promise<Page<Row>> {
  const { userId, mode, status, code, from, to } = params;
  const filter = { userId, mode, status, code, from, to, size: CHUNK };
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { records, total } = await list({ ...filter, page });
    rows.push(...records);
    const isAll = rows.length >= total || records.length < CHUNK;
    if (isAll || total > EXPORT_ROWS_MAX) return { records: rows.toReversed(), total };
  }
}

/** Fees as they were posted, by order. */
async function feesOf(
  deps: RecordDeps,
  params: TradingAccount,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, Fees>> {
  const fees = new Map<string, Fees>();
  const subjects = orders.map(({ id }) => id);
  const posted = await listFees(deps.db, { ...params, subjects });
  for (const { subject, kind, fee } of posted) {
    const known = fees.get(subject) ?? { opening: '0', closing: '0' };
    const side = kind === 'contract-open' ? 'opening' : 'closing';
    fees.set(subject, { ...known, [side]: formatMoney(fee) });
  }
  return fees;
}

/** Every column of the options' file. Amounts are USDT, prices in the instrument's currency. */
const OPTION_COLUMNS: readonly (readonly [
  name: string,
  of: (option: OptionOrder, times: Times) => string,
])[] = [
  ['order_no', (option) => option.orderNo],
  ['id', (option) => option.id],
  ['mode', (option) => option.mode],
  ['code', (option) => option.code],
  ['name', (option) => option.name],
  ['direction', (option) => option.direction],
  ['status', (option) => option.status],
  ['outcome', (option) => option.state],
  ['stake', (option) => option.amount],
  ['period_seconds', (option) => text(option.period)],
  ['rate', (option) => option.rate],
  ['rate_version', (option) => text(option.rateVersion)],
  ['payout', (option) => option.payout],
  ['bought_utc', (option) => moment(option.openTime)],
  ['bought_local', (option, times) => there(option.openTime, times)],
  ['ends_utc', (option) => moment(option.settleAt)],
  ['ends_local', (option, times) => there(option.settleAt, times)],
  ['settled_utc', (option) => moment(option.closeTime)],
  ['settled_local', (option, times) => there(option.closeTime, times)],
  ['time_zone', (_, times) => times.zone],
  ['open_price', (option) => option.openPrice],
  ['open_tick', (option) => option.openTickId],
  ['close_price', (option) => text(option.closePrice)],
  ['close_tick', (option) => text(option.settleTickId)],
  ['profit', (option) => text(option.profit)],
  ['receipt', (option) => text(option.receiptNo)],
];

async function optionsFile(
  deps: RecordDeps,
  params: OrderFileFilter & { readonly zone: string },
): Promise<Result<RecordFile, Failure<'unreadable'>>> {
  const { mode, zone } = params;
  const { records, total } = await readAll((filter) => deps.options.queries.list(filter), params);
  if (total > EXPORT_ROWS_MAX) return tooMany(total);
  const times = { zone, local: localTimes(zone) };
  const rows = records.map((option) => OPTION_COLUMNS.map(([, of]) => of(option, times)));
  const names = OPTION_COLUMNS.map(([name]) => name);
  return ok({ name: `candor-${mode}-options.csv`, text: csvOf(names, rows, fileMark(deps)) });
}

/**
 * The orders of a product that match as a file, oldest first, every column there is.
 *
 * @failure unreadable — more rows than a file carries; the time asked for has to be shorter
 */
export async function ordersFile(
  deps: RecordDeps,
  params: OrderFileFilter & { readonly zone: string },
): Promise<Result<RecordFile, Failure<'unreadable'>>> {
  if (params.product === 'options') return optionsFile(deps, params);
  const { records, total } = await readAll((filter) => deps.contracts.queries.list(filter), params);
  if (total > EXPORT_ROWS_MAX) return tooMany(total);
  const { userId, mode, zone } = params;
  const fees = await feesOf(deps, { userId, mode }, records);
  const times = { zone, local: localTimes(zone) };
  const none: Fees = { opening: '0', closing: '0' };
  const rows = records.map((order) =>
    ORDER_COLUMNS.map(([, of]) => of(order, fees.get(order.id) ?? none, times)),
  );
  const names = ORDER_COLUMNS.map(([name]) => name);
  return ok({ name: `candor-${mode}-orders.csv`, text: csvOf(names, rows, fileMark(deps)) });
}
