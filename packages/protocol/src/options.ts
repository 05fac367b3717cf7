import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MarketTypeNumber } from './market.ts';
import {
  CodeText,
  DecimalText,
  Id,
  ModeText,
  PageNumber,
  PageSize,
  PositiveText,
  QueryMs,
  RequestIdText,
  UnixMsNumber,
} from './scalars.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

/** Which way the price has to go. */
export const OPTION_DIRECTIONS = ['up', 'down'] as const;

/**
 * Where an option stands. Labels of the seed: won "success", lost "failed", tie "completed",
 * void "closed".
 *
 * @source WIRE 7
 */
export const OPTION_STATES = ['running', 'won', 'lost', 'tie', 'void'] as const;

/**
 * How long after its settlement time an option waits for a price before it is void.
 *
 * @source PRODUCT 5
 */
export const SETTLEMENT_WINDOW_MS = 60_000;

/** A fixed-period option as the trader sees it. */
export const OptionOrder = z.strictObject({
  id: Id,
  orderNo: z.string(),
  code: CodeText,
  name: z.string(),
  type: MarketTypeNumber,
  direction: z.enum(OPTION_DIRECTIONS),
  status: z.enum(['running', 'closed']),
  state: z.enum(OPTION_STATES),
  reason: z.enum(['expiry', 'void']).nullable(),
  /** The price it was bought at: the middle of the opening tick's bid and ask. */
  price: DecimalText,
  openPrice: DecimalText,
  /** The middle of the settlement tick; absent while running and for a void option. */
  closePrice: DecimalText.optional(),
  openTime: UnixMsNumber,
  closeTime: UnixMsNumber.optional(),
  createdTime: UnixMsNumber,
  /** The stake, in USDT. */
  amount: DecimalText,
  /** Length in seconds. */
  period: z.int(),
  /** What a win pays on top of the stake, as a share of it; frozen at the purchase. */
  rate: DecimalText,
  /** Version of the parameter the rate was read from. */
  rateVersion: z.int(),
  /** Share of won options at which buying them costs nothing: 1 ÷ (1 + rate). */
  breakEvenRate: DecimalText,
  /** What a win pays in all, the stake included. */
  payout: DecimalText,
  /** stake × rate. */
  expectedProfit: DecimalText,
  /** What came of it: stake × rate, −stake, or 0; absent while running. */
  profit: DecimalText.optional(),
  /** The middle of the latest price, while running. */
  markPrice: DecimalText.optional(),
  settleAt: UnixMsNumber,
  openTickId: z.string(),
  settleTickId: z.string().optional(),
  receiptNo: z.string().optional(),
  /** Its prices belong to a feed that is not running. */
  paused: z.boolean(),
  mode: ModeText,
});
export type OptionOrder = z.infer<typeof OptionOrder>;

export const OptionPeriod = z.strictObject({
  seconds: z.int(),
  rate: DecimalText,
  /** Least and most stake, in USDT. */
  min: DecimalText,
  max: DecimalText,
});
export type OptionPeriod = z.infer<typeof OptionPeriod>;

export const listPeriods = endpoint({
  name: 'options.periods',
  summary: 'Periods an instrument is offered for; none: it is not offered.',
  origin: 'candor',
  method: 'GET',
  path: '/index/listPeriods/:code',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: z.strictObject({ code: CodeText }),
  result: z.array(OptionPeriod),
  failures: ['not-found', 'unreadable'],
});

const asked = {
  code: CodeText,
  direction: z.enum(OPTION_DIRECTIONS),
  period: z.int().positive(),
  amount: PositiveText,
};

/** What a quote promises: the rate, for some seconds. */
export const OptionQuote = z.strictObject({
  quoteId: Id,
  rate: DecimalText,
  rateVersion: z.int(),
  payout: DecimalText,
  breakEvenRate: DecimalText,
  expiresAt: UnixMsNumber,
  /** The price now; the option opens at the one in force when it is bought. */
  price: DecimalText,
  tickId: z.string(),
  source: z.string(),
  receivedAt: UnixMsNumber,
  freeMarginAfter: DecimalText,
});
export type OptionQuote = z.infer<typeof OptionQuote>;

