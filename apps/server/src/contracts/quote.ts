import {
  type Clock,
  type Mode,
  type Money,
  type Price,
  type QuoteId,
  type Result,
  type UnixMs,
  type UserId,
  formatDecimal,
  formatMoney,
  newUuid,
  ok,
} from '@candor/kernel';
import {
  type Quote,
  type Standing,
  breakEven,
  costToHold,
  freeMargin,
  mostYouCanLose,
  notionalUsdt,
  spread,
  tradingEquity,
  trailingLevel,
} from '@candor/pricing';
import { type Failure, type OrderQuote, type QuoteOrderBody, contracts } from '@candor/protocol';
import { tradableFacts } from './facts.ts';
import { expectedPrice } from './pending-rules.ts';
import type { BookValue, ContractQueries } from './queries.ts';
import type { FrozenQuotes } from './quotes.ts';
import { decideJudged, refuse } from './refusal.ts';
import { standingAfterClosing } from './reversal.ts';
import {
  type OpenDecision,
  type OpenFacts,
  type PlaceDecision,
  chargeOf,
  closingOf,
  decideOpen,
  decidePlace,
} from './rules.ts';
import type { ContractDeps } from './work.ts';

/** What an order would be, before anybody sent it. */
type Preview = Pick<
  OpenDecision,
  'side' | 'lots' | 'instrument' | 'margin' | 'fee' | 'before' | 'after' | 'stopLoss' | 'takeProfit'
> & {
  readonly trailingDistance: Price | null;
  readonly price: Price;
  readonly link: Price;
  readonly quote: Quote;
  /** Bid and ask it would open at, where a trailing stop starts from. */
  readonly opensAt: Pick<Quote, 'bid' | 'ask'>;
  readonly closeOutPrice: Price | null;
};

/** A market order at the quote it is going to be frozen at. */
function previewOpen(facts: OpenFacts): Result<Preview, Failure> {
  const decided = decideOpen(facts);
  if (!decided.ok || facts.quote === null) return decided as Result<Preview, Failure>;
  const { fill, ...rest } = decided.value;
  const { quote } = facts;
  return ok({ ...rest, price: fill.price, link: fill.link, quote, opensAt: quote });
}

/** An order that waits, as if it were filled at its own price. */
function previewPlace(facts: OpenFacts): Result<Preview, Failure> {
  const decided = decidePlace(facts);
  if (!decided.ok) return decided;
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const before = judged.value;
  const { side, lots, instrument, prices, quote, link } = decided.value satisfies PlaceDecision;
  const price = expectedPrice(prices);
  const at = { bid: price, ask: price };
  const charge = chargeOf(
    { standing: before, exposures: facts.exposures },
    {
      side,
      lots,
      link,
      contractSize: instrument.contractSize,
      leverage: facts.body.leverage,
      feeRate: instrument.feeRate,
      fillAt: at,
      market: at,
    },
  );
  const { margin, fee, after, closeOut } = charge;
  const stops = decided.value;
  const { stopLoss, takeProfit, trailingDistance } = stops;
  return ok({
    side,
    lots,
    instrument,
    margin,
    fee,
    before,
    after,
    stopLoss,
    takeProfit,
    trailingDistance,
    price,
    link: link.rate,
    quote,
    opensAt: at,
    closeOutPrice: closeOut,
  });
}

/** The stop a contract would have the moment it opens: its own, or where a trailing one starts. */
function firstStop({ side, stopLoss, trailingDistance, opensAt }: Preview): Price | null {
  if (stopLoss !== null || trailingDistance === null) return stopLoss;
  return trailingLevel({ side, distance: trailingDistance, level: null }, opensAt);
}

function maxLossOf(
  preview: Preview,
  equity: Money | null,
): Pick<OrderQuote, 'maxLoss' | 'maxLossBy'> {
  const { side, lots, instrument, link, price } = preview;
  const { contractSize, feeRate } = instrument;
  const most = mostYouCanLose({
    trade: { side, lots, contractSize, link, openPrice: price },
    feeRate,
    stopLoss: firstStop(preview),
    equity,
  });
  return most === null
    ? { maxLoss: null, maxLossBy: null }
    : { maxLoss: formatMoney(most.amount), maxLossBy: most.by };
}

