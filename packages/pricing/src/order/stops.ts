import { type Price, type Result, fail, isOnStep, max, ok, roundToStep } from '@candor/kernel';
import type { BidAsk, Side } from '../price/quote.ts';
import { trailingLevel } from '../position/trailing.ts';

/** Prices at which a contract closes itself; null where its owner set none. */
export type Stops = { readonly stopLoss: Price | null; readonly takeProfit: Price | null };

/** Why stops are refused: which of the two stands on the wrong side. */
export type StopsFailure = {
  readonly name: 'stop-loss-unreasonable' | 'take-profit-unreasonable' | 'stops-unreasonable';
};

function isStopLossWrong(facts: {
  side: Side;
  quote: BidAsk;
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
  quote: BidAsk;
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
    readonly quote: BidAsk;
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
  readonly quote: BidAsk;
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
 * Why a stop may not follow the price at a distance; null when it may: whole ticks, and less than
 * the price itself.
 *
 * @units  quote currency per base unit; exact. `distance`: null where none above zero was named;
 *         `market`: null while there is none, when only the steps are asked
 * @source PRODUCT 4
 */
export function trailingProblem(
  distance: Price | null,
  facts: { readonly market: BidAsk | null; readonly tickSize: Price },
): 'missing' | 'offStep' | 'tooFar' | null {
  const { market, tickSize } = facts;
  if (distance === null || distance <= 0n) return 'missing';
  if (!isOnStep(distance, tickSize)) return 'offStep';
  return market !== null && distance >= market.bid ? 'tooFar' : null;
}

/**
 * Where the stop of an order stands the moment it opens: its own, or where a trailing one starts;
 * null without either.
 *
 * @units quote currency per base unit; exact
 */
export function firstStop(
  order: Pick<Stops, 'stopLoss'> & {
    readonly side: Side;
    readonly trailingDistance: Price | null;
  },
  market: BidAsk,
): Price | null {
  const { side, stopLoss, trailingDistance: distance } = order;
  if (stopLoss !== null || distance === null) return stopLoss;
  return trailingLevel({ side, distance, level: null }, market);
}
