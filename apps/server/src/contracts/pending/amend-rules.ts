import { type Price, type Result, type TickId, formatDecimal, ok } from '@candor/kernel';
import { type Instrument, type Quote, hasPrice } from '@candor/pricing';
import type { AmendContractBody, Failure } from '@candor/protocol';
import {
  type AnyOrder,
  type Change,
  type Contract,
  type PendingOrder,
  isContract,
} from '../order/contract.ts';
import type { ConversionRate } from '../order/market-view.ts';
import { KIND_OF, decidePrice, ownPrice } from '../order/waiting-prices.ts';
import { refuse } from '../order/refusal.ts';
import { decideStops } from '../order/stop-terms.ts';

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

function amendContract(
  contract: Contract,
  body: AmendContractBody,
  facts: AmendFacts,
): Result<Amended<Contract>, Failure> {
  if (body.price !== undefined) return refuse('unreadable', 'price');
  if (body.stopPrice !== undefined) return refuse('unreadable', 'stopPrice');
  const { instrument, quote, link: conversionRate, closeOutPrice } = facts;
  const { side, lots, contractSize, open } = contract;
  const basis = { instrument, side, quote, openPrice: open.price, lots, contractSize };
  const stops = decideStops(
    body,
    { ...basis, link: conversionRate.rate, closeOutPrice },
    { now: contract, isBasisNew: false },
  );
  if (!stops.ok) return stops;
  const { stopLoss, takeProfit, trailingDistance } = stops.value;
  return ok(amended(contract, { stopLoss, takeProfit, trailingDistance }, quote.tickId));
}

function amendPending(
  order: PendingOrder,
  body: AmendContractBody,
  facts: AmendFacts,
): Result<Amended<PendingOrder>, Failure> {
  const { instrument, quote, link: conversionRate } = facts;
  const { side, orderType, lots, contractSize } = order;
  const prices = { askedPrice: order.askedPrice, stopPrice: order.stopPrice };
  for (const [field, key] of [
    ['stopPrice', 'stopPrice'],
    ['price', 'askedPrice'],
  ] as const) {
    const text = body[field];
    if (text === undefined) continue;
    if (!hasPrice(orderType, KIND_OF[field])) return refuse('unreadable', field);
    const price = decidePrice(text, { field, orderType }, { instrument, side, quote });
    if (!price.ok) return price;
    prices[key] = price.value;
  }
  const own = ownPrice({ orderType, limit: prices.askedPrice, stop: prices.stopPrice });
  const stops = decideStops(
    body,
    {
      instrument,
      side,
      quote: { bid: own, ask: own },
      openPrice: own,
      lots,
      contractSize,
      link: conversionRate.rate,
      closeOutPrice: null,
    },
    { now: order, isBasisNew: true },
  );
  if (!stops.ok) return stops;
  const { stopLoss, takeProfit, trailingDistance } = stops.value;
  // A stop that is moved has to be touched anew.
  const armedBy = body.stopPrice === undefined ? order.armedBy : null;
  const terms = { ...prices, stopLoss, takeProfit, trailingDistance, armedBy };
  return ok(amended(order, terms, quote.tickId));
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
  return isContract(order) ? amendContract(order, body, facts) : amendPending(order, body, facts);
}
