import { type Quantity, type Result, ensure, formatDecimal, formatMoney, ok } from '@candor/kernel';
import {
  type Instrument,
  type OrderFigures,
  type Quote,
  type Side,
  quoteOrder,
  spread,
} from '@candor/pricing';
import type { Failure, OrderQuote } from '@candor/protocol';
import { ownPrice } from '../order/waiting-prices.ts';
import { decideJudged } from '../order/refusal.ts';
import { type OpenFacts, decideOpen, decidePlace } from '../opening/rules.ts';
import type { StopTerms } from '../order/stop-terms.ts';

/** An order that would be taken, and what is said of it. */
export type QuotedDecision = {
  readonly side: Side;
  readonly lots: Quantity;
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly figures: Omit<OrderQuote, 'quoteId' | 'expiresAt'>;
};

/** The figures of an order as the wire says them. */
function textsOf(
  figures: OrderFigures,
  order: { readonly quote: Quote; readonly stops: StopTerms },
): QuotedDecision['figures'] {
  const { quote, stops } = order;
  const { closeOutPrice, mostYouCanLose: most, breakEven, hold, freeMarginAfter } = figures;
  const { stopLoss, takeProfit } = stops;
  return {
    tickId: quote.tickId,
    bid: formatDecimal(quote.bid),
    ask: formatDecimal(quote.ask),
    spread: formatDecimal(spread(quote)),
    source: quote.source,
    receivedAt: quote.receivedAt,
    price: formatDecimal(figures.openPrice),
    notional: formatMoney(figures.notional),
    margin: formatMoney(figures.margin),
    fee: formatMoney(figures.fee),
    closeOutPrice: closeOutPrice === null ? null : formatDecimal(closeOutPrice),
    maxLoss: most === null ? null : formatMoney(most.amount),
    maxLossBy: most === null ? null : most.by,
    breakEven: breakEven === null ? null : formatDecimal(breakEven),
    hold: { d1: formatMoney(hold.d1), d7: formatMoney(hold.d7), d30: formatMoney(hold.d30) },
    freeMarginAfter: formatMoney(ensure(freeMarginAfter, 'a quote is for an account')),
    ...(stopLoss === null ? {} : { stopLoss: formatDecimal(stopLoss) }),
    ...(takeProfit === null ? {} : { takeProfit: formatDecimal(takeProfit) }),
  };
}

/**
 * Decides what is answered about an order before it is sent: refused as the order would be, else
 * its figures. One that waits is weighed as if it were filled at its own price.
 *
 * @failure as `decideOpen` and `decidePlace`
 * @source  PRODUCT 4 "The ticket shows before sending"
 */
export function decideQuoted(facts: OpenFacts): Result<QuotedDecision, Failure> {
  const decided = facts.body.orderType === 'market' ? decideOpen(facts) : decidePlace(facts);
  if (!decided.ok) return decided;
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const { value } = decided;
  const { side, lots, instrument } = value;
  const quote = ensure(facts.quote, 'what may be traded has a price');
  const conversionRate = ensure(facts.link, 'what may be traded has a conversion rate');
  const figures = quoteOrder({
    terms: { ...instrument, link: conversionRate.rate },
    market: quote,
    order: {
      ...value,
      leverage: facts.body.leverage,
      waitsFor: 'prices' in value ? ownPrice(value.prices) : null,
    },
    marginState: judged.value,
    exposures: facts.exposures,
  });
  return ok({ side, lots, instrument, quote, figures: textsOf(figures, { quote, stops: value }) });
}
