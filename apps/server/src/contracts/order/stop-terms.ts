import { type Result, formatDecimal, ok } from '@candor/kernel';
import {
  type BidAsk,
  type Instrument,
  type Side,
  type StopProblems,
  type StopTerms,
  type StopsBasis,
  type StopsParams,
  judgeStops,
} from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import { refuse } from './refusal.ts';

export type { StopTerms } from '@candor/pricing';

/** What the stops of a new order are measured against; `quote` as in `StopsBasis`. */
export type StopBasis = Pick<StopsBasis, 'openPrice' | 'lots' | 'contractSize' | 'link'> & {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly quote: BidAsk;
  readonly closeOutPrice: StopsBasis['closeOutPrice'];
};

/** The refusal of stops that may not be set; null when all may. */
export function refusedStops(
  { stopLoss, takeProfit, trailingDistance }: StopProblems,
  basis: Pick<StopBasis, 'instrument' | 'quote' | 'closeOutPrice'>,
): Result<never, Failure> | null {
  const { instrument, quote, closeOutPrice } = basis;
  const facts =
    (stopLoss ?? takeProfit) === 'unreasonable'
      ? {
          bid: formatDecimal(quote.bid),
          ask: formatDecimal(quote.ask),
          ...(closeOutPrice === null ? {} : { closeOutPrice: formatDecimal(closeOutPrice) }),
        }
      : { tickSize: formatDecimal(instrument.tickSize) };
  if (stopLoss !== undefined && takeProfit !== undefined) {
    return refuse('stops-unreasonable', 'stopLoss', facts);
  }
  if (stopLoss !== undefined) return refuse('stop-loss-unreasonable', 'stopLoss', facts);
  if (takeProfit !== undefined) return refuse('take-profit-unreasonable', 'takeProfit', facts);
  if (trailingDistance === undefined) return null;
  return refuse('stop-loss-unreasonable', 'trailingDistance', facts);
}

/** What an order has before any stop is set. */
const NO_STOPS: StopTerms = { stopLoss: null, takeProfit: null, trailingDistance: null };

/**
 * The stops of a new order, as `judgeStops` judges them: on the instrument's ticks, on the right
 * side of the market, the stop loss not beyond the close-out price.
 *
 * @units   prices: quote currency per base unit · money: USDT before fees
 * @failure stop-loss-unreasonable · take-profit-unreasonable · stops-unreasonable, each at its field
 * @source  PRODUCT 4; the seed names the three messages
 */
export function decideStops(params: StopsParams, basis: StopBasis): Result<StopTerms, Failure> {
  const { tickSize } = basis.instrument;
  const kept = { now: NO_STOPS, isBasisNew: true };
  const { terms, problems } = judgeStops(params, { ...basis, tickSize }, kept);
  return refusedStops(problems, basis) ?? ok(terms);
}
