import {
  type Money,
  type Price,
  type Quantity,
  type Rate,
  addMoney,
  fromDecimal,
  parseDecimal,
  price,
  quantity,
  rate,
  subMoney,
  zero,
} from '@candor/kernel';
import {
  type Exposure,
  type MostYouCanLose,
  type OpenTrade,
  type Side,
  type Standing,
  type StopRange,
  allowedStops,
  breakEven,
  checkStops,
  closeOutPrice,
  closingPrice,
  costToHold,
  freeMargin,
  initialMargin,
  lossAtStop,
  mostYouCanLose,
  notionalUsdt,
  openingPrice,
  realizedPnl,
  tradeFee,
  tradingEquity,
  trailingLevel,
  unrealizedPnl,
} from '@candor/pricing';
import type { MarketInfo, Order, UserInfo } from '@candor/protocol/light';

/** Bid and ask as exact prices. */
export type Prices = { readonly bid: Price; readonly ask: Price };

/** An instrument's terms as exact numbers. */
export type Terms = {
  readonly contractSize: Quantity;
  readonly tickSize: Price;
  readonly lotStep: Quantity;
  readonly lotsMin: Quantity;
  readonly lotsMax: Quantity;
  readonly feeRate: Rate;
  readonly financingRate: Rate;
  readonly leverageMax: number;
  /** USDT per unit of the quote currency; null while no fresh pair links it. */
  readonly link: Price | null;
};

/** What a ticket would do, before it is sent. */
export type OrderDraft = {
  readonly side: Side;
  /** The price an order waits for; null for one that is filled at the market. */
  readonly waitsFor: Price | null;
  readonly lots: Quantity;
  readonly leverage: number;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** How far a stop follows the price; null without one. */
  readonly trailing: Price | null;
  /** A stop is typed that is no price it could stand at: what it saves is not known. */
  readonly isStopUnclear: boolean;
};

/** What the server would charge and what could happen, by the functions it charges with. */
export type Preview = {
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
  /** This and what follows from the account is null while nobody is signed in. */
  readonly freeMarginAfter: Money | null;
  readonly breakEven: Price | null;
  readonly closeOutPrice: Price | null;
  /** Whether a stop is typed, one that can work or not. */
  readonly hasStop: boolean;
  /** At the stop it opens with, a trailing one included; null without one that can work. */
  readonly lossAtStop: Money | null;
  readonly gainAtTarget: Money | null;
  /** Null also while a stop stands there that cannot work. */
  readonly mostYouCanLose: MostYouCanLose | null;
  /** Where the stops may stand; null when no price is left. */
  readonly allowedStops: {
    readonly stopLoss: StopRange | null;
    readonly takeProfit: StopRange | null;
  };
  readonly hold: { readonly d1: Money; readonly d7: Money; readonly d30: Money };
  readonly stopsFailure: StopsFailureName | null;
  readonly isAffordable: boolean;
};

/** Why the stops would be refused. */
export type StopsFailureName =
  | 'stop-loss-unreasonable'
  | 'take-profit-unreasonable'
  | 'stops-unreasonable';

/** The terms of the wire as exact numbers. */
export function termsOf(info: Pick<MarketInfo, 'specification'>): Terms {
  const wire = info.specification;
  return {
    contractSize: quantity(wire.contractSize),
    tickSize: price(wire.tickSize),
    lotStep: quantity(wire.lotStep),
    lotsMin: quantity(wire.lotsMin),
    lotsMax: quantity(wire.lotsMax),
    feeRate: rate(wire.feeRate),
    financingRate: rate(wire.financingRate),
    leverageMax: wire.leverageMax,
    link: wire.link === null ? null : price(wire.link),
  };
}

/** Prices of a quote or list item; null while either is unknown. */
export function pricesOf(quote: {
  readonly bid: string | null;
  readonly ask: string | null;
}): Prices | null {
  if (quote.bid === null || quote.ask === null) return null;
  const bid = parseDecimal(quote.bid);
  const ask = parseDecimal(quote.ask);
  return bid === null || ask === null ? null : { bid: bid as Price, ask: ask as Price };
}

function usdt(text: string): Money {
  const value = parseDecimal(text);
  // Amounts arrive at the asset's own scale, so nothing is cut here.
  return value === null ? zero('USDT') : fromDecimal(value, { asset: 'USDT', rounding: 'down' });
}

/**
 * Where the account stands, from the figures of `portfolio.info`; null while it cannot be judged.
 * What it owes (deficit and reversed deposits) is the part of its equity the others do not explain.
 */
export function standingOf(
  user: Pick<UserInfo, 'amount' | 'bondAmount' | 'floatingPnL' | 'tradingEquity'>,
): Standing | null {
  if (user.floatingPnL === null || user.tradingEquity === null) return null;
  const cash = usdt(user.amount);
  const margin = usdt(user.bondAmount);
  const floatingPnl = usdt(user.floatingPnL);
  const explained = addMoney(addMoney(cash, margin), floatingPnl);
  return {
    cash,
    margin,
    floatingPnl,
    deficit: subMoney(usdt(user.tradingEquity), explained),
    reversed: zero('USDT'),
  };
}

/**
 * The open lots of one instrument, as far as they pull on its price; those of a feed that is not
 * running do not.
 */
