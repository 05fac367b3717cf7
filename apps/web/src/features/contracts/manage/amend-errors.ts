import { type Price, formatDecimal, isOnStep, parseDecimal, price } from '@candor/kernel';
import {
  checkStops,
  expectedPrice,
  openingPrice,
  trailingProblem,
  waitProblem,
} from '@candor/pricing';
import type { Order } from '@candor/protocol/light';
import { type Prices, type Terms, sideOf } from '../order/preview.ts';
import { TRAILING_KEYS, type TicketError, WAIT_KEYS } from '../ticket/ticket.ts';
import type { AmendBody, AmendField } from './manage.ts';

/** What would be refused of an amendment, each at its field. */
export type AmendErrors = { readonly [Field in AmendField]?: TicketError };

type Facts = { readonly terms: Terms; readonly prices: Prices | null };

const parsed = (text: string | null | undefined): Price | null =>
  parseDecimal(text ?? '') as Price | null;

/** The prices an order waits for, as the server judges those that are changed. */
function waitErrors(order: Order, body: AmendBody, { terms, prices }: Facts): AmendErrors {
  const { orderType } = order;
  const { tickSize } = terms;
  const side = sideOf(order);
  const errors: { -readonly [Field in AmendField]?: TicketError } = {};
  for (const [field, kind] of [
    ['stopPrice', 'stop'],
    ['price', 'limit'],
  ] as const) {
    const text = body[field];
    if (text === undefined) continue;
    const wait = { side, orderType, kind, tickSize, market: prices };
    const problem = waitProblem(parsed(text), wait);
    if (problem === null) continue;
    const values = {
      step: formatDecimal(tickSize),
      ...(prices === null ? {} : { market: formatDecimal(openingPrice(side, prices)) }),
    };
    errors[field] = { key: WAIT_KEYS[problem], values };
  }
  return errors;
}

/** The price an order would wait for after an amendment; null of a running contract. */
function waitsFor(order: Order, body: AmendBody): Price | null {
  if (order.status !== 'pending') return null;
  const limit = parsed(body.price ?? order.price);
  const stop = parsed(body.stopPrice ?? order.stopPrice);
  return expectedPrice({ orderType: order.orderType, limit, stop });
}

/**
 * The stops, measured as the server does: those of a contract where they are changed, by the market
 * and the forced close; those of an order that waits all, by the price it waits for.
 */
function stopErrors(order: Order, body: AmendBody, { terms, prices }: Facts): AmendErrors {
  const { tickSize } = terms;
  const own = waitsFor(order, body);
  const quote = own === null ? prices : { bid: own, ask: own };
  const stopAt = (field: 'stopLoss' | 'takeProfit'): Price | null => {
    const text = body[field];
    return parsed(text === undefined && own !== null ? order[field] : text);
  };
  const stops = { stopLoss: stopAt('stopLoss'), takeProfit: stopAt('takeProfit') };
  const errors: { -readonly [Field in AmendField]?: TicketError } = {};
  const values = { step: formatDecimal(tickSize) };
  for (const field of ['stopLoss', 'takeProfit'] as const) {
    const at = stops[field];
    if (at !== null && !isOnStep(at, tickSize)) errors[field] = { key: WAIT_KEYS.offStep, values };
  }
  const { trailingDistance } = body;
  if (trailingDistance != null) {
    const problem = trailingProblem(parsed(trailingDistance), { market: quote, tickSize });
    if (problem !== null) errors.trailingDistance = { key: TRAILING_KEYS[problem], values };
  }
  if (quote === null || Object.keys(errors).length > 0) return errors;
  const { closeOutPrice: forced } = order;
  const closeOutPrice = own !== null || forced == null ? null : price(forced);
  const checked = checkStops({ ...stops, side: sideOf(order), quote, closeOutPrice });
  if (checked.ok) return errors;
  const { name } = checked.failure;
  const [loss, gain] = ['error.stop-loss-unreasonable', 'error.take-profit-unreasonable'] as const;
  return {
    ...(name === 'take-profit-unreasonable' ? {} : { stopLoss: { key: loss, values: {} } }),
    ...(name === 'stop-loss-unreasonable' ? {} : { takeProfit: { key: gain, values: {} } }),
  };
}

/**
 * What the server would refuse of an amendment on the prices of this moment, by the functions it
 * decides with; what cannot be judged without a price, and stops in money, are left to it.
 */
export function amendErrors(order: Order, body: AmendBody, facts: Facts): AmendErrors {
  const waiting = waitErrors(order, body, facts);
  const isOver = Object.keys(waiting).length > 0 || body.inMoney === true;
  return isOver ? waiting : stopErrors(order, body, facts);
}
