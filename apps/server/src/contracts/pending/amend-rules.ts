import { type Price, type Result, type TickId, formatDecimal, ok } from '@candor/kernel';
import { type Instrument, type Quote, hasPrice, judgeAmendment } from '@candor/pricing';
import type { AmendContractBody, Failure } from '@candor/protocol';
import { type AnyOrder, type Change, isContract } from '../order/contract.ts';
import type { ConversionRate } from '../order/market-view.ts';
import { KIND_OF, ownPrice, refusedPrice } from '../order/waiting-prices.ts';
import { refuse } from '../order/refusal.ts';
import { refusedStops } from '../order/stop-terms.ts';

/** What decides an amendment. */
export type AmendFacts = {
  readonly instrument: Instrument;
  /** The newest quote of the order's own feed, fresh or not. */
  readonly quote: Quote;
  readonly link: ConversionRate;
  /** Of a running contract. */
  readonly closeOutPrice: Price | null;
  /** Whether its terms may still be changed, or what a stored tick has reached of them. */
  readonly changeable: Result<null, Failure>;
};

/** What an accepted amendment makes of an order. */
export type Amended<Order extends AnyOrder> = {
  readonly order: Order;
  readonly changes: readonly Change[];
};

const FIELDS = [
  ['stopLoss', 'stopLoss'],
  ['takeProfit', 'takeProfit'],
  ['trailingDistance', 'trailingDistance'],
  ['price', 'askedPrice'],
  ['stopPrice', 'stopPrice'],
] as const;

const textOf = (price: Price | null): string | null =>
  price === null ? null : formatDecimal(price);

/** What differs between an order before and after. */
function changesOf(before: AnyOrder, after: AnyOrder): Change[] {
  return FIELDS.flatMap(([field, key]) =>
    before[key] === after[key]
      ? []
      : [{ field, from: textOf(before[key]), to: textOf(after[key]) }],
  );
}

/**
 * The order with its new terms; they count for ticks after the newest one there is. What the old
 * terms reached up to it was refused before.
 */
function amended<Order extends AnyOrder>(
  before: Order,
  terms: Partial<Order>,
  newest: TickId,
): Amended<Order> {
  const after = { ...before, ...terms };
  const changes = changesOf(before, after);
  return { order: changes.length === 0 ? before : { ...after, since: newest }, changes };
}

/** A price that is named of an order that has none of its kind. */
function strayPrice(order: AnyOrder, body: AmendContractBody): 'price' | 'stopPrice' | undefined {
  return (['stopPrice', 'price'] as const).find(
    (field) =>
      body[field] !== undefined &&
      (isContract(order) || !hasPrice(order.orderType, KIND_OF[field])),
  );
}

const CHANGEABLE = ['stopLoss', 'takeProfit', 'trailingDistance', 'price', 'stopPrice'] as const;

const isEmpty = (body: AmendContractBody): boolean =>
  CHANGEABLE.every((field) => body[field] === undefined);

/**
 * Decides a change of stops or of the prices of an order that waits. The old terms act on every
 * tick stored before it, the new ones on those that come after it.
 *
 * @failure not-found — no such order of this user and mode
 * @failure already-closed — it ended, or a tick has reached what is due now, with `reachedAt`
 * @failure incomplete — nothing to change was named
 * @failure unreadable — a price of an order that waits, of one that is filled
 * @failure not-tradable-now — its prices are not running, or are not judged up to now
 * @failure stop-loss-unreasonable · take-profit-unreasonable · stops-unreasonable · quote-expired
 */
export function decideAmend(
  order: AnyOrder | null,
  body: AmendContractBody,
  facts: AmendFacts | null,
): Result<Amended<AnyOrder>, Failure> {
  if (order === null) return refuse('not-found', undefined);
  if (order.status === 'closed') return refuse('already-closed', undefined);
  if (isEmpty(body)) return refuse('incomplete', undefined);
  if (facts === null) return refuse('not-tradable-now', undefined, { why: 'noSource' });
  if (!facts.changeable.ok) return facts.changeable;
  const stray = strayPrice(order, body);
  if (stray !== undefined) return refuse('unreadable', stray);
  const { instrument, quote, link, closeOutPrice } = facts;
  const { terms, problems } = judgeAmendment(
    { ...order, openPrice: order.open?.price ?? null },
    body,
    { market: quote, tickSize: instrument.tickSize, link: link.rate, closeOutPrice },
  );
  const { price, stopPrice } = problems;
  const basis = { instrument, side: order.side, quote };
  if (stopPrice !== undefined) return refusedPrice('stopPrice', stopPrice, basis);
  if (price !== undefined) return refusedPrice('price', price, basis);
  const own = isContract(order)
    ? null
    : ownPrice({ ...order, limit: terms.askedPrice, stop: terms.stopPrice });
  const measured = own === null ? quote : { bid: own, ask: own };
  const refused = refusedStops(problems, { instrument, quote: measured, closeOutPrice });
  if (refused !== null) return refused;
  if (isContract(order)) return ok(amended(order, terms, quote.tickId));
  // A stop that is moved has to be touched anew.
  const armedBy = body.stopPrice === undefined ? order.armedBy : null;
  return ok(amended(order, { ...terms, armedBy }, quote.tickId));
}
