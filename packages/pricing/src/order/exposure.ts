import { type Price, addMoney, subMoney } from '@candor/kernel';
import { type Exposure, type MarginState, closeOutPrice, freeMargin } from '../position/margin.ts';
import type { BidAsk } from '../price/quote.ts';
import type { OpeningCost, OpeningTerms } from './cost.ts';

/**
 * How an account stands once an order was opened: margin and fee have left the cash, the margin is
 * held, and what the order stands at counts.
 *
 * @units USDT units; exact
 */
export function marginStateAfterOpening(before: MarginState, cost: OpeningCost): MarginState {
  return {
    ...before,
    cash: subMoney(before.cash, addMoney(cost.margin, cost.fee)),
    margin: addMoney(before.margin, cost.margin),
    floatingPnl: addMoney(before.floatingPnl, cost.floatingPnl),
  };
}

/**
 * Whether an account can open an order: all that it needs is free.
 *
 * @units  USDT units; exact
 * @source LEDGER 4
 */
export function isAffordable(cost: Pick<OpeningCost, 'need'>, before: MarginState): boolean {
  return cost.need.units <= freeMargin(before).units;
}

/**
 * The instrument's price at which the account is closed out once an order was opened, with what it
 * has open of the instrument besides; null when this instrument alone cannot do it.
 *
 * @units    quote currency per base unit
 * @rounding as `closeOutPrice`: toward the market
 * @source   PRODUCT 4, LEDGER 4
 */
export function closeOutAfterOpening(facts: {
  readonly order: Pick<OpeningTerms, 'side' | 'lots' | 'contractSize' | 'link'>;
  readonly after: MarginState;
  readonly market: BidAsk;
  /** What is open of the instrument without the order. */
  readonly exposures: readonly Exposure[];
}): Price | null {
  const { order, after, market, exposures } = facts;
  const all = [...exposures, order];
  return closeOutPrice({ marginState: after, quote: market, exposures: all, link: order.link });
}
