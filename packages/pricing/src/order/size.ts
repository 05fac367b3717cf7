import { type Money, type Quantity, divideInteger, isOnStep } from '@candor/kernel';
import type { Instrument } from '../price/instrument.ts';
import { openingCost, type OpeningTerms } from './cost.ts';
import type { BidAsk } from '../price/quote.ts';

/** The lots an instrument is traded in. */
export type LotTerms = Pick<Instrument, 'lotStep' | 'lotsMin' | 'lotsMax'>;

/** Why so many lots may not be opened: no number above zero, or not the instrument's. */
export type LotsProblem = 'missing' | 'belowMin' | 'aboveMax' | 'offStep';

/**
 * Why an order may not be of so many lots; null when it may. `lots` is null where no number was
 * named.
 *
 * @units  lots: 18 places; exact
 * @source PRODUCT 3, specification of an instrument
 */
export function lotsProblem(lots: Quantity | null, terms: LotTerms): LotsProblem | null {
  if (lots === null || lots <= 0n) return 'missing';
  if (lots < terms.lotsMin) return 'belowMin';
  if (lots > terms.lotsMax) return 'aboveMax';
  return isOnStep(lots, terms.lotStep) ? null : 'offStep';
}

/**
 * The most lots a share of the free margin pays for: margin, fee and opening loss as they would be
 * charged; null when it does not pay for the smallest order, or where an order would cost nothing.
 *
 * @units    share: percent of the free margin, whole · result: lots on the step
 * @rounding the budget down, to the unit
 * @invariant one step more would need more than the budget, or be above the largest order
 */
export function lotsForShare(
  share: number,
  facts: Pick<OpeningTerms, 'side' | 'leverage'> & {
    readonly terms: LotTerms & Pick<OpeningTerms, 'contractSize' | 'feeRate' | 'link'>;
    readonly at: BidAsk;
    readonly freeMargin: Money;
  },
): Quantity | null {
  const { terms, side, leverage, at, freeMargin } = facts;
  const { contractSize, feeRate, link } = terms;
  const order = { side, leverage, contractSize, feeRate, link };
  const budget = divideInteger(freeMargin.units * BigInt(share), 100n, 'down');
  const need = (lots: bigint): bigint =>
    openingCost({ ...order, lots: lots as Quantity }, at).need.units;
  if (need(terms.lotsMax) <= 0n) return null;
  // What an order needs never falls with its size, so halving finds the last that is paid for.
  let least = 0n;
  let most = terms.lotsMax / terms.lotStep;
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (need(middle * terms.lotStep) <= budget) least = middle;
    else most = middle - 1n;
  }
  const lots = (least * terms.lotStep) as Quantity;
  return lots >= terms.lotsMin ? lots : null;
}
