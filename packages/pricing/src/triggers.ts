import { type Price, type Result, fail, ok } from '@candor/kernel';
import { type Quote, type Side, closingPrice } from './quote.ts';

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
