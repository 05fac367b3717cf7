import {
  type Price,
  type Result,
  ensure,
  formatDecimal,
  isLaterTick,
  ok,
  parseDecimal,
} from '@candor/kernel';
import {
  type Instrument,
  type OrderType,
  type Quote,
  type Side,
  type WaitProblem,
  expectedPrice,
  hasPrice,
  touched,
  waitProblem,
} from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import type { PendingOrder } from './contract.ts';
import { refuse } from './refusal.ts';

/** Prices of an order that waits: which it has depends on its type. */
export type PendingPrices = {
  readonly orderType: OrderType;
  /** The limit; null for a stop order. */
  readonly limit: Price | null;
  /** What sets it off; null for a limit order. */
  readonly stop: Price | null;
};

/** The price an order that waits is expected to fill at; see `expectedPrice`. */
export function ownPrice(prices: PendingPrices): Price {
  return ensure(expectedPrice(prices), 'an order that waits has a price');
}

type PriceField = 'price' | 'stopPrice';

/** What the two fields of an order's prices are. */
export const KIND_OF = { price: 'limit', stopPrice: 'stop' } as const satisfies Record<
  PriceField,
  string
>;

/** What prices of an order that waits are measured against. */
export type PriceBasis = {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
};

/** The refusal of a price an order may not wait at. */
export function refusedPrice(
  field: PriceField,
  why: WaitProblem | null,
  { instrument, quote }: PriceBasis,
): Result<never, Failure> {
  if (why === 'wrongSide' || why === 'tooFar') {
    const market = { bid: formatDecimal(quote.bid), ask: formatDecimal(quote.ask) };
    return refuse('quote-expired', field, { why, ...market });
  }
  const tickSize = formatDecimal(instrument.tickSize);
  return refuse('quote-expired', field, { why: 'offStep', tickSize });
}

/**
 * One price of an order that waits, as `waitProblem` judges it.
 *
 * @failure quote-expired — with `why`: offStep, wrongSide (it would fill at once), tooFar
 * @source  PRODUCT 4
 */
function decidePrice(
  text: string,
  params: { field: PriceField; orderType: OrderType },
  basis: PriceBasis,
): Result<Price, Failure> {
  const { field, orderType } = params;
  const { instrument, side, quote: market } = basis;
  const price = parseDecimal(text) as Price | null;
  const kind = KIND_OF[field];
  const { tickSize } = instrument;
  const why = waitProblem(price, { side, orderType, kind, tickSize, market });
  if (price !== null && why === null) return ok(price);
  return refusedPrice(field, why, basis);
}

/**
 * The prices of a new order that waits; see `decidePrice`.
 *
 * @failure incomplete — a price its type needs is missing · unreadable — one it has no use for
 * @failure quote-expired — as `decidePrice`
 */
export function decidePrices(
  params: { orderType: OrderType; price?: string | undefined; stopPrice?: string | undefined },
  basis: PriceBasis,
): Result<PendingPrices, Failure> {
  const { orderType } = params;
  const found: Record<PriceField, Price | null> = { price: null, stopPrice: null };
  for (const field of ['stopPrice', 'price'] as const) {
    const text = params[field];
    if (!hasPrice(orderType, KIND_OF[field])) {
      if (text !== undefined) return refuse('unreadable', field);
      continue;
    }
    if (text === undefined) return refuse('incomplete', field);
    const price = decidePrice(text, { field, orderType }, basis);
    if (!price.ok) return price;
    found[field] = price.value;
  }
  return ok({ orderType, limit: found.price, stop: found.stopPrice });
}

/**
 * What a tick does to an order that waits: nothing, arms a stop-limit order, or fills it. Buys
 * watch the ask, sells the bid; a limit fills at the limit or better, a stop at the first tick at
 * or past it, gaps included. The tick that arms a stop-limit order may fill it as well.
 *
 * @units  prices: quote currency per base unit
 * @source PRODUCT 4
 */
export function reached(
  order: Pick<PendingOrder, 'side' | 'orderType' | 'askedPrice' | 'stopPrice' | 'armedBy'>,
  quote: Pick<Quote, 'bid' | 'ask'>,
): 'fill' | 'arm' | null {
  return touched({ ...order, isArmed: order.armedBy !== null }, quote);
}

/** Whether a tick may act on an order: it came after the order's terms were accepted. */
export function isDue(order: PendingOrder, quote: Pick<Quote, 'bid' | 'ask' | 'tickId'>): boolean {
  return isLaterTick(quote.tickId, order.since) && reached(order, quote) !== null;
}
