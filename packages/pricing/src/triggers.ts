import { type Price, type Result, fail, max, ok, roundToStep } from '@candor/kernel';
import { type Quote, type Side, closingPrice, openingPrice } from './quote.ts';

/** Prices at which a contract closes itself; null where its owner set none. */
export type Stops = { readonly stopLoss: Price | null; readonly takeProfit: Price | null };

/** Why stops are refused: which of the two stands on the wrong side. */
export type StopsFailure = {
  readonly name: 'stop-loss-unreasonable' | 'take-profit-unreasonable' | 'stops-unreasonable';
};

function isStopLossWrong(facts: {
  side: Side;
  quote: Pick<Quote, 'bid' | 'ask'>;
  stopLoss: Price | null;
  closeOutPrice: Price | null;
}): boolean {
  const { side, quote, stopLoss, closeOutPrice } = facts;
  if (stopLoss === null) return false;
  if (stopLoss <= 0n) return true;
  const beyond =
    closeOutPrice !== null &&
    (side === 'long' ? stopLoss < closeOutPrice : stopLoss > closeOutPrice);
  return beyond || (side === 'long' ? stopLoss >= quote.bid : stopLoss <= quote.ask);
}

function isTakeProfitWrong(facts: {
  side: Side;
  quote: Pick<Quote, 'bid' | 'ask'>;
  takeProfit: Price | null;
}): boolean {
  const { side, quote, takeProfit } = facts;
  if (takeProfit === null) return false;
  if (takeProfit <= 0n) return true;
  return side === 'long' ? takeProfit <= quote.ask : takeProfit >= quote.bid;
}

/**
 * Whether stops may be set: for a long the stop loss below the bid and the take profit above the
 * ask, for a short the other way round, and no stop loss beyond the close-out price, where it could
 * never act. For a pending order give its price as both bid and ask.
 *
 * @units   prices: quote currency per base unit
 * @failure stop-loss-unreasonable   — the stop loss is on the wrong side, or beyond close-out
 * @failure take-profit-unreasonable — the take profit is on the wrong side
 * @failure stops-unreasonable       — both are
 * @source  PRODUCT 4; the seed names the three messages
 */
export function checkStops(
  facts: Stops & {
    readonly side: Side;
    readonly quote: Pick<Quote, 'bid' | 'ask'>;
    readonly closeOutPrice: Price | null;
  },
): Result<void, StopsFailure> {
  const lossWrong = isStopLossWrong(facts);
  const profitWrong = isTakeProfitWrong(facts);
  if (lossWrong && profitWrong) return fail({ name: 'stops-unreasonable' });
  if (lossWrong) return fail({ name: 'stop-loss-unreasonable' });
  if (profitWrong) return fail({ name: 'take-profit-unreasonable' });
  return ok(undefined);
}

/** The prices a stop may stand at, both ends among them; null where only 0 or nothing ends them. */
export type StopRange = { readonly low: Price | null; readonly high: Price | null };

/**
 * Where the stops of a contract or an order may stand: the prices `checkStops` takes, on the steps
 * of the instrument. Null when no price is left.
 *
 * @units    prices: quote currency per base unit
 * @rounding inward, to the price step
 * @source   PRODUCT 4 "SL/TP rules"
 */
export function allowedStops(facts: {
  readonly side: Side;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
  readonly closeOutPrice: Price | null;
  readonly tickSize: Price;
}): { readonly stopLoss: StopRange | null; readonly takeProfit: StopRange | null } {
  const { side, quote, closeOutPrice, tickSize } = facts;
  const step = (at: Price, rounding: 'up' | 'down'): Price =>
    roundToStep(at, { step: tickSize, rounding });
  const below = (step(quote.bid, 'up') - tickSize) as Price;
  const above = (step(quote.ask, 'down') + tickSize) as Price;
  const range = (low: Price | null, high: Price | null): StopRange | null => {
    const least = max(low ?? tickSize, tickSize);
    return high !== null && high < least ? null : { low: low === null ? null : least, high };
  };
  const isLong = side === 'long';
  const end = closeOutPrice === null ? null : step(closeOutPrice, isLong ? 'up' : 'down');
  return isLong
    ? { stopLoss: range(end, below), takeProfit: range(above, null) }
    : { stopLoss: range(above, end), takeProfit: range(null, below) };
}

/**
 * Which stop a quote sets off: a long closes at the bid and watches it, a short the ask. When a gap
 * crosses both, the stop loss counts.
 *
 * @units prices: quote currency per base unit
 */
export function crossed(
  contract: Stops & { readonly side: Side },
  quote: Pick<Quote, 'bid' | 'ask'>,
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
export type TriggerAct = 'stopLoss' | 'takeProfit' | 'fill' | 'arm';

/** A price somebody waits for: which side of the quote has to come to it, and from where. */
export type Trigger = {
  readonly act: TriggerAct;
  readonly on: 'bid' | 'ask';
  /** `below`: acts at the price or under it; `above`: at the price or over it. */
  readonly when: 'below' | 'above';
  readonly price: Price;
};

/** An order that waits for its price. */
export type WaitingOrder = {
  readonly side: Side;
  readonly orderType: 'market' | 'limit' | 'stop' | 'stopLimit';
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
export function reaches(trigger: Trigger, quote: Pick<Quote, 'bid' | 'ask'>): boolean {
  const price = quote[trigger.on];
  return trigger.when === 'below' ? price <= trigger.price : price >= trigger.price;
}

/**
 * What a quote does to an order that waits. A stop-limit order whose limit is met by the very quote
 * that touches its stop is filled by it.
 *
 * @units prices: quote currency per base unit
 */
export function touched(
  order: WaitingOrder,
  quote: Pick<Quote, 'bid' | 'ask'>,
): 'fill' | 'arm' | null {
  const trigger = triggerOfOrder(order);
  if (trigger === null || !reaches(trigger, quote)) return null;
  if (trigger.act !== 'arm') return 'fill';
  const limit = openingPrice(order.side, quote);
  const { askedPrice } = order;
  if (askedPrice === null) return 'arm';
  const isMet = order.side === 'long' ? limit <= askedPrice : limit >= askedPrice;
  return isMet ? 'fill' : 'arm';
}
