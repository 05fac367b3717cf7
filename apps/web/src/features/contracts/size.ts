import {
  DECIMAL_ZERO,
  type Money,
  type Price,
  type Quantity,
  add,
  addMoney,
  divideInteger,
  isOnStep,
  min,
  roundToStep,
  sub,
  subMoney,
} from '@candor/kernel';
import {
  type Side,
  closingPrice,
  initialMargin,
  openingPrice,
  tradeFee,
  unrealizedPnl,
} from '@candor/pricing';
import type { Prices, Terms } from './preview.ts';

/** Shares of the free margin the ticket offers. @units percent */
export const SHARES = [10, 25, 50, 75, 100] as const;

/** Leverage steps on offer below the cap; the cap itself is always among them. */
const LEVERAGE_STEPS = [1, 2, 3, 5, 10, 20, 30, 50, 100] as const;

/** The leverages a ticket offers for a cap. */
export function leverageSteps(max: number): number[] {
  return [...LEVERAGE_STEPS.filter((step) => step < max), max];
}

type Sizing = {
  readonly terms: Terms & { readonly link: Price };
  readonly prices: Prices;
  readonly side: Side;
  readonly leverage: number;
};

/** What the free margin has to cover for so many lots: margin, fee and the spread. */
function neededFor(lots: Quantity, sizing: Sizing): Money {
  const { terms, prices, side, leverage } = sizing;
  const size = { lots, contractSize: terms.contractSize, link: terms.link };
  const openPrice = openingPrice(side, prices);
  const priced = { ...size, price: openPrice };
  const cost = addMoney(
    initialMargin({ ...priced, leverage }),
    tradeFee({ ...priced, feeRate: terms.feeRate }),
  );
  const mark = closingPrice(side, prices);
  return subMoney(cost, unrealizedPnl({ ...size, side, openPrice, mark }));
}

/**
 * The most lots a share of the free margin pays for, margin, fee and spread included; null when it
 * does not pay for the smallest order.
 *
 * @units    share: percent of the free margin
 * @rounding down, to the lot step
 */
export function lotsForShare(
  share: number,
  facts: Sizing & { readonly freeMargin: Money },
): Quantity | null {
  const { terms, freeMargin } = facts;
  const budget = divideInteger(freeMargin.units * BigInt(share), 100n, 'down');
  const probe = terms.lotsMax;
  const cost = neededFor(probe, facts).units;
  if (cost <= 0n) return null;
  const share18 = divideInteger(probe * budget, cost, 'down') as Quantity;
  let lots = roundToStep(min(share18, terms.lotsMax), { step: terms.lotStep, rounding: 'down' });
  // The server rounds each charge up, so the last step may be one too many, or one too few.
  while (lots > DECIMAL_ZERO && neededFor(lots, facts).units > budget) {
    lots = sub(lots, terms.lotStep);
  }
  const next = add(lots, terms.lotStep);
  if (next <= terms.lotsMax && neededFor(next, facts).units <= budget) lots = next;
  return lots >= terms.lotsMin ? lots : null;
}

/** Why so many lots would be refused; null when they are fine. */
export type LotsProblem = 'missing' | 'belowMin' | 'aboveMax' | 'offStep';

/** What is wrong with a number of lots. */
export function lotsProblem(lots: Quantity | null, terms: Terms): LotsProblem | null {
  if (lots === null || lots <= 0n) return 'missing';
  if (lots < terms.lotsMin) return 'belowMin';
  if (lots > terms.lotsMax) return 'aboveMax';
  return isOnStep(lots, terms.lotStep) ? null : 'offStep';
}
