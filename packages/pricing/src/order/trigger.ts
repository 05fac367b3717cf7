import { type Price, abs, add, isOnStep, sub } from '@candor/kernel';
import type { Instrument } from '../price/instrument.ts';
import { type BidAsk, type Side, closingPrice, openingPrice } from '../price/quote.ts';
import type { Stops } from './stops.ts';

/** How an order is filled: at once, at a better price, past a worse one, or at a limit once past it. */
export type OrderType = 'market' | 'limit' | 'stop' | 'stopLimit';

/** A price an order waits for: the limit it fills at, or what sets it off. */
export type PriceKind = 'limit' | 'stop';

/** Whether an order of this type has a price of this kind. */
export function hasPrice(orderType: OrderType, kind: PriceKind): boolean {
  return orderType === kind || orderType === 'stopLimit';
}

/**
 * The price an order that waits is expected to fill at: its limit, or the stop that sets it off;
 * null of a market order, and while that price is not known.
 *
 * @units  quote currency per base unit; exact
 * @source PRODUCT 4: of an order that waits everything is measured around its own price
 */
export function expectedPrice(order: {
  readonly orderType: OrderType;
  readonly limit: Price | null;
  readonly stop: Price | null;
}): Price | null {
  if (order.orderType === 'market') return null;
  return hasPrice(order.orderType, 'limit') ? order.limit : order.stop;
}

/** Farthest an order may wait from the market: the middle divided by this. */
const REACH_DIVISOR = 2n;

/** Why an order may not wait at a price; `wrongSide`: it would fill at once. */
export type WaitProblem = 'missing' | 'offStep' | 'wrongSide' | 'tooFar';

/**
 * Why an order may not wait at a price; null when it may. A buy waits below the ask with a limit,
 * above it with a stop, a sell the other way round at the bid; the limit of a stop-limit order
 * stands on either side. None waits farther than half the price away.
 *
 * @units  prices: quote currency per base unit; exact. `price`: null where none above zero was named;
 *         `market`: null while there is none, when only the steps are asked
 * @source PRODUCT 4
 */
export function waitProblem(
  price: Price | null,
  wait: {
    readonly side: Side;
    readonly orderType: OrderType;
    readonly kind: PriceKind;
    readonly tickSize: Instrument['tickSize'];
    readonly market: BidAsk | null;
  },
): WaitProblem | null {
  const { side, orderType, kind, tickSize, market } = wait;
  if (price === null || price <= 0n) return 'missing';
  if (!isOnStep(price, tickSize)) return 'offStep';
  if (market === null) return null;
  const opening = openingPrice(side, market);
  const isBelow = (side === 'long') === (kind === 'limit');
  const isEither = kind === 'limit' && orderType === 'stopLimit';
  if (!isEither && (isBelow ? price >= opening : price <= opening)) return 'wrongSide';
  const twice = add(market.bid, market.ask);
  const gap = sub(add(price, price), twice);
  return REACH_DIVISOR * abs(gap) > abs(twice) ? 'tooFar' : null;
}

/**
 * Which stop a quote sets off: a long closes at the bid and watches it, a short the ask. When a gap
 * crosses both, the stop loss counts.
 *
 * @units prices: quote currency per base unit
 */
export function crossed(
  contract: Stops & { readonly side: Side },
  quote: BidAsk,
): 'stopLoss' | 'takeProfit' | null {
  const { side, stopLoss, takeProfit } = contract;
  const mark = closingPrice(side, quote);
  const isAtOrPast = (stop: Price, direction: 'below' | 'above'): boolean =>
    direction === 'below' ? mark <= stop : mark >= stop;
  const losing = side === 'long' ? 'below' : 'above';
  const winning = side === 'long' ? 'above' : 'below';
  if (stopLoss !== null && isAtOrPast(stopLoss, losing)) return 'stopLoss';
  if (takeProfit !== null && isAtOrPast(takeProfit, winning)) return 'takeProfit';
  return null;
}

/** What a price does when it is reached: ends a contract, fills an order, or arms a stop-limit. */
export type TriggerAction = 'stopLoss' | 'takeProfit' | 'fill' | 'arm';

/** A price an order waits for: which side of the quote has to come to it, and from where. */
export type Trigger = {
  readonly act: TriggerAction;
  readonly on: 'bid' | 'ask';
  /** `below`: acts at the price or under it; `above`: at the price or over it. */
  readonly when: 'below' | 'above';
  readonly price: Price;
};

/** An order that waits for its price. */
export type WaitingOrder = {
  readonly side: Side;
  readonly orderType: OrderType;
  /** The limit; null for a stop order. */
  readonly askedPrice: Price | null;
  readonly stopPrice: Price | null;
  /** Whether the stop of a stop-limit order was touched. */
  readonly isArmed: boolean;
};

/**
 * The prices at which a running contract ends: a long watches the bid, a short the ask.
 *
 * @units  prices: quote currency per base unit
 * @source PRODUCT 4; `crossed` says the same of one quote
 */
export function triggersOfContract(contract: Stops & { readonly side: Side }): Trigger[] {
  const { side, stopLoss, takeProfit } = contract;
  const on = side === 'long' ? 'bid' : 'ask';
  const [losing, winning] =
    side === 'long' ? (['below', 'above'] as const) : (['above', 'below'] as const);
  const found: Trigger[] = [];
  if (stopLoss !== null) found.push({ act: 'stopLoss', on, when: losing, price: stopLoss });
  if (takeProfit !== null) found.push({ act: 'takeProfit', on, when: winning, price: takeProfit });
  return found;
}

/**
 * The price an order waits for: buy orders watch the ask, sell orders the bid. A limit waits for a
 * better price, a stop for a worse one; a stop-limit is a stop that arms it, then a limit.
 *
 * @units  prices: quote currency per base unit
 * @source PRODUCT 4 "Price"
 */
export function triggerOfOrder(order: WaitingOrder): Trigger | null {
  const { side, orderType, askedPrice, stopPrice, isArmed } = order;
  const on = side === 'long' ? 'ask' : 'bid';
  const isLimit = orderType === 'limit' || (orderType === 'stopLimit' && isArmed);
  if (isLimit) {
    const when = side === 'long' ? 'below' : 'above';
    return askedPrice === null ? null : { act: 'fill', on, when, price: askedPrice };
  }
  if (orderType === 'market' || stopPrice === null) return null;
  const when = side === 'long' ? 'above' : 'below';
  return { act: orderType === 'stop' ? 'fill' : 'arm', on, when, price: stopPrice };
}

/** Whether a quote reaches a trigger. @units prices: quote currency per base unit; exact */
export function reaches(trigger: Omit<Trigger, 'act'>, quote: BidAsk): boolean {
  const price = quote[trigger.on];
  return trigger.when === 'below' ? price <= trigger.price : price >= trigger.price;
}

/**
 * What a quote does to an order that waits. A stop-limit order whose limit is met by the very quote
 * that touches its stop is filled by it.
 *
 * @units prices: quote currency per base unit
 */
export function touched(order: WaitingOrder, quote: BidAsk): 'fill' | 'arm' | null {
  const trigger = triggerOfOrder(order);
  if (trigger === null || !reaches(trigger, quote)) return null;
  if (trigger.act !== 'arm') return 'fill';
  const limit = openingPrice(order.side, quote);
  const { askedPrice } = order;
  if (askedPrice === null) return 'arm';
  const isMet = order.side === 'long' ? limit <= askedPrice : limit >= askedPrice;
  return isMet ? 'fill' : 'arm';
}
