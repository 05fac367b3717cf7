import {
  type Price,
  type Rate,
  type Result,
  formatDecimal,
  isLaterTick,
  isOnStep,
  mul,
  ok,
  parseDecimal,
  rate,
  abs,
  sub,
} from '@candor/kernel';
import {
  type Instrument,
  type Quote,
  type Side,
  mid,
  openingPrice,
  touched,
} from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import type { OrderType, PendingOrder } from './contract.ts';
import { refuse } from './refusal.ts';

/** Farthest an order may wait from the market, as a share of the mid: half its price. */
const PENDING_REACH: Rate = rate('0.5');

/** Prices of an order that waits: which it has depends on its type. */
export type PendingPrices = {
  readonly orderType: OrderType;
  /** The limit; null for a stop order. */
  readonly limit: Price | null;
  /** What sets it off; null for a limit order. */
  readonly stop: Price | null;
};

/** The price an order that waits is expected to fill at: its limit, or the stop that sets it off. */
export function expectedPrice(prices: Pick<PendingPrices, 'limit' | 'stop'>): Price {
  return (prices.limit ?? prices.stop) as Price;
}

type PriceField = 'price' | 'stopPrice';

/** A buy waits below the ask with a limit, above it with a stop; a sell the other way round. */
function isOnRightSide(
  price: Price,
  wait: { side: Side; quote: Pick<Quote, 'bid' | 'ask'>; kind: 'limit' | 'stop' },
): boolean {
  const market = openingPrice(wait.side, wait.quote);
  const isBelow = (wait.side === 'long') === (wait.kind === 'limit');
  return isBelow ? price < market : price > market;
}

function isWithinReach(price: Price, quote: Pick<Quote, 'bid' | 'ask'>): boolean {
  const middle = mid(quote);
  return abs(sub(price, middle)) <= mul(abs(middle), PENDING_REACH, 'down');
}

/** What prices of an order that waits are measured against. */
export type PriceBasis = {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
};

/**
 * One price of an order that waits: on the ticks, on the side of the market it waits on and not
 * farther from it than PENDING_REACH. The limit of a stop-limit order may be on either side.
 *
 * @failure quote-expired — with `why`: offStep, wrongSide (it would fill at once), tooFar
 * @source  PRODUCT 4
 */
export function decidePrice(
  text: string,
  asked: { field: PriceField; orderType: OrderType },
  basis: PriceBasis,
): Result<Price, Failure> {
  const { field, orderType } = asked;
  const { instrument, side, quote } = basis;
  const price = parseDecimal(text) as Price | null;
  const { tickSize } = instrument;
  if (price === null || price <= 0n || !isOnStep(price, tickSize)) {
    return refuse('quote-expired', field, { why: 'offStep', tickSize: formatDecimal(tickSize) });
  }
  const market = { bid: formatDecimal(quote.bid), ask: formatDecimal(quote.ask) };
  const isLimitOfStop = field === 'price' && orderType === 'stopLimit';
  const kind = field === 'stopPrice' ? 'stop' : 'limit';
  if (!isLimitOfStop && !isOnRightSide(price, { side, quote, kind })) {
    return refuse('quote-expired', field, { why: 'wrongSide', ...market });
  }
  if (isWithinReach(price, quote)) return ok(price);
  return refuse('quote-expired', field, { why: 'tooFar', ...market });
}

/** Whether an order of this type has this price. */
export function hasPrice(orderType: OrderType, field: PriceField): boolean {
  if (orderType === 'stopLimit') return true;
  return orderType === (field === 'price' ? 'limit' : 'stop');
}

/**
 * The prices of a new order that waits; see `decidePrice`.
 *
 * @failure incomplete — a price its type needs is missing · unreadable — one it has no use for
 * @failure quote-expired — as `decidePrice`
 */
export function decidePrices(
  asked: { orderType: OrderType; price?: string | undefined; stopPrice?: string | undefined },
  basis: PriceBasis,
): Result<PendingPrices, Failure> {
  const { orderType } = asked;
  const found: Record<PriceField, Price | null> = { price: null, stopPrice: null };
  for (const field of ['stopPrice', 'price'] as const) {
    const text = asked[field];
    if (!hasPrice(orderType, field)) {
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