export const quoteOption = endpoint({
  name: 'options.quote',
  summary: 'Freezes the rate of an option for a few seconds, to be confirmed.',
  origin: 'candor',
  method: 'POST',
  path: '/order/quoteOptions',
  access: 'session',
  mode: 'bound',
  money: false,
  // Each is a row until it ends.
  perMinute: 120,
  body: z.strictObject(asked),
  query: none,
  params: none,
  result: OptionQuote,
  failures: [
    'too-many',
    'session-over',
    'unreadable',
    'not-yet-open',
    'cooling-off',
    'not-offered-as-option',
    'option-period-unknown',
    'quantity-refused',
    'not-tradable-now',
    'free-margin-short',
  ],
  fieldFailures: { amount: 'quantity-refused', period: 'option-period-unknown' },
});

export const BuyOptionBody = z.strictObject({
  ...asked,
  quoteId: Id.optional(),
  requestId: RequestIdText,
});
export type BuyOptionBody = z.infer<typeof BuyOptionBody>;

export const buyOption = endpoint({
  name: 'options.buy',
  summary: 'Buys a fixed-period option; it opens at the middle of the tick in force.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.buyOption,
  access: 'session',
  mode: 'bound',
  money: true,
  body: BuyOptionBody,
  query: none,
  params: none,
  result: OptionOrder,
  success: 'purchase-done',
  failures: [
    'session-over',
    'user-status-forbids',
    'demo-disabled',
    'limit-reached',
    'unreadable',
    'not-yet-open',
    'cooling-off',
    'not-offered-as-option',
    'option-period-unknown',
    'quantity-refused',
    'not-tradable-now',
    'quote-expired',
    'free-margin-short',
    'request-in-flight',
    'request-reused',
  ],
  fieldFailures: { amount: 'quantity-refused', period: 'option-period-unknown' },
});

export const getOption = endpoint({
  name: 'options.get',
  summary: 'One option of one’s own.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.getOption,
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: byId,
  result: OptionOrder,
  failures: ['session-over', 'unreadable', 'not-found'],
});

export const ListOptionsQuery = z.strictObject({
  /** An option is never pending: that list is empty. */
  status: z.enum(['pending', 'running', 'closed', 'all']).default('all'),
  code: CodeText.optional(),
  from: QueryMs.optional(),
  to: QueryMs.optional(),
  page: PageNumber,
  size: PageSize,
});

export const listOptions = endpoint({
  name: 'options.list',
  summary: 'The options of one mode, newest first.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listOptions,
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: ListOptionsQuery,
  params: none,
  result: z.strictObject({ records: z.array(OptionOrder), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});

/** How a user's own options ended, of one mode, since the account was opened. */
export const OptionRecord = z.strictObject({
  won: z.int(),
  lost: z.int(),
  tie: z.int(),
  void: z.int(),
  /** won ÷ (won + lost); null before the first that was won or lost. */
  hitRate: DecimalText.nullable(),
  /** Sum of their profits, in USDT. */
  profit: DecimalText,
});
export type OptionRecord = z.infer<typeof OptionRecord>;

/** Why options are not open to a user's real account. */
export const OPTIONS_HINDRANCES = [
  'countryNotEnabled',
  'countryUnknown',
  'countryUnclear',
] as const;
export type OptionsHindrance = (typeof OPTIONS_HINDRANCES)[number];

/** Whether options are open to one's own real account. */
export const OptionOpening = z.strictObject({
  isOpen: z.boolean(),
  /** ISO 3166 alpha-2: the country it is about; null where it is not known. */
  country: z.string().nullable(),
  since: UnixMsNumber.nullable(),
  why: z.enum(OPTIONS_HINDRANCES).nullable(),
});
export type OptionOpening = z.infer<typeof OptionOpening>;

export const optionOpening = endpoint({
  name: 'options.opening',
  summary: 'Whether options are open to one’s own real account, by country, and why not.',
  origin: 'candor',
  method: 'GET',
  path: '/order/optionsOpening',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  result: OptionOpening,
  failures: ['session-over', 'unreadable'],
});

export const optionRecord = endpoint({
  name: 'options.record',
  summary: 'One’s own hit rate, to hold against the one that breaks even.',
  origin: 'candor',
  method: 'GET',
  path: '/order/optionsRecord',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  result: OptionRecord,
  failures: ['session-over', 'unreadable'],
});
