import { type Money, type Price, type Quantity, addMoney, subMoney } from '@candor/kernel';
import { breakEven, costToHold } from '../position/fee.ts';
import type { Instrument } from '../price/instrument.ts';
import {
  type Exposure,
  type MarginState,
  freeMargin,
  notionalUsdt,
  tradingEquity,
} from '../position/margin.ts';
import { type MostYouCanLose, mostYouCanLose } from '../position/most-you-can-lose.ts';
import { lossAtStop } from '../position/pnl.ts';
import type { BidAsk, Side } from '../price/quote.ts';
import { closingCost, openingCost } from './cost.ts';
import { closeOutAfterOpening, isAffordable, marginStateAfterOpening } from './exposure.ts';
import {
  type Stops,
  type StopsFailure,
  type StopRange,
  allowedStops,
  checkStops,
  firstStop,
} from './stops.ts';

/** What of an instrument's specification the figures of an order depend on. */
export type QuotedTerms = Pick<
  Instrument,
  'contractSize' | 'tickSize' | 'feeRate' | 'financingRate'
> & {
  /** USDT per unit of the quote currency. */
  readonly link: Price;
};

/** An order nobody has sent yet. */
export type QuotedOrder = Stops & {
  readonly side: Side;
  readonly lots: Quantity;
  readonly leverage: number;
  /** The price it waits for; null when it is filled at the market. */
  readonly waitsFor: Price | null;
  /** How far a stop follows the price; null without one. */
  readonly trailingDistance: Price | null;
};

/** What an order costs and risks, all of it. */
export type OrderFigures = {
  readonly openPrice: Price;
  readonly notional: Money;
  readonly margin: Money;
  readonly fee: Money;
  /** What closing at once would lose: the spread. */
  readonly openingLoss: Money;
  /** Margin and fee: what leaves the free balance. */
  readonly totalCost: Money;
  /** Margin, fee and opening loss: what the free margin has to cover when it is filled. */
  readonly needed: Money;
  /** True without an account. */
  readonly isAffordable: boolean;
  /** This and the close-out price are null without an account. */
  readonly freeMarginAfter: Money | null;
  readonly closeOutPrice: Price | null;
  readonly breakEven: Price | null;
  /** Where its stop stands the moment it opens, a trailing one included; null without one. */
  readonly firstStop: Price | null;
  /** At that stop; null without one, and while it cannot work. */
  readonly lossAtStop: Money | null;
  readonly gainAtTarget: Money | null;
  /** Null also while a stop stands there that cannot work. */
  readonly mostYouCanLose: MostYouCanLose | null;
  readonly stopsFailure: StopsFailure['name'] | null;
  /** Where the stops may stand; null when no price is left. */
  readonly allowedStops: {
    readonly stopLoss: StopRange | null;
    readonly takeProfit: StopRange | null;
  };
  readonly hold: { readonly d1: Money; readonly d7: Money; readonly d30: Money };
};

/**
 * Everything that is said of an order before it is sent: the server answers it to a caller that
 * asks for a price, the page shows it with every tick. An order that waits is weighed at its own
 * price, as if the market stood there; what the account is closed out at by then nobody knows, so
 * its stops are not measured against that.
 *
 * @units    money: USDT units · prices: quote currency per base unit
 * @rounding as each of the functions it is put together from
 * @throws   InvariantError when the leverage is not a whole number of at least 1
 * @source   PRODUCT 4 "The ticket shows before sending", LEDGER 4
 */
export function quoteOrder(facts: {
  readonly terms: QuotedTerms;
  readonly market: BidAsk;
  readonly order: QuotedOrder;
  /** Null without an account, and while it cannot be judged. */
  readonly marginState: MarginState | null;
  /** What is open of the instrument already. */
  readonly exposures: readonly Exposure[];
}): OrderFigures {
  const { terms, order, marginState, exposures } = facts;
  const { side, lots, waitsFor, stopLoss, takeProfit } = order;
  const { contractSize, tickSize, feeRate, financingRate: rateDaily, link } = terms;
  const market = waitsFor === null ? facts.market : { bid: waitsFor, ask: waitsFor };
  const sized = { side, lots, contractSize, link, leverage: order.leverage, feeRate };
  const cost = openingCost(sized, market);
  const { openPrice, margin, fee, openingLoss, need } = cost;
  const after = marginState === null ? null : marginStateAfterOpening(marginState, cost);
  const closeOut =
    after === null ? null : closeOutAfterOpening({ order: sized, after, market, exposures });
  const isPaid = marginState === null || isAffordable(cost, marginState);
  // Without the margin there is no close-out price a stop could be measured against.
  const measured = waitsFor === null && isPaid ? closeOut : null;
  const stops = { side, quote: market, stopLoss, takeProfit, closeOutPrice: measured };
  const checked = checkStops(stops);
  const stopsFailure = checked.ok ? null : checked.failure.name;
  const isStopWrong = stopsFailure !== null && stopsFailure !== 'take-profit-unreasonable';
  const stop = firstStop(order, market);
  const trade = { ...sized, openPrice };
  const equity = marginState === null ? null : tradingEquity(marginState);
  const most = isStopWrong ? null : mostYouCanLose({ trade, feeRate, stopLoss: stop, equity });
  const priced = { lots, contractSize, link, price: openPrice };
  const hold = (days: number): Money => costToHold({ ...priced, rateDaily }, days);
  return {
    openPrice,
    notional: notionalUsdt(priced),
    margin,
    fee,
    openingLoss,
    totalCost: addMoney(margin, fee),
    needed: need,
    isAffordable: isPaid,
    freeMarginAfter: after === null ? null : freeMargin(after),
    closeOutPrice: closeOut,
    breakEven: breakEven({ side, openPrice, feeRate, tickSize }),
    firstStop: stop,
    lossAtStop: most === null || stop === null ? null : lossAtStop({ ...trade, stopLoss: stop }),
    gainAtTarget: takeProfit === null ? null : subMoney(closingCost(trade, takeProfit).net, fee),
    mostYouCanLose: most,
    stopsFailure,
    allowedStops: allowedStops({ ...stops, tickSize }),
    hold: { d1: hold(1), d7: hold(7), d30: hold(30) },
  };
}
