import {
  type Price,
  type Quantity,
  type Result,
  fail,
  isOnStep,
  max,
  ok,
  parseDecimal,
  parseMoney,
  roundToStep,
} from '@candor/kernel';
import type { BidAsk, Side } from '../price/quote.ts';
import { stopFromMoney } from '../position/stop-money.ts';
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

/** Stops an order has; null: none. */
export type StopTerms = Stops & { readonly trailingDistance: Price | null };

/** Stops as a user asks for them, in decimal text; null: none; left out: as they are. */
export type StopsParams = {
  readonly stopLoss?: string | null | undefined;
  readonly takeProfit?: string | null | undefined;
  readonly trailingDistance?: string | null | undefined;
  /** Stop loss and take profit are USDT lost and won, not prices. */
  readonly inMoney?: boolean | undefined;
};

/** What stops are measured against. */
export type StopsBasis = {
  readonly side: Side;
  /** The market, of what waits its own price twice; null while unknown: only steps are judged. */
  readonly quote: BidAsk | null;
  /** Where the contract opened or is to open, and its size. */
  readonly openPrice: Price;
  readonly lots: Quantity;
  readonly contractSize: Quantity;
  /** Null while unknown: stops in money are not judged, and come to stand nowhere. */
  readonly link: Price | null;
  readonly tickSize: Price;
  /** Past it a stop could never act; null when this contract alone cannot reach it. */
  readonly closeOutPrice: Price | null;
};

/** Why a stop is refused: it is no figure above zero, off the ticks, or where it could not act. */
export type StopProblem = 'missing' | 'offStep' | 'unreasonable';

/** What is wrong with each stop that may not be set. */
export type StopProblems = {
  readonly stopLoss?: StopProblem;
  readonly takeProfit?: StopProblem;
  readonly trailingDistance?: Exclude<ReturnType<typeof trailingProblem>, null>;
};

/** Stops as they would be, and what is wrong with them: nothing where they may be set. */
export type JudgedStops = { readonly terms: StopTerms; readonly problems: StopProblems };

type ReadStop = { readonly price: Price | null; readonly problem: StopProblem | null };

function readStop(
  text: string | null | undefined,
  kind: 'loss' | 'gain',
  params: { isMoney: boolean; basis: StopsBasis },
): ReadStop {
  if (text === undefined || text === null) return { price: null, problem: null };
  const { isMoney, basis } = params;
  const { tickSize, link } = basis;
  if (!isMoney) {
    const price = parseDecimal(text) as Price | null;
    if (price === null) return { price, problem: 'missing' };
    return { price, problem: isOnStep(price, tickSize) ? null : 'offStep' };
  }
  const amount = parseMoney(text, 'USDT');
  if (amount === null || amount.units <= 0n) return { price: null, problem: 'missing' };
  if (link === null) return { price: null, problem: null };
  return { price: stopFromMoney({ ...basis, link, amount, kind }), problem: null };
}

/** What each of two stops is refused for by `checkStops`. */
const PLACED_WRONG = {
  'stop-loss-unreasonable': { stopLoss: 'unreasonable' },
  'take-profit-unreasonable': { takeProfit: 'unreasonable' },
  'stops-unreasonable': { stopLoss: 'unreasonable', takeProfit: 'unreasonable' },
} as const satisfies Record<StopsFailure['name'], StopProblems>;

/**
 * Stops as they are asked for, of an order or a contract: each a figure on the instrument's ticks,
 * then where `checkStops` takes them. Those that were not named stay as they are `now`, and are
 * looked at only when what they are measured against changed.
 *
 * @units    prices: quote currency per base unit · money: USDT before fees
 * @rounding as `stopFromMoney`
 * @source   PRODUCT 4 "SL/TP rules"
 */
export function judgeStops(
  params: StopsParams,
  basis: StopsBasis,
  kept: { readonly now: StopTerms; readonly isBasisNew: boolean },
): JudgedStops {
  const { quote, tickSize } = basis;
  const { now, isBasisNew } = kept;
  const isMoney = params.inMoney === true;
  const stopLoss = readStop(params.stopLoss, 'loss', { isMoney, basis });
  const takeProfit = readStop(params.takeProfit, 'gain', { isMoney, basis });
  const distance = parseDecimal(params.trailingDistance ?? '') as Price | null;
  const wrong =
    params.trailingDistance == null ? null : trailingProblem(distance, { market: quote, tickSize });
  const terms: StopTerms = {
    stopLoss: params.stopLoss === undefined ? now.stopLoss : stopLoss.price,
    takeProfit: params.takeProfit === undefined ? now.takeProfit : takeProfit.price,
    trailingDistance: params.trailingDistance === undefined ? now.trailingDistance : distance,
  };
  const problems: StopProblems = {
    ...(stopLoss.problem !== null && { stopLoss: stopLoss.problem }),
    ...(takeProfit.problem !== null && { takeProfit: takeProfit.problem }),
    ...(wrong !== null && { trailingDistance: wrong }),
  };
  if (quote === null || Object.keys(problems).length > 0) return { terms, problems };
  const looked = isBasisNew ? terms : { stopLoss: stopLoss.price, takeProfit: takeProfit.price };
  const checked = checkStops({ ...basis, ...looked, quote });
  return { terms, problems: checked.ok ? {} : PLACED_WRONG[checked.failure.name] };
}
