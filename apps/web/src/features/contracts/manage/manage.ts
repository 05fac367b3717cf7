import {
  DECIMAL_ZERO,
  type Decimal,
  type Price,
  type Quantity,
  add,
  formatDecimal,
  formatMoney,
  parseDecimal,
  price,
  quantity,
  sub,
} from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { type ClosingCost, closingCost, expectedPrice } from '@candor/pricing';
import type { AmendContractBody, Order } from '@candor/protocol/light';
import { type Terms, sideOf } from '../order/preview.ts';
import { type StopBasis, type StopTyped, priceOfStop } from '../order/stops.ts';

/** Lots of an order that are still open. */
export function openLots(order: Pick<Order, 'lots' | 'openLots'>): Quantity {
  return quantity(order.openLots ?? order.lots);
}

/** Where an order opened; while it waits, the price it waits for. */
export function openPriceOf(order: Pick<Order, 'openPrice' | 'price'>): Price {
  return price(order.openPrice ?? order.price);
}

/** The price an order would wait for with what is typed; null while that is none. */
function waitsFor(
  { orderType }: Pick<Order, 'orderType'>,
  typed: Pick<AmendTyped, 'price' | 'stopPrice'>,
): Price | null {
  const read = (text: string | null): Price | null => parseDecimal(text ?? '') as Price | null;
  return expectedPrice({ orderType, limit: read(typed.price), stop: read(typed.stopPrice) });
}

/**
 * What closing some lots at the mark would bring, by the function the server closes with; null
 * without a mark or a conversion rate.
 *
 * @rounding as `closingCost`
 */
export function closeEstimate(
  order: Pick<Order, 'direction' | 'openPrice' | 'price' | 'markPrice'>,
  lots: Quantity,
  terms: Pick<Terms, 'contractSize' | 'feeRate' | 'link'>,
): ClosingCost | null {
  const { contractSize, feeRate, link } = terms;
  if (order.markPrice === undefined || link === null) return null;
  const side = sideOf(order);
  const openPrice = openPriceOf(order);
  const trade = { side, lots, contractSize, link, openPrice, feeRate } as const;
  return closingCost(trade, price(order.markPrice));
}

/**
 * What an order's stops are measured from: where it opened, or the price it is to wait for as it is
 * typed; null while that is none, and without a conversion rate.
 */
export function basisOfOrder(
  order: Order,
  terms: Terms,
  typed: Pick<AmendTyped, 'price' | 'stopPrice'>,
): StopBasis | null {
  const openPrice = order.status === 'pending' ? waitsFor(order, typed) : openPriceOf(order);
  if (terms.link === null || openPrice === null) return null;
  return {
    side: sideOf(order),
    lots: openLots(order),
    contractSize: terms.contractSize,
    link: terms.link,
    tickSize: terms.tickSize,
    openPrice,
  };
}

/** Stops and prices of an order as they are typed anew. */
export type AmendTyped = {
  readonly stopLoss: StopTyped;
  readonly takeProfit: StopTyped;
  readonly trailing: string | null;
  /** Of an order that waits. */
  readonly price: string | null;
  readonly stopPrice: string | null;
};

/** What stands in the fields before anything is changed. */
export function typedOf(order: Order): AmendTyped {
  const isWaiting = order.status === 'pending';
  return {
    stopLoss: { price: order.stopLoss ?? '', money: '' },
    takeProfit: { price: order.takeProfit ?? '', money: '' },
    trailing: order.trailingDistance ?? '',
    price: isWaiting && order.orderType !== 'stop' ? order.price : '',
    stopPrice: isWaiting ? (order.stopPrice ?? '') : '',
  };
}

/** A field of the amendment and what is wrong with it. */
export type AmendProblem = { readonly field: AmendField; readonly key: MessageKey };
export type AmendField = 'stopLoss' | 'takeProfit' | 'trailingDistance' | 'price' | 'stopPrice';

const isNothing = (text: string | null): boolean => text === null || !/[1-9]/.test(text);

function stopProblem(typed: StopTyped, enter: MessageKey): MessageKey | null {
  if (typed.money !== '' && isNothing(typed.money)) return 'message.enter-amount';
  return typed.price !== '' && isNothing(typed.price) ? enter : null;
}

/**
 * What cannot be sent: a figure that is none, or a price that is missing. What the server would
 * refuse of the rest says `amendErrors`.
 */
