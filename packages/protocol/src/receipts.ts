import { z } from 'zod';
import { LANGUAGES } from './accounts-preferences.ts';
import { CLOSE_REASONS, ORDER_TYPES } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import { ConversionReceipt } from './receipts-conversion.ts';
import { DonationReceipt } from './receipts-donation.ts';
import { CollateralSaleReceipt } from './receipts-sale.ts';
import {
  PlanDayReceipt,
  PlanExitReceipt,
  PlanFillReceipt,
  PlanFundReceipt,
} from './receipts-plan.ts';
import {
  NamedDocuments,
  ReceiptNumber,
  TapeTick,
  TickIdText,
  common,
  instrument,
} from './receipts-parts.ts';
import { DecimalText, UnixMsNumber } from './scalars.ts';

export { RECEIPT_BIDS_MAX } from './receipts-donation.ts';
export { ConversionEntry, ConversionLeg, ConversionReceipt } from './receipts-conversion.ts';
export {
  NamedDocuments,
  OLD_RECEIPT_SCHEMA,
  RECEIPT_SCHEMA,
  ReceiptEntry,
  TapeTick,
} from './receipts-parts.ts';

export {
  PublishedDocument,
  PublishedHistory,
  ScheduleDocument,
  SpecificationDocument,
  publishedDocument,
  publishedHistory,
} from './receipts-documents.ts';

const none = z.strictObject({});

/** What a fill was measured against (`quote`: the price seen or held), and how far it fell from it. */
export const AskedPrice = z.strictObject({
  kind: z.enum(['quote', 'limit', 'stop', 'stopLimit', 'stopLoss', 'takeProfit', 'trailing']),
  price: DecimalText,
  /** In the quote currency; above zero is worse for the trader, below zero better. */
  slippage: DecimalText,
});

/** One side of a trade: the tick it was filled on and what the quote currency was worth. */
export const ReceiptFill = z.strictObject({
  at: UnixMsNumber,
  price: DecimalText,
  tick: TapeTick,
  /** ask − bid of the tick. */
  spread: DecimalText,
  /** USDT per unit of the quote currency; no tick for USDT and USD, which count one to one. */
  link: z.strictObject({ rate: DecimalText, tick: TapeTick.nullable() }),
  asked: AskedPrice.nullable(),
});

/** One day's financing: notional = lots × contract size × mark × link. */
export const FinancingItem = z.strictObject({
  day: z.iso.date(),
  parameter: z.string(),
  version: z.int(),
  rate: DecimalText,
  lots: DecimalText,
  mark: DecimalText,
  tick: TapeTick,
  link: z.strictObject({ rate: DecimalText, tick: TapeTick.nullable() }),
  notional: DecimalText,
  amount: DecimalText,
});

/** Whose side the house was on: what the trader won it lost. */
export const Counterparty = z.strictObject({
  account: z.literal('house:trading'),
  /** What the house won or lost on the price; always the opposite of the trader's result. */
  result: DecimalText,
});

/**
 * What an order said from a moment on. `since` is the newest tick of that moment: only later ones
 * count; null for the terms it was accepted with, for which those received after `at` count.
 */
export const OrderTerms = z.strictObject({
  at: UnixMsNumber,
  since: TickIdText.nullable(),
  limit: DecimalText.nullable(),
  /** What sets off a stop or stop-limit order. */
  stop: DecimalText.nullable(),
  stopLoss: DecimalText.nullable(),
  takeProfit: DecimalText.nullable(),
  /** Distance of a trailing stop. */
  trailing: DecimalText.nullable(),
});
export type OrderTerms = z.infer<typeof OrderTerms>;

/**
 * Why a tick that reached a price of an order did nothing to it. It waited: its instrument was
 * suspended or could only be closed, its prices were not running, the tick was too old when it was
 * acted on, the conversion rate was missing, or a mark of the account. It waited or ran: the product
 * failed, was late, or was passed over for several reasons.
 */
export const PASSED_REASONS = [
  'suspended',
  'closeOnly',
  'noSource',
  'stale',
  'noLink',
  'unjudgeable',
  'failed',
  'late',
  'several',
] as const;

/** A span of the tape, both ends included, at which an order was passed over: the product's word. */
export const PassedOver = z.strictObject({
  from: TickIdText,
  to: TickIdText,
  reason: z.enum(PASSED_REASONS),
});

/** Receipt of a contract, or of the part of one, that was closed. */
export const ContractReceipt = z.strictObject({
  kind: z.literal('contract'),
  ...common,
  instrument,
  documents: NamedDocuments.optional(),
  /** What it said from its acceptance to this closing, oldest first. */
  terms: z.array(OrderTerms).optional(),
  /** At which ticks it was passed over; left out where there were none. */
  passed: z.array(PassedOver).min(1).optional(),
  side: z.enum(['long', 'short']),
  orderType: z.enum(ORDER_TYPES),
  leverage: z.int(),
  /** When the order was accepted, under the specification and the fee rate of that moment. */
  acceptedAt: UnixMsNumber,
  /** `before` stood open, `closed` of them were closed by this. */
  lots: z.strictObject({ opened: DecimalText, before: DecimalText, closed: DecimalText }),
  /** Parts of it that were closed before, oldest first, each with its own receipt. */
  earlier: z.array(
    z.strictObject({
      number: ReceiptNumber,
      at: UnixMsNumber,
      lots: DecimalText,
      margin: DecimalText,
      openFee: DecimalText,
      financing: DecimalText,
    }),
  ),
  open: ReceiptFill,
  /** Null when it was ended at cost, because there was no price. */
  close: ReceiptFill.nullable(),
  closedAt: UnixMsNumber,
  reason: z.enum(CLOSE_REASONS),
  fee: z.strictObject({
    parameter: z.string(),
    version: z.int(),
    rate: DecimalText,
    /** Taken when it was opened, for all lots. */
    opened: DecimalText,
    /** The share of it that falls on the lots closed by this. */
    open: DecimalText,
    close: DecimalText,
  }),
  /** `charged` so far for all lots; `share` falls on the lots closed by this. */
  financing: z.strictObject({
    items: z.array(FinancingItem),
    charged: DecimalText,
    share: DecimalText,
  }),
  /** `before` was held for the lots open before, `released` came back. */
  margin: z.strictObject({ opened: DecimalText, before: DecimalText, released: DecimalText }),
  /** Result on the price, before fees and financing. */
  realised: DecimalText,
  /** realised − open fee − close fee − share of the financing. */
  profit: DecimalText,
  counterparty: Counterparty,
  /** Receipt of what the house took over after it; null when nothing was left. */
  cover: ReceiptNumber.nullable(),
});

