import {
  type Money,
  type Price,
  type Quantity,
  type Result,
  type TickId,
  type UnixMs,
  abs,
  formatDecimal,
  formatMoney,
  mul,
  ok,
  parseDecimal,
  sub,
} from '@candor/kernel';
import {
  type Instrument,
  type OpeningCost,
  type Quote,
  type Side,
  type MarginState,
  closeOutAfterOpening,
  freeMargin,
  isAffordable,
  isFresh,
  leverageMaxFor,
  lotsProblem,
  openingCost,
  openingPrice,
  marginStateAfterOpening,
} from '@candor/pricing';
import type { Failure, OpenContractBody, QuoteOrderBody } from '@candor/protocol';
import type { Contract, Fill, PendingOrder } from '../order/contract.ts';
import type { ConversionRate } from '../order/market-view.ts';
import { type PendingPrices, decidePrices, ownPrice } from '../order/waiting-prices.ts';
import { LIMITS } from '../order/limits.ts';
import { decideJudged, refuse, tooMany } from '../order/refusal.ts';
import { type StopTerms, decideStops } from '../order/stop-terms.ts';
import {
  type AccountFacts,
  type RealOpeningFacts,
  type TradableFacts,
  decideRealOpening,
  decideTradable,
} from '../order/tradable.ts';
import { decideCaps } from './caps.ts';

/** Everything a decision about an opening depends on. */
export type OpenFacts = TradableFacts &
  AccountFacts & {
    readonly body: Omit<OpenContractBody, 'requestId'> | QuoteOrderBody;
    readonly instrument: Instrument | null;
    /** Running contracts of the same instrument and feed: what a stop loss is measured with. */
    readonly exposures: readonly Pick<Contract, 'side' | 'lots' | 'contractSize'>[];
    /** The frozen quote it is to fill at; undefined: at the market. null: it is over. */
    readonly frozen?: Quote | null | undefined;
    /** What is open and waits of an instrument that has a cap; absent where that is not asked. */
    readonly taken?: { readonly account: Quantity; readonly total: Quantity };
    /** How many legs are filled at the frozen quote: two when it closes a contract as well. */
    readonly legs?: 1 | 2;
  };

/** What an accepted opening does. */
export type OpenDecision = StopTerms & {
  readonly side: Side;
  readonly lots: Quantity;
  readonly instrument: Instrument;
  readonly fill: Fill;
  readonly margin: Money;
  readonly fee: Money;
  /** The price that was quoted or seen; null when none was said. */
  readonly askedPrice: Price | null;
  /** The newest tick: stops count for later ones, also when it fills at an older, frozen one. */
  readonly since: TickId;
  /** As the account stands before it and after it. */
  readonly before: MarginState;
  readonly after: MarginState;
};

/** What an accepted order that waits says. */
export type PlaceDecision = StopTerms & {
  readonly side: Side;
  readonly lots: Quantity;
  readonly instrument: Instrument;
  readonly prices: PendingPrices;
  readonly quote: Quote;
  readonly link: ConversionRate;
};

/**
 * The lots asked for, on the instrument's step and within its limits.
 *
 * @failure quantity-refused — zero, off-step, too small or too large
 */
function decideLots(text: string, instrument: Instrument): Result<Quantity, Failure> {
  const lots = parseDecimal(text) as Quantity | null;
  if (lots !== null && lotsProblem(lots, instrument) === null) return ok(lots);
  return refuse('quantity-refused', 'lots', {
    step: formatDecimal(instrument.lotStep),
    min: formatDecimal(instrument.lotsMin),
    max: formatDecimal(instrument.lotsMax),
  });
}

type Sized = {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly lots: Quantity;
  readonly quote: Quote;
  readonly link: ConversionRate;
};

/** What every order needs, filled at once or waiting: size, leverage and a market to trade in. */
function decideSize(facts: OpenFacts): Result<Sized, Failure> {
  const { body, instrument } = facts;
  if (instrument === null) return refuse('not-found', 'code');
  const lots = decideLots(body.lots, instrument);
  if (!lots.ok) return lots;
  const leverageMax = leverageMaxFor(facts.mode, instrument);
  if (body.leverage > leverageMax) {
    return refuse('leverage-refused', 'leverage', { max: String(leverageMax) });
  }
  const capped = decideCaps(facts.taken, { instrument, lots: lots.value });
  if (!capped.ok) return capped;
  const tradable = decideTradable(facts, 'open');
  if (!tradable.ok) return tradable;
  const side: Side = body.direction === 'buy' ? 'long' : 'short';
  return ok({ instrument, side, lots: lots.value, ...tradable.value });
}

