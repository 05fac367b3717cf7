import { z } from 'zod';
import { OpenContractBody } from './contracts-order.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText, Id, UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/** How long a frozen quote may be filled at. @units milliseconds */
export const QUOTE_LIFE_MS = 5_000;

export const QuoteOrderBody = OpenContractBody.omit({ quoteId: true, requestId: true }).extend({
  /** The contract it is going to reverse: what its closing sets free counts for the margin. */
  reverseOf: Id.optional(),
});
export type QuoteOrderBody = z.infer<typeof QuoteOrderBody>;

/** What an order would do, at a price that is held for `QUOTE_LIFE_MS`. */
export const OrderQuote = z.strictObject({
  quoteId: Id,
  tickId: z.string(),
  bid: DecimalText,
  ask: DecimalText,
  spread: DecimalText,
  source: z.string(),
  receivedAt: UnixMsNumber,
  expiresAt: UnixMsNumber,
  /** The price it would fill at: frozen for a market order, the order’s own for one that waits. */
  price: DecimalText,
  /** In USDT. */
  notional: DecimalText,
  margin: DecimalText,
  /** Of the opening. */
  fee: DecimalText,
  /** This instrument’s price at which the account is closed out; null: not by this one alone. */
  closeOutPrice: DecimalText.nullable(),
  /** The most it can cost its owner; null when its stop bounds nothing. */
  maxLoss: DecimalText.nullable(),
  /** What bounds it: the stop (more in a gap), a long’s value and fee, or the trading equity. */
  maxLossBy: z.enum(['stop', 'value', 'equity']).nullable(),
  /** The price that pays both fees; null when there is none. */
  breakEven: DecimalText.nullable(),
  /** Financing of 1, 7 and 30 days at the present notional. */
  hold: z.strictObject({ d1: DecimalText, d7: DecimalText, d30: DecimalText }),
  freeMarginAfter: DecimalText,
  /** Stops as prices, also when they were given in money. */
  stopLoss: DecimalText.optional(),
  takeProfit: DecimalText.optional(),
});
export type OrderQuote = z.infer<typeof OrderQuote>;

export const quoteOrder = endpoint({
  name: 'contracts.quote',
  summary:
    'What an order would cost and risk, at a price held for five seconds: for these lots and this leverage, until the next quote of the instrument, while the market is not farther from it than two trading fees.',
  origin: 'candor',
  method: 'POST',
  path: '/order/quote',
  access: 'session',
  mode: 'bound',
  money: false,
  // A ticket asks once a press, and once more when a price ends; several people may share an address.
  perMinute: 300,
  body: QuoteOrderBody,
  query: none,
  params: none,
  result: OrderQuote,
  failures: [
    'session-over',
    'unreadable',
    'free-margin-short',
    'not-tradable-now',
    'quantity-refused',
    'leverage-refused',
    'limit-reached',
    'stop-loss-unreasonable',
    'take-profit-unreasonable',
    'stops-unreasonable',
    'quote-expired',
    'incomplete',
    'not-found',
    'too-many',
  ],
  fieldFailures: {
    lots: 'quantity-refused',
    leverage: 'leverage-refused',
    stopLoss: 'stop-loss-unreasonable',
    takeProfit: 'take-profit-unreasonable',
  },
});
