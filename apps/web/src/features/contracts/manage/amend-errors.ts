import { type Price, formatDecimal, parseDecimal, price } from '@candor/kernel';
import {
  type AmendProblems,
  type AmendableOrder,
  judgeAmendment,
  openingPrice,
} from '@candor/pricing';
import type { Order } from '@candor/protocol/light';
import { type Prices, type Terms, sideOf } from '../order/preview.ts';
import { TRAILING_KEYS, type TicketError, WAIT_KEYS } from '../ticket/ticket.ts';
import { type AmendBody, type AmendField, openLots, openPriceOf } from './manage.ts';

/** What would be refused of an amendment, each at its field. */
export type AmendErrors = { readonly [Field in AmendField]?: TicketError };

type Facts = { readonly terms: Terms; readonly prices: Prices | null };

const parsed = (text: string | undefined): Price | null => parseDecimal(text ?? '') as Price | null;

/** An open order of the wire as its changes are judged by. */
function amendable(order: Order, { contractSize }: Terms): AmendableOrder {
  const { orderType } = order;
  const isWaiting = order.status === 'pending';
  return {
    side: sideOf(order),
    orderType,
    lots: openLots(order),
    contractSize,
    openPrice: isWaiting ? null : openPriceOf(order),
    askedPrice: isWaiting && orderType !== 'stop' ? price(order.price) : null,
    stopPrice: parsed(order.stopPrice),
    stopLoss: parsed(order.stopLoss),
    takeProfit: parsed(order.takeProfit),
    trailingDistance: parsed(order.trailingDistance),
  };
}

const STOP_KEYS = {
  stopLoss: { ...WAIT_KEYS, unreasonable: 'error.stop-loss-unreasonable' },
  takeProfit: { ...WAIT_KEYS, unreasonable: 'error.take-profit-unreasonable' },
} as const;

/** The sentence of a problem at its field. */
function keyOf(problems: AmendProblems, field: AmendField): TicketError['key'] | null {
  const { stopLoss, takeProfit, trailingDistance } = problems;
  if (field === 'stopLoss') return stopLoss === undefined ? null : STOP_KEYS.stopLoss[stopLoss];
  if (field === 'takeProfit') {
    return takeProfit === undefined ? null : STOP_KEYS.takeProfit[takeProfit];
  }
  if (field === 'trailingDistance') {
    return trailingDistance === undefined ? null : TRAILING_KEYS[trailingDistance];
  }
  const problem = problems[field];
  return problem === undefined ? null : WAIT_KEYS[problem];
}

const FIELDS: readonly AmendField[] = [
  'stopPrice',
  'price',
  'stopLoss',
  'takeProfit',
  'trailingDistance',
];

/**
 * What the server would refuse of an amendment on the prices of this moment, by the function it
 * decides with; what cannot be judged without a price is left to it.
 */
export function amendErrors(order: Order, body: AmendBody, { terms, prices }: Facts): AmendErrors {
  const { link, tickSize } = terms;
  const forced = order.closeOutPrice;
  const closeOutPrice = forced == null ? null : price(forced);
  const asked = amendable(order, terms);
  const facts = { market: prices, tickSize, link, closeOutPrice };
  const { problems } = judgeAmendment(asked, body, facts);
  const values = {
    step: formatDecimal(tickSize),
    ...(prices === null ? {} : { market: formatDecimal(openingPrice(asked.side, prices)) }),
  };
  const errors = FIELDS.flatMap((field) => {
    const key = keyOf(problems, field);
    return key === null ? [] : [[field, { key, values }] as const];
  });
  return Object.fromEntries(errors);
}
