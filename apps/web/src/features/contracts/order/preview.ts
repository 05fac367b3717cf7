import {
  type Money,
  type Price,
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
  type BidAsk,
  type Exposure,
  type Instrument,
  type OrderFigures,
  type QuotedOrder,
  type MarginState,
  type Side,
  quoteOrder,
} from '@candor/pricing';
import type { MarketInfo, Order, UserInfo } from '@candor/protocol/light';

/** Bid and ask as exact prices. */
export type Prices = BidAsk;

/** An instrument's terms as exact numbers. */
export type Terms = Pick<
  Instrument,
  | 'contractSize'
  | 'tickSize'
  | 'lotStep'
  | 'lotsMin'
  | 'lotsMax'
  | 'feeRate'
  | 'financingRate'
  | 'leverageMax'
> & {
  /** USDT per unit of the quote currency; null while no fresh pair links it. */
  readonly link: Price | null;
};

/** What a ticket would do, before it is sent. */
export type OrderDraft = QuotedOrder & {
  /** A stop is typed that is no price it could stand at: what it saves is not known. */
  readonly isStopUnclear: boolean;
};

/** Everything the ticket says before it is sent, by the function the server answers a quote with. */
export type Preview = OrderFigures & {
  /** Whether a stop is typed, one that can work or not. */
  readonly hasStop: boolean;
};

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

/** The side an order is on. */
export function sideOf({ direction }: Pick<Order, 'direction'>): Side {
  return direction === 'buy' ? 'long' : 'short';
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
export function marginStateOf(
  user: Pick<UserInfo, 'amount' | 'bondAmount' | 'floatingPnL' | 'tradingEquity'>,
): MarginState | null {
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
  facts: { code: string; contractSize: Instrument['contractSize'] },
): Exposure[] {
  return orders
    .filter(({ code, status, paused }) => code === facts.code && status === 'running' && !paused)
    .map((order) => ({
      side: sideOf(order),
      // Of a contract closed in part only the rest pulls on the price.
      lots: quantity(order.openLots ?? order.lots),
      contractSize: facts.contractSize,
    }));
}

/**
 * Everything the ticket says before it is sent: `quoteOrder`, but that nothing is said of a loss
 * while a stop is typed that cannot be read.
 *
 * @units  money: USDT units · prices: quote currency per base unit
 */
export function previewOrder(facts: {
  readonly terms: Terms & { readonly link: Price };
  readonly prices: Prices;
  readonly draft: OrderDraft;
  /** Null while nobody is signed in, and while the account cannot be judged. */
  readonly marginState: MarginState | null;
  readonly exposures: readonly Exposure[];
}): Preview {
  const { terms, prices: market, draft: order, marginState, exposures } = facts;
  const figures = quoteOrder({ terms, market, order, marginState, exposures });
  if (!order.isStopUnclear) return { ...figures, hasStop: figures.firstStop !== null };
  return { ...figures, hasStop: true, lossAtStop: null, mostYouCanLose: null };
}