export function exposuresOf(
  orders: readonly Pick<Order, 'code' | 'status' | 'direction' | 'lots' | 'openLots' | 'paused'>[],
  facts: { code: string; contractSize: Quantity },
): Exposure[] {
  return orders
    .filter(({ code, status, paused }) => code === facts.code && status === 'running' && !paused)
    .map((order) => ({
      side: order.direction === 'buy' ? 'long' : 'short',
      // Of a contract closed in part only the rest pulls on the price.
      lots: quantity(order.openLots ?? order.lots),
      contractSize: facts.contractSize,
    }));
}

function afterOpening(
  standing: Standing,
  order: { margin: Money; fee: Money; floating: Money },
): Standing {
  return {
    ...standing,
    cash: subMoney(subMoney(standing.cash, order.margin), order.fee),
    margin: addMoney(standing.margin, order.margin),
    floatingPnl: addMoney(standing.floatingPnl, order.floating),
  };
}

/**
 * Everything the ticket says before it is sent.
 *
 * @units  money: USDT units · prices: quote currency per base unit
 * @source PRODUCT 4 "The ticket shows before sending", LEDGER 4
 */
export function previewOrder(facts: {
  readonly terms: Terms & { readonly link: Price };
  readonly prices: Prices;
  readonly draft: OrderDraft;
  /** Null while nobody is signed in, and while the account cannot be judged. */
  readonly standing: Standing | null;
  readonly exposures: readonly Exposure[];
}): Preview {
  const { terms, draft, standing } = facts;
  const { side, lots, leverage, stopLoss, takeProfit, waitsFor } = draft;
  // An order that waits is weighed at its own price, as if the market stood there.
  const prices = waitsFor === null ? facts.prices : { bid: waitsFor, ask: waitsFor };
  const openPrice = openingPrice(side, prices);
  const size = { lots, contractSize: terms.contractSize, link: terms.link };
  const priced = { ...size, price: openPrice };
  const trade = { ...size, side, openPrice };
  const margin = initialMargin({ ...priced, leverage });
  const fee = tradeFee({ ...priced, feeRate: terms.feeRate });
  const floating = unrealizedPnl({ ...trade, mark: closingPrice(side, prices) });
  const openingLoss = subMoney(zero('USDT'), floating);
  const totalCost = addMoney(margin, fee);
  const needed = addMoney(totalCost, openingLoss);
  const opened = standing === null ? null : afterOpening(standing, { margin, fee, floating });
  const exposures = [...facts.exposures, { side, lots, contractSize: terms.contractSize }];
  const closeOut =
    opened === null
      ? null
      : closeOutPrice({ standing: opened, quote: prices, exposures, link: terms.link });
  const isAffordable = standing === null || needed.units <= freeMargin(standing).units;
  // Without the margin there is no close-out price a stop could be measured against.
  const measured = isAffordable ? closeOut : null;
  const stops = { side, quote: prices, stopLoss, takeProfit, closeOutPrice: measured };
  const checked = checkStops(stops);
  const stopsFailure = checked.ok ? null : checked.failure.name;
  const isStopWrong = stopsFailure !== null && stopsFailure !== 'take-profit-unreasonable';
  const isUnknown = draft.isStopUnclear || isStopWrong;
  const firstStop = stopLoss ?? startOfTrailing(draft, prices);
  const { feeRate } = terms;
  const most = mostYouCanLose({
    trade,
    feeRate,
    stopLoss: firstStop,
    equity: standing === null ? null : tradingEquity(standing),
  });
  const daily = { ...priced, rateDaily: terms.financingRate };
  return {
    openPrice,
    notional: notionalUsdt(priced),
    margin,
    fee,
    openingLoss,
    totalCost,
    needed,
    freeMarginAfter: opened === null ? null : freeMargin(opened),
    breakEven: breakEven({
      side,
      openPrice,
      feeRate: terms.feeRate,
      tickSize: terms.tickSize,
    }),
    closeOutPrice: closeOut,
    hasStop: draft.isStopUnclear || firstStop !== null,
    lossAtStop:
      isUnknown || most === null || firstStop === null
        ? null
        : lossAtStop({ ...trade, stopLoss: firstStop, feeRate }),
    gainAtTarget: takeProfit === null ? null : gainAt(trade, { takeProfit, terms, fee }),
    mostYouCanLose: isUnknown ? null : most,
    allowedStops: allowedStops({ ...stops, tickSize: terms.tickSize }),
    hold: {
      d1: costToHold(daily, 1),
      d7: costToHold(daily, 7),
      d30: costToHold(daily, 30),
    },
    stopsFailure,
    isAffordable,
  };
}

/** Where a trailing stop begins; null without one. */
function startOfTrailing({ side, trailing }: OrderDraft, prices: Prices): Price | null {
  return trailing === null
    ? null
    : trailingLevel({ side, distance: trailing, level: null }, prices);
}

function gainAt(trade: OpenTrade, facts: { takeProfit: Price; terms: Terms; fee: Money }): Money {
  const gain = realizedPnl({ ...trade, closePrice: facts.takeProfit });
  const closingFee = tradeFee({ ...trade, price: facts.takeProfit, feeRate: facts.terms.feeRate });
  return subMoney(subMoney(gain, facts.fee), closingFee);
}
