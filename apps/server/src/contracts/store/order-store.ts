import { type Money, type Price, type TickId, type UnixMs, formatDecimal } from '@candor/kernel';
import { type Column, columnsOf } from '../../platform/postgres/columns.ts';
import type { Statement } from '../../platform/postgres/db.ts';
import type { AnyOrder, Change, Closing, Contract, PendingOrder } from '../order/contract.ts';
import { KEY } from './contract-key.ts';

const textOrNull = (value: Price | null): string | null =>
  value === null ? null : formatDecimal(value);
const unitsOf = (amount: Money | undefined): string | null => amount?.units.toString() ?? null;

/** What an order says from the start, filled or waiting. */
const TERMS: readonly Column<AnyOrder>[] = [
  ...KEY,
  ['mode', 'text', (o) => o.mode],
  ['order_no', 'text', (o) => o.orderNo],
  ['code', 'text', (o) => o.code],
  ['feed', 'text', (o) => o.feed],
  ['side', 'text', (o) => o.side],
  ['order_type', 'text', (o) => o.orderType],
  ['status', 'text', (o) => o.status],
  ['lots', 'numeric', (o) => formatDecimal(o.lots)],
  ['contract_size', 'numeric', (o) => formatDecimal(o.contractSize)],
  ['leverage', 'int', (o) => o.leverage],
  ['fee_rate', 'numeric', (o) => formatDecimal(o.feeRate)],
  ['stop_loss', 'numeric', (o) => textOrNull(o.stopLoss)],
  ['take_profit', 'numeric', (o) => textOrNull(o.takeProfit)],
  ['created_at', 'moment', (o) => o.createdAt],
];

/** A column of what only a filled order has. */
const filled =
  <Value>(read: (contract: Contract) => Value) =>
  (order: AnyOrder): Value | null =>
    order.open === null ? null : read(order);

/** What its fill stands on. */
const FILLED: readonly Column<AnyOrder>[] = [
  ['margin', 'numeric', filled((c) => unitsOf(c.margin))],
  ['open_price', 'numeric', filled((c) => formatDecimal(c.open.price))],
  ['open_tick', 'text', filled((c) => c.open.tickId)],
  ['open_link', 'numeric', filled((c) => formatDecimal(c.open.link))],
  ['open_link_tick', 'text', filled((c) => c.open.linkTickId)],
];
const OPEN_FEE: Column<AnyOrder> = [
  'open_fee',
  'numeric',
  (o) => (o.open === null ? '0' : unitsOf(o.openFee)),
];

/** The narrow statement of the path most orders take: plain market orders. */
const PLAIN = columnsOf<AnyOrder>([
  ...TERMS,
  ...FILLED,
  OPEN_FEE,
  ['opened_at', 'moment', filled((c) => c.createdAt)],
]);
const INSERT_PLAIN = PLAIN.insertInto('contracts.contract');

/** What a plain market order leaves empty. An order with one of these takes the wide statement. */
const EXTRAS: readonly Column<AnyOrder>[] = [
  ['trailing_distance', 'numeric', (o) => textOrNull(o.trailingDistance)],
  ['asked_price', 'numeric', (o) => textOrNull(o.askedPrice)],
  ['stop_price', 'numeric', (o) => textOrNull(o.stopPrice)],
];

/** Orders that say more than a plain market order does, filled or waiting. */
const PLACED = columnsOf<AnyOrder>([
  ...TERMS,
  ...FILLED,
  OPEN_FEE,
  ['opened_at', 'moment', filled((c) => c.createdAt)],
  ...EXTRAS,
  ['since_tick', 'text', (o) => o.since],
]);
const INSERT_PLACED = PLACED.insertInto('contracts.contract');

const isPlain = (order: AnyOrder): order is Contract =>
  order.open !== null &&
  order.since === order.open.tickId &&
  EXTRAS.every(([, , valueOf]) => valueOf(order) === null);

/** What writes new orders, filled or waiting. */
export function openStatements(orders: readonly AnyOrder[]): Statement[] {
  const plain = orders.filter(isPlain);
  const others = orders.filter((order) => !isPlain(order));
  return [...PLAIN.statements(INSERT_PLAIN, plain), ...PLACED.statements(INSERT_PLACED, others)];
}