type Filled = { readonly quote: Quote; readonly askedPrice: Price | null };

/** The quote a market order fills at: the frozen one while it holds, else the market's. */
function decideQuote(facts: OpenFacts, sized: Sized): Result<Filled, Failure> {
  const { body, frozen, now } = facts;
  const { instrument, side, quote } = sized;
  if (body.stopPrice !== undefined) return refuse('unreadable', 'stopPrice');
  if (frozen === null) return refuse('quote-expired', undefined, { why: 'expired' });
  if (frozen !== undefined) {
    // The promise of a price ends with the age past which nothing fills on it.
    const isAlive = isFresh(frozen, { now, freshForMs: instrument.freshForMs });
    if (!isAlive) return refuse('quote-expired', undefined, { why: 'expired' });
    if (isLeftBehind(sized, { frozen, legs: facts.legs ?? 1 })) {
      return refuse('quote-expired', undefined, { why: 'moved', ...marketFacts(quote) });
    }
    return ok({ quote: frozen, askedPrice: openingPrice(side, frozen) });
  }
  if (body.price === undefined) return ok({ quote, askedPrice: null });
  const seen = parseDecimal(body.price) as Price;
  const fill = openingPrice(side, quote);
  // A price that far off was not this market's: a slip of the hand, or a page that stood still.
  if (abs(sub(seen, fill)) <= mul(abs(fill), instrument.bandRate, 'down')) {
    return ok({ quote, askedPrice: seen });
  }
  return refuse('quote-expired', 'price', {
    why: 'moved',
    ...marketFacts(quote),
  });
}

