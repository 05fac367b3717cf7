import { z } from 'zod';
import { LANGUAGES } from './accounts-preferences.ts';
import { CLOSE_REASONS, ORDER_TYPES } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import { AssetText, CodeText, DecimalText, HashText, ModeText, UnixMsNumber } from './scalars.ts';

export {
  PublishedDocument,
  PublishedHistory,
  ScheduleDocument,
  SpecificationDocument,
  publishedDocument,
  publishedHistory,
} from './receipts-documents.ts';

const none = z.strictObject({});

/** Names the shape of receipts; a receipt of another shape gets another name. */
export const RECEIPT_SCHEMA = 'candor.receipt/2';
/** Receipts written before documents were published: they name none, and no terms. */
export const OLD_RECEIPT_SCHEMA = 'candor.receipt/1' as const;

const TickIdText = z.string().meta({ description: 'UTC day of receipt and place in it' });
const ReceiptNumber = z.string().meta({ description: 'e.g. "R-7KQ2M-9XA4D-…", unguessable' });

/** A tick as it stands on the tape, with everything its link covers, and the link. */
export const TapeTick = z.strictObject({
  id: TickIdText,
  /** The run of prices it belongs to. */
  feed: z.string(),
  code: CodeText,
  bid: DecimalText,
  ask: DecimalText,
  volume: DecimalText.nullable(),
  source: z.string(),
  /** Market time: the source's clock. */
  time: UnixMsNumber,
  /** Wall time: ours. */
  receivedAt: UnixMsNumber,
  /** How many sources stood behind it when it was accepted. */
  sources: z.int(),
  standing: z.enum(['acting', 'first', 'backup', 'outside', 'late']),
  /** SHA-256 of the message it was read from; null for recordings and simulations. */
  frame: HashText.nullable(),
  /** Its link in the tape's chain. */
  link: HashText,
});

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

/** An entry of the journal with its payments; accounts of the trader without the trader. */
export const ReceiptEntry = z.strictObject({
  number: z.string(),
  kind: z.string(),
  at: UnixMsNumber,
  postings: z.array(z.strictObject({ from: z.string(), to: z.string(), amount: DecimalText })),
});

/** Whose side the house was on: what the trader won it lost. */
export const Counterparty = z.strictObject({
  account: z.literal('house:trading'),
  /** What the house won or lost on the price; always the opposite of the trader's result. */
  result: DecimalText,
});

const common = {
  schema: z.enum([RECEIPT_SCHEMA, OLD_RECEIPT_SCHEMA]),
  number: ReceiptNumber,
  mode: ModeText,
  /** Of an installation in which nothing is money; left out everywhere else. */
  rehearsal: z.literal(true).optional(),
  feed: z.strictObject({
    key: z.string(),
    mode: z.enum(['live', 'replay', 'simulated']),
    label: z.string(),
  }),
  orderNo: z.string(),
  entries: z.array(ReceiptEntry),
  /** SHA-256 over the canonical JSON of everything else but `signed` (keys sorted, no spaces). */
  hash: HashText,
  /**
   * Number and hash with a signature over them: a C2SP signed note. Null where it was written before
   * there were signatures, absent in files that were kept from before.
   */
  signed: z.string().nullable().optional().meta({ description: 'a signed note' }),
};

/** Hashes of the published documents its figures are taken from; receipts of the old form name none. */
export const NamedDocuments = z.strictObject({ specification: HashText, schedule: HashText });

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

/** The specification a contract was accepted under, as far as an amount depends on it. */
const instrument = z.strictObject({
  code: CodeText,
  name: z.string(),
  class: z.string(),
  quoteCurrency: z.string(),
  contractSize: DecimalText,
  tickSize: DecimalText,
});

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

/** An entry of the journal whose payments each name their asset. */
export const ConversionEntry = ReceiptEntry.extend({
  postings: z.array(
    z.strictObject({ from: z.string(), to: z.string(), asset: AssetText, amount: DecimalText }),
  ),
}).strict();

/** One trade of a conversion: a coin sold at the bid, or bought at the ask, of its tick. */
export const ConversionLeg = z.strictObject({
  instrument: instrument.omit({ contractSize: true, quoteCurrency: true }),
  /** Hash of its published specification. */
  specification: HashText,
  side: z.enum(['sell', 'buy']),
  price: DecimalText,
  tick: TapeTick,
  /** In the coin or in USDT, as the side says. */
  given: DecimalText,
  received: DecimalText,
});

/** Receipt of a conversion. */
export const ConversionReceipt = z.strictObject({
  kind: z.literal('conversion'),
  ...common,
  entries: z.array(ConversionEntry),
  from: AssetText,
  to: AssetText,
  amount: DecimalText,
  /** When its price was held, until when, and when it was converted. */
  quotedAt: UnixMsNumber,
  expiresAt: UnixMsNumber,
  at: UnixMsNumber,
  documents: NamedDocuments.pick({ schedule: true }),
  /** One, or two through USDT: the coin sold, then the coin bought. */
  legs: z.array(ConversionLeg).min(1).max(2),
  /** Units of `to` for one of `from`, before the spread. */
  rate: DecimalText,
  /** The house's share of the USDT that changed hands: taken of what is given, or of what is brought. */
  spread: z.strictObject({
    parameter: z.string(),
    version: z.int(),
    rate: DecimalText,
    amount: DecimalText,
  }),
  receive: DecimalText,
});

export const Receipt = z.discriminatedUnion('kind', [
  ContractReceipt,
  CoverReceipt,
  OptionReceipt,
  ConversionReceipt,
]);
export type Receipt = z.infer<typeof Receipt>;
export type ContractReceipt = z.infer<typeof ContractReceipt>;
export type CoverReceipt = z.infer<typeof CoverReceipt>;
export type OptionReceipt = z.infer<typeof OptionReceipt>;
export type ConversionReceipt = z.infer<typeof ConversionReceipt>;
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