export function amendProblems(
  order: Order,
  typed: AmendTyped,
  basis: StopBasis | null,
): AmendProblem[] {
  const loss = stopProblem(typed.stopLoss, 'message.enter-stop-loss');
  const gain = stopProblem(typed.takeProfit, 'message.enter-take-profit');
  const before = typedOf(order);
  const found: AmendProblem[] = [];
  if (loss !== null) found.push({ field: 'stopLoss', key: loss });
  if (gain !== null) found.push({ field: 'takeProfit', key: gain });
  const { changed, inMoney } = changedStops(typed, before);
  for (const { field } of basis === null && !inMoney ? changed : []) {
    if (typed[field].money !== '') found.push({ field, key: 'market.no-price' });
  }
  if (typed.trailing !== '' && isNothing(typed.trailing)) {
    found.push({ field: 'trailingDistance', key: 'ticket.enter-price' });
  }
  for (const field of ['price', 'stopPrice'] as const) {
    if (before[field] !== '' && isNothing(typed[field])) {
      found.push({ field, key: 'ticket.enter-price' });
    }
  }
  return found;
}

/** What an amendment asks for. */
export type AmendBody = Omit<AmendContractBody, 'requestId'>;

const STOPS = [
  { field: 'stopLoss', kind: 'loss' },
  { field: 'takeProfit', kind: 'gain' },
] as const;

/** The stops that changed, and whether they go as money: when no stop goes as a price. */
function changedStops(
  typed: AmendTyped,
  before: AmendTyped,
): { readonly changed: readonly (typeof STOPS)[number][]; readonly inMoney: boolean } {
  const changed = STOPS.filter(
    ({ field }) => typed[field].money !== '' || typed[field].price !== before[field].price,
  );
  const inMoney =
    changed.some(({ field }) => typed[field].money !== '') &&
    changed.every(({ field }) => typed[field].price === '');
  return { changed, inMoney };
}

/**
 * What an amendment says: only what changed, null for what is taken away; null when nothing did.
 * Money beside a price goes as the price it comes to, and not at all where that is not known.
 */
export function amendBody(
  order: Order,
  typed: AmendTyped,
  basis: StopBasis | null,
): AmendBody | null {
  const before = typedOf(order);
  const { changed, inMoney } = changedStops(typed, before);
  const entries = changed.flatMap(({ field, kind }): [string, string | null][] => {
    const { price: text, money } = typed[field];
    if (text === '' && money === '') return [[field, null]];
    if (inMoney || text !== '') return [[field, text === '' ? money : text]];
    const at = priceOfStop(typed[field], kind, basis);
    return at === null ? [] : [[field, formatDecimal(at)]];
  });
  const single = (['price', 'stopPrice'] as const)
    .filter((field) => typed[field] !== '' && typed[field] !== before[field])
    .map((field): [string, string | null] => [field, typed[field]]);
  const trailing: [string, string | null][] =
    typed.trailing === before.trailing
      ? []
      : [['trailingDistance', typed.trailing === '' ? null : typed.trailing]];
  const all = [...entries, ...single, ...trailing];
  if (all.length === 0) return null;
  return { ...Object.fromEntries(all), ...(inMoney ? { inMoney: true } : {}) };
}

/** What closing every position would give, as decimal text; null where something is missing. */
export type CloseAllEstimate = {
  /** Result before fees. */
  readonly result: string | null;
  readonly fee: string | null;
  /** Result after the closing fees; the opening fees were paid. */
  readonly after: string | null;
};

/** The sum of some figures; null while one of them is missing. */
function sumOf(figures: readonly (Decimal | null)[]): Decimal | null {
  let sum: Decimal = DECIMAL_ZERO;
  for (const figure of figures) {
    if (figure === null) return null;
    sum = add(sum, figure);
  }
  return sum;
}

/**
 * The floating results of positions and the fees of closing them at their marks. A figure that is
 * missing for one of them is missing for all: it is never taken for nothing.
 *
 * @rounding as `tradeFee`, of each order by itself
 */
export function closeAllEstimate(
  orders: readonly Order[],
  termsOf: (code: string) => Terms | null,
): CloseAllEstimate {
  const feeOf = (order: Order): Decimal | null => {
    const terms = termsOf(order.code);
    const estimate = terms === null ? null : closeEstimate(order, openLots(order), terms);
    return estimate === null ? null : parseDecimal(formatMoney(estimate.fee));
  };
  const result = sumOf(orders.map(({ floatingPnL }) => parseDecimal(floatingPnL ?? '')));
  const fee = sumOf(orders.map(feeOf));
  const after = result === null || fee === null ? null : sub(result, fee);
  const text = (figure: Decimal | null): string | null =>
    figure === null ? null : formatDecimal(figure);
  return { result: text(result), fee: text(fee), after: text(after) };
}