const FILLS = columnsOf<Contract>([
  ...KEY,
  ...FILLED,
  OPEN_FEE,
  ['at', 'bigint', (c) => c.open.at],
]);
const FILL = `
  with filled as (
    update contracts.contract c set
      status = 'running', margin = f.margin, open_fee = f.open_fee, open_price = f.open_price,
      open_tick = f.open_tick, since_tick = f.open_tick, open_link = f.open_link,
      open_link_tick = f.open_link_tick, opened_at = platform.from_ms(f.at)
    from ${FILLS.rows('f')}
    where c.user_id = f.user_id and c.id = f.id and c.status = 'pending'
    returning c.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'an order is filled once')
  from filled`;

/** What writes that orders which waited were filled; it fails where one waits no more. */
export function fillStatements(orders: readonly Contract[]): Statement[] {
  return FILLS.statements(FILL, orders);
}

const UNFILLED = columnsOf<PendingOrder>([
  ...KEY,
  ['reason', 'text', (o) => o.ended?.reason ?? null],
  ['code', 'text', (o) => o.ended?.code ?? null],
  ['at', 'bigint', (o) => o.ended?.at ?? null],
]);
const END_UNFILLED = `
  with ended as (
    update contracts.contract c set
      status = 'closed', reason = u.reason, rejected_code = u.code, realized = 0, profit = 0,
      closed_at = platform.from_ms(u.at)
    from ${UNFILLED.rows('u')}
    where c.user_id = u.user_id and c.id = u.id and c.status = 'pending'
    returning c.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'an order ends once') from ended`;

/** What writes that orders ended unfilled; it fails where one waits no more. */
export function endStatements(orders: readonly PendingOrder[]): Statement[] {
  return UNFILLED.statements(END_UNFILLED, orders);
}

/** A closing of a running contract, with what names it. */
export type Ended = {
  /** The contract as it was before. */
  readonly contract: Contract;
  readonly closing: Closing;
  readonly receiptNo: string;
  /** Under which its entry is posted. */
  readonly requestId: string;
  readonly part: number;
};

const CLOSINGS = columnsOf<Ended>([
  ['user_id', 'uuid', ({ contract }) => contract.userId],
  ['contract_id', 'uuid', ({ contract }) => contract.id],
  ['mode', 'text', ({ contract }) => contract.mode],
  ['receipt_no', 'uuid', ({ receiptNo }) => receiptNo],
  ['is_last', 'boolean', ({ closing }) => closing.isLast],
  ['reason', 'text', ({ closing }) => closing.reason],
  ['lots', 'numeric', ({ closing }) => formatDecimal(closing.lots)],
  ['margin', 'numeric', ({ closing }) => unitsOf(closing.margin)],
  ['open_fee', 'numeric', ({ closing }) => unitsOf(closing.openFee)],
  ['financing', 'numeric', ({ closing }) => unitsOf(closing.financing)],
  ['fee', 'numeric', ({ closing }) => unitsOf(closing.fee)],
  ['realized', 'numeric', ({ closing }) => unitsOf(closing.realized)],
  ['profit', 'numeric', ({ closing }) => unitsOf(closing.profit)],
  ['asked_price', 'numeric', ({ closing }) => textOrNull(closing.asked)],
  ['price', 'numeric', ({ closing }) => textOrNull(closing.fill?.price ?? null)],
  ['tick', 'text', ({ closing }) => closing.fill?.tickId ?? null],
  ['link', 'numeric', ({ closing }) => textOrNull(closing.fill?.link ?? null)],
  ['link_tick', 'text', ({ closing }) => closing.fill?.linkTickId ?? null],
  ['request_id', 'text', ({ requestId }) => requestId],
  ['part', 'smallint', ({ part }) => part],
  ['at', 'moment', ({ closing }) => closing.at],
]);