const marketFacts = ({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): { bid: string; ask: string } => ({
  bid: formatDecimal(bid),
  ask: formatDecimal(ask),
});

/**
 * Whether the market is farther from a frozen price than the fees of opening and closing together:
 * beyond that a held price would be a gain for a user who lets only the losing ones lapse. Both
 * ways alike, so it never serves the house alone. A reversal gains the distance twice, where it
 * closes and where it opens, and adds the same two fees: each leg reaches half as far.
 *
 * @rounding of the reach: down
 */
function isLeftBehind(
  { instrument, side, quote }: Sized,
  { frozen, legs }: { frozen: Quote; legs: 1 | 2 },
): boolean {
  const held = openingPrice(side, frozen);
  const fee = mul(abs(held), instrument.feeRate, 'down');
  return abs(sub(openingPrice(side, quote), held)) * BigInt(legs) > fee * 2n;
}

function tooShort(cost: OpeningCost, before: MarginState): { ok: false; failure: Failure } {
  return refuse('free-margin-short', 'lots', {
    need: formatMoney(cost.need),
    have: formatMoney(freeMargin(before)),
  });
}

/** What a fill stands on. */
function fillOf(quote: Quote, at: { price: Price; link: ConversionRate; now: UnixMs }): Fill {
  const { price, link: conversionRate, now } = at;
  return {
    price,
    tickId: quote.tickId,
    link: conversionRate.rate,
    linkTickId: conversionRate.tickId,
    at: now,
  };
}

/**
 * Decides a market order: refused with the seed's code at the field it belongs to, or filled at
 * the ask (buy) or bid (sell) of the quote.
 *
 * @units    margin, fee: USDT units, rounded up; opening loss: toward zero
 * @failure  not-found · quantity-refused · leverage-refused · not-tradable-now · quote-expired ·
 *           stop-loss-unreasonable · take-profit-unreasonable · stops-unreasonable ·
 *           free-margin-short · limit-reached
 * @source   PRODUCT 4; LEDGER 4: margin + fee + opening loss ≤ free margin
 */
export function decideOpen(facts: OpenFacts): Result<OpenDecision, Failure> {
  const { body } = facts;
  const sized = decideSize(facts);
  if (!sized.ok) return sized;
  if (facts.counts.open >= LIMITS.open) return tooMany('open');
  const filled = decideQuote(facts, sized.value);
  if (!filled.ok) return filled;
  const { instrument, side, lots, link: conversionRate, quote: market } = sized.value;
  const { quote, askedPrice } = filled.value;
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const before = judged.value;
  const { contractSize, feeRate } = instrument;
  const { leverage } = body;
  const order = { side, lots, contractSize, link: conversionRate.rate, leverage, feeRate };
  const cost = openingCost(order, quote, market);
  const after = marginStateAfterOpening(before, cost);
  const { openPrice, margin, fee } = cost;
  const isPaid = isAffordable(cost, before);
  // Without the margin there is no close-out price a stop loss could be measured against.
  const isMeasured = isPaid && body.stopLoss !== undefined;
  const { exposures } = facts;
  const stops = decideStops(body, {
    instrument,
    side,
    quote: market,
    openPrice,
    lots,
    contractSize,
    link: conversionRate.rate,
    closeOutPrice: isMeasured ? closeOutAfterOpening({ order, after, market, exposures }) : null,
  });
  if (!stops.ok) return stops;
  if (!isPaid) return tooShort(cost, before);
  return ok({
    side,
    lots,
    instrument,
    fill: fillOf(quote, { price: openPrice, link: conversionRate, now: facts.now }),
    margin,
    fee,
    askedPrice,
    since: market.tickId,
    before,
    after,
    ...stops.value,
  });
}

/**
 * Decides an order that waits for its price. It holds nothing, so of the account is asked only
 * whether it can be judged: margin and fee are checked when a tick sets it off.
 *
 * @failure  not-found · quantity-refused · leverage-refused · not-tradable-now · incomplete ·
 *           unreadable · quote-expired · stop-loss-unreasonable · take-profit-unreasonable ·
 *           stops-unreasonable · limit-reached
 * @source   PRODUCT 4; LEDGER 2, row "pending order"
 */
export function decidePlace(facts: OpenFacts): Result<PlaceDecision, Failure> {
  const { body } = facts;
  const sized = decideSize(facts);
  if (!sized.ok) return sized;
  if (facts.counts.waiting >= LIMITS.waiting) return tooMany('waiting');
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const { instrument, side, lots, quote, link: conversionRate } = sized.value;
  const prices = decidePrices(body, { instrument, side, quote });
  if (!prices.ok) return prices;
  const own = ownPrice(prices.value);
  const stops = decideStops(body, {
    instrument,
    side,
    quote: { bid: own, ask: own },
    openPrice: own,
    lots,
    contractSize: instrument.contractSize,
    link: conversionRate.rate,
    closeOutPrice: null,
  });
  if (!stops.ok) return stops;
  return ok({
    side,
    lots,
    instrument,
    prices: prices.value,
    quote,
    link: conversionRate,
    ...stops.value,
  });
}

/** What a tick that sets an order off gives. */
export type FillDecision = Pick<OpenDecision, 'fill' | 'margin' | 'fee' | 'before' | 'after'>;

/**
 * Decides an order a tick set off: filled at that tick's ask (buy) or bid (sell), or without the
 * margin for it.
 *
 * @units   margin: USDT units, up · fee: at the rate of the order's acceptance, up
 * @failure free-margin-short · limit-reached — the order ends as rejected, nothing is charged
 * @failure not-tradable-now — why: operatorUnnamed, houseFloor; it ends as rejected as well
 * @failure not-tradable-now — why: unjudgeable; the order goes on waiting
 * @source  LEDGER 2, row "pending order"
 */
export function decideFill(
  order: PendingOrder,
  facts: AccountFacts &
    RealOpeningFacts & {
      readonly quote: Quote;
      /** What the market says now; a fill is at its own tick, the account is valued now. */
      readonly market: Pick<Quote, 'bid' | 'ask'>;
      readonly link: ConversionRate;
      readonly now: UnixMs;
    },
): Result<FillDecision, Failure> {
  const taken = decideRealOpening(facts);
  if (!taken.ok) return taken;
  const { quote, link: conversionRate } = facts;
  const { side, lots, contractSize, leverage, feeRate } = order;
  if (facts.counts.open >= LIMITS.open) return tooMany('open');
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const before = judged.value;
  const cost = openingCost(
    { side, lots, contractSize, leverage, feeRate, link: conversionRate.rate },
    quote,
    facts.market,
  );
  if (!isAffordable(cost, before)) return tooShort(cost, before);
  const { openPrice, margin, fee } = cost;
  const fill = fillOf(quote, { price: openPrice, link: conversionRate, now: facts.now });
  return ok({ fill, margin, fee, before, after: marginStateAfterOpening(before, cost) });
}