/** Receipt of a loss the house took over when the last contract closed. */
export const CoverReceipt = z.strictObject({
  kind: z.literal('cover'),
  ...common,
  at: UnixMsNumber,
  /** Receipt of the closing that left the deficit. */
  closing: ReceiptNumber,
  amount: DecimalText,
  account: z.literal('house:bad-debt'),
});

/** Receipt of an option that came to its end. */
export const OptionReceipt = z.strictObject({
  kind: z.literal('option'),
  ...common,
  instrument: instrument.omit({ contractSize: true, quoteCurrency: true }),
  documents: NamedDocuments.optional(),
  direction: z.enum(['up', 'down']),
  /** Seconds. */
  period: z.int(),
  stake: DecimalText,
  parameter: z.string(),
  version: z.int(),
  /** Payout rate, frozen at purchase. */
  rate: DecimalText,
  open: z.strictObject({ at: UnixMsNumber, price: DecimalText, tick: TapeTick }),
  settleAt: UnixMsNumber,
  /** Null when no tick came in time: void, the stake went back. */
  settle: z.strictObject({ at: UnixMsNumber, price: DecimalText, tick: TapeTick }).nullable(),
  settledAt: UnixMsNumber,
  outcome: z.enum(['won', 'lost', 'tie', 'void']),
  /** What went back to the trader, stake included. */
  payout: DecimalText,
  /** payout − stake. */
  profit: DecimalText,
  counterparty: Counterparty,
});

export const Receipt = z.discriminatedUnion('kind', [
  ContractReceipt,
  CoverReceipt,
  OptionReceipt,
  ConversionReceipt,
  CollateralSaleReceipt,
  PlanDayReceipt,
  PlanExitReceipt,
  PlanFillReceipt,
  PlanFundReceipt,
  DonationReceipt,
]);
export type Receipt = z.infer<typeof Receipt>;
export type ContractReceipt = z.infer<typeof ContractReceipt>;
export type CoverReceipt = z.infer<typeof CoverReceipt>;
export type OptionReceipt = z.infer<typeof OptionReceipt>;
export type ConversionReceipt = z.infer<typeof ConversionReceipt>;
export type CollateralSaleReceipt = z.infer<typeof CollateralSaleReceipt>;
export type PlanFillReceipt = z.infer<typeof PlanFillReceipt>;
export type PlanFundReceipt = z.infer<typeof PlanFundReceipt>;
export type PlanDayReceipt = z.infer<typeof PlanDayReceipt>;
export type PlanExitReceipt = z.infer<typeof PlanExitReceipt>;
export type DonationReceipt = z.infer<typeof DonationReceipt>;
export type TapeTick = z.infer<typeof TapeTick>;
export type ReceiptFill = z.infer<typeof ReceiptFill>;

export const getReceipt = endpoint({
  name: 'receipts.get',
  summary: 'The receipt under a number; whoever has the number may read it.',
  origin: 'candor',
  method: 'GET',
  path: '/order/receipt/:number',
  access: 'public',
  mode: 'free',
  money: false,
  evidence: true,
  perMinute: 300,
  body: none,
  query: none,
  params: z.strictObject({ number: z.string().min(1).max(64) }),
  result: Receipt,
  failures: ['not-found'],
});

/** A document takes the processor for as long as a hundred orders. */
const PAPERS_PER_MINUTE = 20;

export const receiptPaper = endpoint({
  name: 'receipts.paper',
  summary: 'The receipt under a number as PDF in one language; whoever has the number may read it.',
  origin: 'candor',
  method: 'GET',
  path: '/order/receipt/:number/pdf',
  access: 'public',
  mode: 'free',
  money: false,
  file: 'application/pdf',
  perMinute: PAPERS_PER_MINUTE,
  body: none,
  query: z.strictObject({ language: z.enum(LANGUAGES).default('en') }),
  params: z.strictObject({ number: z.string().min(1).max(64) }),
  result: none,
  failures: ['not-found', 'unreadable', 'too-many'],
});

export const receiptsOfOrder = endpoint({
  name: 'receipts.of-order',
  summary: 'Numbers of the receipts of one of one’s own orders, by the order’s number.',
  origin: 'candor',
  method: 'GET',
  path: '/order/receiptsOf/:orderNo',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: z.strictObject({ orderNo: z.string().min(1).max(32) }),
  /** Oldest first; empty while nothing of the order is closed. */
  result: z.strictObject({ orderNo: z.string(), numbers: z.array(ReceiptNumber) }),
  failures: ['session-over', 'unreadable', 'not-found'],
});
