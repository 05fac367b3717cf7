import { type Money, type Price, type TickId, type UnixMs, formatDecimal } from '@candor/kernel';
import type { Statement } from '../platform/db.ts';
import type { AnyOrder, Change, Closing, Contract, PendingOrder } from './contract.ts';

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

/** What writes plain market orders; the narrow statement of the path most orders take. */
function plainStatements(opened: readonly Contract[]): Statement[] {
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

const INSERT_PLACED = `
  insert into contracts.contract
    (user_id, id, mode, order_no, code, feed, side, order_type, status, lots, contract_size,
     leverage, fee_rate, margin, open_fee, stop_loss, take_profit, trailing_distance, asked_price,
     stop_price, since_tick, open_price, open_tick, open_link, open_link_tick, created_at,
     opened_at)
  select user_id, id, mode, order_no, code, feed, side, order_type, status, lots,
         contract_size, leverage, fee_rate, margin, coalesce(open_fee, 0), stop_loss, take_profit,
         trailing_distance, asked_price, stop_price, since_tick, open_price, open_tick, open_link,
         open_link_tick, platform.from_ms(at),
         case when open_price is not null then platform.from_ms(at) end
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
              $8::text[], $9::text[], $10::numeric[], $11::numeric[], $12::int[], $13::numeric[],
              $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[], $18::numeric[],
              $19::numeric[], $20::numeric[], $21::text[], $22::numeric[], $23::text[],
              $24::numeric[], $25::text[], $26::bigint[])
    as c (user_id, id, mode, order_no, code, feed, side, order_type, status, lots, contract_size,
          leverage, fee_rate, margin, open_fee, stop_loss, take_profit, trailing_distance,
          asked_price, stop_price, since_tick, open_price, open_tick, open_link, open_link_tick,
          at)`;

const unitsOf = (amount: Money | undefined): string | null => amount?.units.toString() ?? null;

/** What writes orders that say more than a plain market order does, filled or waiting. */
function placedStatements(orders: readonly AnyOrder[]): Statement[] {
  if (orders.length === 0) return [];
  const column = <Value>(read: (order: AnyOrder) => Value): Value[] => orders.map(read);
  const filled = <Value>(read: (contract: Contract) => Value): (Value | null)[] =>
    orders.map((order) => (order.open === null ? null : read(order)));
  const values = [
    column((o) => o.userId),
    column((o) => o.id),
    column((o) => o.mode),
    column((o) => o.orderNo),
    column((o) => o.code),
    column((o) => o.feed),
    column((o) => o.side),
    column((o) => o.orderType),
    column((o) => o.status),
    column((o) => formatDecimal(o.lots)),
    column((o) => formatDecimal(o.contractSize)),
    column((o) => o.leverage),
    column((o) => formatDecimal(o.feeRate)),
    filled((c) => unitsOf(c.margin)),
    filled((c) => unitsOf(c.openFee)),
    column((o) => textOrNull(o.stopLoss)),
    column((o) => textOrNull(o.takeProfit)),
    column((o) => textOrNull(o.trailingDistance)),
    column((o) => textOrNull(o.askedPrice)),
    column((o) => textOrNull(o.stopPrice)),
    column((o) => o.since),
    filled((c) => formatDecimal(c.open.price)),
    filled((c) => c.open.tickId),
    filled((c) => formatDecimal(c.open.link)),
    filled((c) => c.open.linkTickId),
    column((o) => o.createdAt),
  ];
  return [{ text: INSERT_PLACED, values }];
}

const isPlain = (order: AnyOrder): order is Contract =>
  order.open !== null &&
  order.trailingDistance === null &&
  order.askedPrice === null &&
  order.stopPrice === null &&
  order.since === order.open.tickId;

/** What writes new orders, filled or waiting. */
export function openStatements(orders: readonly AnyOrder[]): Statement[] {
  const plain = orders.filter(isPlain);
  const others = orders.filter((order) => !isPlain(order));
  return [...plainStatements(plain), ...placedStatements(others)];
}

const FILL = `
  with filled as (
    update contracts.contract c set
      status = 'running', margin = fill.margin, open_fee = fill.fee, open_price = fill.price,
      open_tick = fill.tick, since_tick = fill.tick, open_link = fill.link,
      open_link_tick = fill.link_tick, opened_at = platform.from_ms(fill.at)
    from unnest($1::uuid[], $2::uuid[], $3::numeric[], $4::numeric[], $5::numeric[], $6::text[],
                $7::numeric[], $8::text[], $9::bigint[])
      as fill (user_id, id, margin, fee, price, tick, link, link_tick, at)
    where c.user_id = fill.user_id and c.id = fill.id and c.status = 'pending'
    returning c.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'an order is filled once')
  from filled`;

/** What writes that orders which waited were filled; it fails where one waits no more. */
export function fillStatements(filled: readonly Contract[]): Statement[] {
  if (filled.length === 0) return [];
  const column = <Value>(read: (contract: Contract) => Value): Value[] => filled.map(read);
  const values = [
    column((c) => c.userId),
    column((c) => c.id),
    column((c) => c.margin.units.toString()),
    column((c) => c.openFee.units.toString()),
    column((c) => formatDecimal(c.open.price)),
    column((c) => c.open.tickId),
    column((c) => formatDecimal(c.open.link)),
    column((c) => c.open.linkTickId),
    column((c) => c.open.at),
  ];
  return [{ text: FILL, values }];
}

const END_UNFILLED = `
  with ended as (
    update contracts.contract c set
      status = 'closed', reason = unfilled.reason, rejected_code = unfilled.code, realized = 0,
      profit = 0, closed_at = platform.from_ms(unfilled.at)
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[])
      as unfilled (user_id, id, reason, code, at)
    where c.user_id = unfilled.user_id and c.id = unfilled.id and c.status = 'pending'
    returning c.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'an order ends once') from ended`;

/** What writes that orders ended unfilled; it fails where one waits no more. */
export function endStatements(orders: readonly PendingOrder[]): Statement[] {
  if (orders.length === 0) return [];
  const column = <Value>(read: (order: PendingOrder) => Value): Value[] => orders.map(read);
  const values = [
    column((o) => o.userId),
    column((o) => o.id),
    column((o) => o.ended?.reason ?? null),
    column((o) => o.ended?.code ?? null),
    column((o) => o.ended?.at ?? null),
  ];
  return [{ text: END_UNFILLED, values }];
}

// The sums of the row are made from the row, so no closing can be counted twice or left out.
const CLOSE = `
  with closing as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[], $6::text[],
                         $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[],
                         $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[],
                         $15::numeric[], $16::text[], $17::numeric[], $18::text[], $19::text[],
                         $20::smallint[], $21::bigint[])
      as k (user_id, contract_id, mode, receipt_no, is_last, reason, lots, margin, open_fee,
            financing, fee, realized, profit, asked_price, price, tick, link, link_tick,
            request_id, part, at)
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
    insert into contracts.closing
      (user_id, contract_id, mode, receipt_no, is_last, reason, lots, margin, open_fee,
       financing, fee, realized, profit, asked_price, price, tick, link, link_tick, request_id,
       part, at)
    select user_id, contract_id, mode, receipt_no, is_last, reason, lots, margin, open_fee,
           financing, fee, realized, profit, asked_price, price, tick, link, link_tick, request_id,
           part, platform.from_ms(at)
    from closing returning contract_id
  )
  select platform.require(
    count(*) = cardinality($2::uuid[])
      and coalesce(bool_and((status = 'closed') = (left_over = 0)), true),
    'a contract ends once, when nothing of it is open') from ended`;

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

/** What writes closings; it fails where a contract is not running any more. */
export function closeStatements(ended: readonly Ended[]): Statement[] {
  if (ended.length === 0) return [];
  const column = <Value>(read: (one: Ended) => Value): Value[] => ended.map(read);
  const closing = <Value>(read: (one: Closing) => Value): Value[] =>
    ended.map((one) => read(one.closing));
  const values = [
    column(({ contract }) => contract.userId),
    column(({ contract }) => contract.id),
    column(({ contract }) => contract.mode),
    column(({ receiptNo }) => receiptNo),
    closing((k) => k.isLast),
    closing((k) => k.reason),
    closing((k) => formatDecimal(k.lots)),
    closing((k) => k.margin.units.toString()),
    closing((k) => k.openFee.units.toString()),
    closing((k) => k.financing.units.toString()),
    closing((k) => k.fee.units.toString()),
    closing((k) => k.realized.units.toString()),
    closing((k) => k.profit.units.toString()),
    closing((k) => textOrNull(k.asked)),
    closing((k) => textOrNull(k.fill?.price ?? null)),
    closing((k) => k.fill?.tickId ?? null),
    closing((k) => textOrNull(k.fill?.link ?? null)),
    closing((k) => k.fill?.linkTickId ?? null),
    column(({ requestId }) => requestId),
    column(({ part }) => part),
    closing((k) => k.at),
  ];
  return [{ text: CLOSE, values }];
}

const CHANGE = `
  with changed as (
    update contracts.contract c set
      stop_loss = n.stop_loss, take_profit = n.take_profit,
      trailing_distance = n.trailing_distance, asked_price = n.asked_price,
      stop_price = n.stop_price, since_tick = n.since_tick, armed_tick = n.armed_tick,
      financing = n.financing, financing_left = n.financing_left
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[],
                $7::numeric[], $8::numeric[], $9::text[], $10::text[], $11::numeric[],
                $12::numeric[])
      as n (user_id, id, status, stop_loss, take_profit, trailing_distance, asked_price,
            stop_price, since_tick, armed_tick, financing, financing_left)
    where c.user_id = n.user_id and c.id = n.id and c.status = n.status
    returning c.id
  )
  select platform.require(count(*) = cardinality($2::uuid[]), 'only what is open is changed')
  from changed`;

/** What writes the terms of open orders as they are now; it fails where one is open no more. */
export function changeStatements(orders: readonly AnyOrder[]): Statement[] {
  if (orders.length === 0) return [];
  const column = <Value>(read: (order: AnyOrder) => Value): Value[] => orders.map(read);
  const values = [
    column((o) => o.userId),
    column((o) => o.id),
    column((o) => o.status),
    column((o) => textOrNull(o.stopLoss)),
    column((o) => textOrNull(o.takeProfit)),
    column((o) => textOrNull(o.trailingDistance)),
    column((o) => textOrNull(o.askedPrice)),
    column((o) => textOrNull(o.stopPrice)),
    column((o) => o.since),
    column((o) => (o.open === null ? o.armedBy : null)),
    column((o) => (o.open === null ? '0' : o.financing.units.toString())),
    column((o) => (o.open === null ? null : o.financingLeft.units.toString())),
  ];
  return [{ text: CHANGE, values }];
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

const NOTE = `
  insert into contracts.event
    (user_id, contract_id, kind, by, price, tick, amount, changes, request_id, at)
  select user_id, contract_id, kind, by, price, tick, amount, changes::jsonb, request_id,
         platform.from_ms(at)
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::numeric[], $6::text[],
              $7::numeric[], $8::text[], $9::text[], $10::bigint[])
    as e (user_id, contract_id, kind, by, price, tick, amount, changes, request_id, at)`;

/** What writes the history of orders. */
export function noteStatements(notes: readonly OrderEventNote[]): Statement[] {
  if (notes.length === 0) return [];
  const column = <Value>(read: (note: OrderEventNote) => Value): Value[] => notes.map(read);
  const values = [
    column(({ order }) => order.userId),
    column(({ order }) => order.id),
    column(({ kind }) => kind),
    column(({ by }) => by),
    column((note) => textOrNull(note.price ?? null)),
    column((note) => note.tickId ?? null),
    column((note) => unitsOf(note.amount)),
    column(({ changes }) => (changes === undefined ? null : JSON.stringify(changes))),
    column((note) => note.requestId ?? null),
    column(({ at }) => at),
  ];
  return [{ text: NOTE, values }];
}
