import {
  type Money,
  type Price,
  type Quantity,
  type Rate,
  addMoney,
  divideInteger,
  money,
  subMoney,
} from '@candor/kernel';
import { tradeFee } from '../position/fee.ts';
import { initialMargin } from '../position/margin.ts';
import { type OpenTrade, orderProfit, realizedPnl, unrealizedPnl } from '../position/pnl.ts';
import { type BidAsk, type Side, closingPrice, openingPrice } from '../price/quote.ts';
import type { TradeSize } from '../position/usdt.ts';

/** What decides what opening an order costs, apart from its price. */
export type OpeningTerms = TradeSize & {
  readonly side: Side;
  readonly leverage: number;
  /** Per side, of the notional. */
  readonly feeRate: Rate;
};

/** What opening an order takes. */
export type OpeningCost = {
  /** The ask for a long, the bid for a short. */
  readonly openPrice: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** What it stands at the moment it opens: the spread, as a result. */
  readonly floatingPnl: Money;
  /** What closing at once would lose, before fees; never below zero. */
  readonly openingLoss: Money;
  /** Margin, fee and opening loss: what the free margin has to cover. */
  readonly need: Money;
};

/**
 * What opening an order costs when it is filled at `fillAt` while the market stands at `market`,
 * which are the same but for a price that was held. A gain on a held price is not there to be
 * spent: it lowers nothing the order needs.
 *
 * @shape    need = margin + fee + max(0, −result at the mark)
 * @units    USDT units
 * @rounding margin and fee up, the result toward zero, each once
 * @throws   InvariantError when the leverage is not a whole number of at least 1
 * @source   LEDGER 4: margin + fee + opening loss ≤ free margin
 */
export function openingCost(
  order: OpeningTerms,
  fillAt: BidAsk,
  market: BidAsk = fillAt,
): OpeningCost {
  const { side, lots, contractSize, link, leverage, feeRate } = order;
  const openPrice = openingPrice(side, fillAt);
  const priced = { lots, contractSize, link, price: openPrice };
  const margin = initialMargin({ ...priced, leverage });
  const fee = tradeFee({ ...priced, feeRate });
  const mark = closingPrice(side, market);
  const floatingPnl = unrealizedPnl({ side, lots, contractSize, link, openPrice, mark });
  const openingLoss = money('USDT', floatingPnl.units < 0n ? -floatingPnl.units : 0n);
  const need = addMoney(addMoney(margin, fee), openingLoss);
  return { openPrice, margin, fee, floatingPnl, openingLoss, need };
}

/** What closing lots at a price brings and costs. */
export type ClosingCost = {
  /** The result before fees and financing. */
  readonly realized: Money;
  /** Of the closing alone; the opening fee was paid. */
  readonly fee: Money;
  /** The result after that fee. */
  readonly net: Money;
};

/**
 * What closing lots at a price brings, and the fee of it: that of the closing's own notional, at
 * the rate its order was accepted with.
 *
 * @units    USDT units
 * @rounding realized toward zero, fee up, each once
 * @source   PRODUCT 4 "Money"; LEDGER 2, rows "close"
 */
export function closingCost(
  trade: OpenTrade & { readonly feeRate: Rate },
  closePrice: Price,
): ClosingCost {
  const { lots, contractSize, link, feeRate } = trade;
  const realized = realizedPnl({ ...trade, closePrice });
  const fee = tradeFee({ lots, contractSize, link, price: closePrice, feeRate });
  return { realized, fee, net: subMoney(realized, fee) };
}

/** What a contract holds and was charged, whole and as far as no closing took its share. */
export type HeldLots = {
  readonly lots: Quantity;
  readonly lotsOpened: Quantity;
  readonly margin: Money;
  readonly marginOpened: Money;
  readonly openFee: Money;
  readonly openFeeLeft: Money;
  readonly financingLeft: Money;
};

/** What some lots take along when they close. */
export type ClosingShares = {
  readonly lots: Quantity;
  /** Whether nothing stays open. */
  readonly isLast: boolean;
  /** Margin given back. */
  readonly margin: Money;
  readonly openFee: Money;
  readonly financing: Money;
};

const shareOf = (amount: Money, closed: Quantity, of: Quantity): Money =>
  money(amount.asset, divideInteger(amount.units * closed, of, 'down'));

/**
 * Margin, opening fee and financing that go with lots when they close: an amount times closed lots
 * over all lots. The last closing takes the rest. Financing was charged for the lots that were
 * open, so those still open share it.
 *
 * @units     USDT units
 * @rounding  down, once; the remainder on the last
 * @invariant over all closings of a contract the parts sum to the whole
 * @source    LEDGER 2, row "partial close"
 */
export function closingShares(held: HeldLots, lots: Quantity): ClosingShares {
  if (lots === held.lots) {
    const { margin, openFeeLeft, financingLeft } = held;
    return { lots, isLast: true, margin, openFee: openFeeLeft, financing: financingLeft };
  }
  return {
    lots,
    isLast: false,
    margin: shareOf(held.marginOpened, lots, held.lotsOpened),
    openFee: shareOf(held.openFee, lots, held.lotsOpened),
    financing: shareOf(held.financingLeft, lots, held.lots),
  };
}

/**
 * What lots brought after both fees and their financing.
 *
 * @shape realized − closing fee − the shares of opening fee and financing
 * @units USDT units; exact
 */
export function closingProfit(
  cost: Pick<ClosingCost, 'realized' | 'fee'>,
  shares: Pick<ClosingShares, 'openFee' | 'financing'>,
): Money {
  const fees = addMoney(shares.openFee, cost.fee);
  return orderProfit({ realized: cost.realized, fees, financing: shares.financing });
}
