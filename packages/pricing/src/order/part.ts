import { type Quantity, divideInteger, isOnStep, max, roundToStep } from '@candor/kernel';
import type { LotTerms } from './size.ts';

/** Why some lots of a contract may not be closed; `restBelowMin`: too little would stay open. */
export type PartProblem = 'missing' | 'aboveOpen' | 'offStep' | 'belowMin' | 'restBelowMin';

/** What the lots of a closing are measured by. */
export type PartTerms = Omit<LotTerms, 'lotsMax'>;

/**
 * Why so many of a contract's open lots may not be closed; null when they may. All of them always
 * may; a part is on the step, no smaller than the smallest order, and leaves no smaller rest.
 *
 * @units  lots, open: 18 places; exact
 * @source PRODUCT 4 "Close in part"
 */
export function partProblem(
  lots: Quantity | null,
  open: Quantity,
  terms: PartTerms,
): PartProblem | null {
  if (lots === null || lots <= 0n) return 'missing';
  if (lots > open) return 'aboveOpen';
  if (lots === open) return null;
  if (!isOnStep(lots, terms.lotStep)) return 'offStep';
  if (lots < terms.lotsMin) return 'belowMin';
  return open - lots < terms.lotsMin ? 'restBelowMin' : null;
}

/**
 * So many percent of the open lots; all of them from 100 % on.
 *
 * @units    percent: whole · open: 18 places
 * @rounding down, to the lot step, and not below the smallest order
 */
export function lotsOfPart(percent: number, open: Quantity, terms: PartTerms): Quantity {
  if (percent >= 100) return open;
  const exact = divideInteger(open * BigInt(percent), 100n, 'down') as Quantity;
  return max(roundToStep(exact, { step: terms.lotStep, rounding: 'down' }), terms.lotsMin);
}
