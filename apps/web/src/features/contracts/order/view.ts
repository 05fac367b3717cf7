import {
  type Decimal,
  type Price,
  divideInteger,
  formatDecimal,
  parseDecimal,
  price,
  quantity,
  roundToStep,
} from '@candor/kernel';
import type { MessageKey, Translate } from '@candor/locales';
import { changePercent } from '@candor/pricing';
import { type Order, errorOfCode } from '@candor/protocol/light';
import { failureText } from '../../../lib/failure-text.ts';

/** Whether a figure is good, bad or nothing; colour follows, the sign and arrow always stand. */
export type Tone = 'up' | 'down' | 'flat';

/** The tone of a signed figure. */
export function toneOf(text: string | null | undefined): Tone {
  const value = text === null || text === undefined ? null : parseDecimal(text);
  if (value === null || value === 0n) return 'flat';
  return value > 0n ? 'up' : 'down';
}

/** Message that names a side. */
export function sideLabel(direction: Order['direction']): MessageKey {
  return direction === 'buy' ? 'orders.long' : 'orders.short';
}

/** Market and side of an order, as a message about it begins. */
export const orderName = ({ code, direction }: Order, t: Translate): string =>
  `\u2068${code}\u2069 · ${t(sideLabel(direction))}`;

/** Message of a status. */
export const STATUS_LABELS: Readonly<Record<Order['status'], MessageKey>> = {
  pending: 'orders.status-pending',
  running: 'orders.status-running',
  closed: 'orders.status-closed',
};

/** Message of why an order closed. */
export const REASON_LABELS: Readonly<Record<NonNullable<Order['reason']>, MessageKey>> = {
  user: 'orders.reason-user',
  stopLoss: 'orders.reason-stop-loss',
  takeProfit: 'orders.reason-take-profit',
  trailing: 'orders.reason-trailing',
  closeOut: 'orders.reason-close-out',
  expiry: 'orders.reason-expiry',
  void: 'orders.reason-void',
  cancelled: 'orders.reason-cancelled',
  rejected: 'orders.reason-rejected',
};

/** The result an order shows: the posted one when closed, the floating one while running. */
export function resultOf(order: Order): string | null {
  const shown = order.status === 'closed' ? order.profit : order.floatingPnL;
  return shown ?? null;
}

/**
 * A forced-close price on the steps of its market, rounded toward the market so that it is never
 * said too late; null when there is none.
 *
 * @rounding up below the market, down above it, once
 */
export function closeOutOnStep(
  closeOut: Price | null,
  facts: { readonly market: Price; readonly tickSize: Price },
): Price | null {
  if (closeOut === null) return null;
  const rounding = closeOut < facts.market ? 'up' : 'down';
  return roundToStep(closeOut, { step: facts.tickSize, rounding });
}

/** `closeOutOnStep` of decimal text. */
export function closeOutShown(
  closeOut: string,
  facts: { readonly market: string; readonly tickSize: string },
): string | null {
  const exact = { market: price(facts.market), tickSize: price(facts.tickSize) };
  const shown = closeOutOnStep(price(closeOut), exact);
  return shown === null ? null : formatDecimal(shown);
}

/** `closeOutOnStep` of an order, as decimal text. */
export function closeOutText(order: Order, tickSize: string | undefined): string | null {
  const { closeOutPrice } = order;
  const market = order.markPrice ?? order.openPrice ?? order.price;
  if (closeOutPrice == null || tickSize === undefined) return closeOutPrice ?? null;
  return closeOutShown(closeOutPrice, { market, tickSize });
}

/** Base units of an order that are still open: all of them until a part was closed. */
export function openQuantity(order: Pick<Order, 'contracts' | 'lots' | 'openLots'>): string {
  const { contracts, lots, openLots } = order;
  if (openLots === undefined || openLots === lots) return contracts;
  const part = quantity(contracts) * quantity(openLots);
  return formatDecimal(divideInteger(part, quantity(lots), 'halfEven') as Decimal);
}

/** Places on a bar, as shares of its length from the forced close. */
export type DistanceBar = { readonly entry: number; readonly now: number };

/** Room beyond the further of entry and now, of the bar. */
const HEADROOM = 0.12;

/**
 * Where entry and now stand between the forced close and beyond; null without a forced close.
 * Runs from danger to gain for longs and shorts alike.
 *
 * @units prices: quote currency per base unit · result: shares from 0 to 1, for drawing
 */
export function distanceBar(order: Order): DistanceBar | null {
  const at = (text: string | null | undefined): number | null =>
    text === null || text === undefined ? null : +text;
  const danger = at(order.closeOutPrice);
  const entry = at(order.openPrice ?? order.price);
  const now = at(order.markPrice);
  if (danger === null || entry === null || now === null) return null;
  const sign = order.direction === 'buy' ? 1 : -1;
  const entryFar = sign * (entry - danger);
  const nowFar = sign * (now - danger);
  const furthest = Math.max(entryFar, nowFar);
  if (furthest <= 0) return null;
  const place = (far: number): number =>
    Math.min(1, Math.max(0, (far / furthest) * (1 - HEADROOM)));
  return { entry: place(entryFar), now: place(nowFar) };
}

/**
 * How far a price stands from another.
 *
 * @units result: percent
 */
export function distancePercent(to: Price, from: Price): Decimal | null {
  return changePercent({ now: to, before: from });
}

/** The sentence of a refusal that is known by its code alone. */
export function refusalOfCode(code: string, t: Translate): string {
  return failureText({ name: errorOfCode(code) ?? 'unknown' }, t);
}