function figuresOf(preview: Preview, equity: Money): Omit<OrderQuote, 'quoteId' | 'expiresAt'> {
  const { side, lots, instrument, quote, price, link, margin, fee, after } = preview;
  const { contractSize, feeRate, tickSize, financingRate: rateDaily } = instrument;
  const trade = { lots, contractSize, price, link };
  const hold = (days: number): string => formatMoney(costToHold({ ...trade, rateDaily }, days));
  const even = breakEven({ side, openPrice: price, feeRate, tickSize });
  const { closeOutPrice, stopLoss, takeProfit } = preview;
  return {
    tickId: quote.tickId,
    bid: formatDecimal(quote.bid),
    ask: formatDecimal(quote.ask),
    spread: formatDecimal(spread(quote)),
    source: quote.source,
    receivedAt: quote.receivedAt,
    price: formatDecimal(price),
    notional: formatMoney(notionalUsdt(trade)),
    margin: formatMoney(margin),
    fee: formatMoney(fee),
    closeOutPrice: closeOutPrice === null ? null : formatDecimal(closeOutPrice),
    ...maxLossOf(preview, equity),
    breakEven: even === null ? null : formatDecimal(even),
    hold: { d1: hold(1), d7: hold(7), d30: hold(30) },
    freeMarginAfter: formatMoney(freeMargin(after)),
    ...(stopLoss === null ? {} : { stopLoss: formatDecimal(stopLoss) }),
    ...(takeProfit === null ? {} : { takeProfit: formatDecimal(takeProfit) }),
  };
}

/** The facts of an order that reverses a contract: those after that contract is closed. */
function afterReversal(
  deps: ContractDeps,
  facts: OpenFacts,
  asked: { body: QuoteOrderBody; book: BookValue },
): Result<OpenFacts, Failure> {
  const { body, book } = asked;
  if (body.reverseOf === undefined) return ok(facts);
  const contract = book.running.find(({ id }) => id === body.reverseOf);
  if (contract?.code !== body.code) return refuse('not-found', 'reverseOf');
  const { quote, link, now } = facts;
  // Without a price the order is refused for that.
  if (quote === null || link === null) return ok(facts);
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const closing = closingOf(contract, { quote, link, reason: 'user', now });
  const { floatingPnl } = judged.value;
  const isLast = book.running.length === 1;
  const held = { holdings: book.holdings.USDT, floatingPnl, isLast };
  const standing: Standing = standingAfterClosing(held, { contract, closing }, deps.market);
  return ok({
    ...facts,
    margin: { isJudged: true, standing },
    exposures: facts.exposures.filter((one) => one !== contract),
    counts: { ...facts.counts, open: facts.counts.open - 1 },
  });
}

/** Answers what an order would do, and keeps the price of a market order for a few seconds. */
export function createQuoter(
  deps: ContractDeps & { readonly clock: Clock; readonly quotes: FrozenQuotes },
  queries: Pick<ContractQueries, 'bookValue'>,
): (asked: {
  userId: UserId;
  mode: Mode;
  body: QuoteOrderBody;
}) => Promise<Result<OrderQuote, Failure>> {
  return async ({ userId, mode, body }) => {
    const { market } = deps;
    const book = await queries.bookValue({ userId, mode });
    const { margin, running } = book;
    const now = deps.clock.now();
    const feed = market.feed().key;
    const facts: OpenFacts = {
      ...tradableFacts({ deps, now }, { code: body.code, mode }),
      body,
      instrument: market.instrument(body.code),
      margin,
      exposures: running.filter((one) => one.code === body.code && one.feed === feed),
      // What waits is counted when the order is placed; a preview promises no place.
      counts: { open: running.length, waiting: 0 },
    };
    const reversed = afterReversal(deps, facts, { body, book });
    if (!reversed.ok) return reversed;
    const isMarket = body.orderType === 'market';
    const preview = isMarket ? previewOpen(reversed.value) : previewPlace(reversed.value);
    if (!preview.ok) return preview;
    const { side, lots, instrument, quote } = preview.value;
    const id = newUuid(now) as QuoteId;
    // A promise that outlived its tick's freshness could not be kept.
    const freshUntil = quote.receivedAt + instrument.freshForMs;
    const expiresAt = Math.min(now + contracts.QUOTE_LIFE_MS, freshUntil) as UnixMs;
    if (isMarket) {
      const { code } = instrument;
      const { leverage } = body;
      const holder = { userId, mode, code, side, lots, leverage };
      deps.quotes.keep({ ...holder, id, quote, expiresAt }, now);
    }
    const figures = figuresOf(preview.value, tradingEquity(preview.value.before));
    return ok({ quoteId: id, expiresAt, ...figures });
  };
}
