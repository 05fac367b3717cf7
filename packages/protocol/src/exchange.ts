import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  AssetText,
  CodeText,
  DecimalText,
  Id,
  PositiveText,
  RequestIdText,
  UnixMsNumber,
} from './scalars.ts';

const none = z.strictObject({});

/**
 * How long the price of a conversion is held, and never longer than its tick may be filled on.
 *
 * @units milliseconds
 */
export const CONVERT_QUOTE_MS = 5_000;

/** The price of one coin in a conversion: sold at the bid, or bought at the ask, of a tick. */
export const ConversionPrice = z.strictObject({
  code: CodeText,
  side: z.enum(['sell', 'buy']),
  price: DecimalText,
  tickId: z.string(),
});

const figures = {
  from: AssetText,
  to: AssetText,
  amount: DecimalText,
  /** Units of `to` for one of `from`, before the spread. */
  rate: DecimalText,
  /** The house's share, a share of the USDT that change hands, and what it comes to in USDT. */
  spreadRate: DecimalText,
  spread: DecimalText,
  receive: DecimalText,
  /** The tick of the first price. */
  tickId: z.string(),
};

/** What a conversion would do, at prices that are held for some seconds. */
export const ConversionQuote = z.strictObject({
  quoteId: Id,
  ...figures,
  prices: z.array(
    ConversionPrice.extend({ source: z.string(), receivedAt: UnixMsNumber }).strict(),
  ),
  expiresAt: UnixMsNumber,
  /** How long it is held from its answer on: a page counts by its own clock, which may be wrong. @units ms */
  heldMs: z.int().nonnegative(),
});
export type ConversionQuote = z.infer<typeof ConversionQuote>;

/** What was converted; its receipt says the same with the ticks it stands on. */
export const ConversionDone = z.strictObject({
  id: Id,
  orderNo: z.string(),
  ...figures,
  prices: z.array(ConversionPrice),
  at: UnixMsNumber,
  receiptNo: z.string(),
});
export type ConversionDone = z.infer<typeof ConversionDone>;

/** What a user can convert now. */
export const Convertible = z.strictObject({
  /** Of USDT the free margin, null while the account cannot be judged; of coins what is free. */
  available: z.strictObject({ USDT: DecimalText.nullable(), BTC: DecimalText, ETH: DecimalText }),
  /** The spread in force, a share of the USDT that change hands. */
  spreadRate: DecimalText,
});
export type Convertible = z.infer<typeof Convertible>;

export const convertible = endpoint({
  name: 'exchange.convertible',
  summary: 'What the caller can convert of each asset, and the spread in force.',
  origin: 'candor',
  method: 'GET',
  path: '/user/convertible',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  result: Convertible,
  failures: ['session-over', 'unreadable', 'real-account-needed'],
});

export const ConvertQuoteBody = z.strictObject({
  from: AssetText,
  to: AssetText,
  amount: PositiveText,
});
export type ConvertQuoteBody = z.infer<typeof ConvertQuoteBody>;

export const quoteConversion = endpoint({
  name: 'exchange.quote',
  summary: 'What converting an amount brings now; the price is held for a few seconds.',
  origin: 'candor',
  method: 'POST',
  path: '/user/convertQuote',
  access: 'session',
  mode: 'bound',
  money: false,
  // Each is a row until it ends.
  perMinute: 120,
  body: ConvertQuoteBody,
  query: none,
  params: none,
  result: ConversionQuote,
  failures: [
    'too-many',
    'session-over',
    'unreadable',
    'real-account-needed',
    'method-missing',
    'quantity-refused',
    'user-status-forbids',
    'not-tradable-now',
    'free-margin-short',
  ],
  fieldFailures: { from: 'method-missing', to: 'method-missing', amount: 'quantity-refused' },
});

export const convert = endpoint({
  name: 'exchange.convert',
  summary: 'Converts what a quote was given for, at its price, once.',
  origin: 'candor',
  method: 'POST',
  path: '/user/convert',
  access: 'session',
  mode: 'bound',
  money: true,
  body: z.strictObject({ quoteId: Id, requestId: RequestIdText }),
  query: none,
  params: none,
  result: ConversionDone,
  success: 'purchase-done',
  failures: [
    'session-over',
    'unreadable',
    'real-account-needed',
    'quantity-refused',
    'user-status-forbids',
    'not-tradable-now',
    'free-margin-short',
    'quote-expired',
    'request-in-flight',
    'request-reused',
  ],
});