// The sums of the row are made from the row, so no closing can be counted twice or left out.
const CLOSE = `
  with closing as (
    select * from ${CLOSINGS.rows('k')}
  ), ended as (
    update contracts.contract c set
      status = case when k.is_last then 'closed' else 'running' end,
      reason = case when k.is_last then k.reason end,
      lots_left = coalesce(c.lots_left, c.lots) - k.lots,
      margin_left = coalesce(c.margin_left, c.margin) - k.margin,
      open_fee_left = coalesce(c.open_fee_left, c.open_fee) - k.open_fee,
      financing_left = coalesce(c.financing_left, c.financing) - k.financing,
      close_fee = c.close_fee + k.fee,
      realized = coalesce(c.realized, 0) + k.realized,
      profit = case when k.is_last
        then coalesce(c.realized, 0) + k.realized - c.close_fee - k.fee - c.open_fee - c.financing
      end,
      closed_at = case when k.is_last then platform.from_ms(k.at) end
    from closing k
    where c.user_id = k.user_id and c.id = k.contract_id and c.status = 'running'
    returning c.id, coalesce(c.lots_left, 0) as left_over, c.status
  ), written as (
    insert into contracts.closing (${CLOSINGS.names})
    select ${CLOSINGS.selected} from closing returning contract_id
  )
  select platform.require(
    count(*) = cardinality($2::uuid[])
      and coalesce(bool_and((status = 'closed') = (left_over = 0)), true),
    'a contract ends once, when nothing of it is open') from ended`;

/** What writes closings; it fails where a contract is not running any more. */
export function closeStatements(ended: readonly Ended[]): Statement[] {
  return CLOSINGS.statements(CLOSE, ended);
}

const CHANGES = columnsOf<AnyOrder>([
  ...KEY,
  ['status', 'text', (o) => o.status],
  ['stop_loss', 'numeric', (o) => textOrNull(o.stopLoss)],
  ['take_profit', 'numeric', (o) => textOrNull(o.takeProfit)],
  ['trailing_distance', 'numeric', (o) => textOrNull(o.trailingDistance)],
  ['asked_price', 'numeric', (o) => textOrNull(o.askedPrice)],
  ['stop_price', 'numeric', (o) => textOrNull(o.stopPrice)],
  ['since_tick', 'text', (o) => o.since],
  ['armed_tick', 'text', (o) => (o.open === null ? o.armedBy : null)],
  ['financing', 'numeric', (o) => (o.open === null ? '0' : unitsOf(o.financing))],
  ['financing_left', 'numeric', filled((c) => unitsOf(c.financingLeft))],
]);
const CHANGE = `
  with changed as (
    update contracts.contract c set
      stop_loss = n.stop_loss, take_profit = n.take_profit,
      trailing_distance = n.trailing_distance, asked_price = n.asked_price,
      stop_price = n.stop_price, since_tick = n.since_tick, armed_tick = n.armed_tick,
      financing = n.financing, financing_left = n.financing_left
    from ${CHANGES.rows('n')}
    where c.user_id = n.user_id and c.id = n.id and c.status = n.status
    returning c.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'only what is open is changed')
  from changed`;

/** What writes the terms of open orders as they are now; it fails where one is open no more. */
export function changeStatements(orders: readonly AnyOrder[]): Statement[] {
  return CHANGES.statements(CHANGE, orders);
}

/** Something that happened to an order between its opening and its end. */
export type OrderEventNote = {
  readonly order: Pick<AnyOrder, 'userId' | 'id'>;
  readonly kind: 'amended' | 'armed' | 'trailed' | 'financed';
  readonly by: 'user' | 'market' | 'timer' | 'operator';
  readonly price?: Price | undefined;
  readonly tickId?: TickId | undefined;
  readonly amount?: Money | undefined;
  readonly changes?: readonly Change[] | undefined;
  readonly requestId?: string | undefined;
  readonly at: UnixMs;
};

const NOTES = columnsOf<OrderEventNote>([
  ['user_id', 'uuid', ({ order }) => order.userId],
  ['contract_id', 'uuid', ({ order }) => order.id],
  ['kind', 'text', ({ kind }) => kind],
  ['by', 'text', ({ by }) => by],
  ['price', 'numeric', (note) => textOrNull(note.price ?? null)],
  ['tick', 'text', (note) => note.tickId ?? null],
  ['amount', 'numeric', (note) => unitsOf(note.amount)],
  ['changes', 'jsonb', ({ changes }) => (changes === undefined ? null : JSON.stringify(changes))],
  ['request_id', 'text', (note) => note.requestId ?? null],
  ['at', 'moment', ({ at }) => at],
]);
const NOTE = NOTES.insertInto('contracts.event');

/** What writes the history of orders. */
export function noteStatements(notes: readonly OrderEventNote[]): Statement[] {
  return NOTES.statements(NOTE, notes);
}
