import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { UserInfo } from './accounts.ts';
import { LANGUAGES } from './accounts-preferences.ts';
import { ORDER_STATUSES } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import {
  CodeText,
  DecimalText,
  PageNumber,
  PageSize,
  QueryMs,
  RequestIdText,
  TimeZoneText,
  UnixMsNumber,
} from './scalars.ts';
import { TRANSACTION_KINDS } from './transaction-kinds.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});

export const userInfo = endpoint({
  name: 'portfolio.info',
  summary: 'The signed-in user and the figures of the mode asked.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.userInfo,
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  result: UserInfo,
  failures: ['session-over', 'unreadable'],
});

/** What of one asset a trading account holds, and what that is worth. */
export const AssetHolding = z.strictObject({
  asset: z.enum(ASSETS),
  /** Everything of it that is the user's. */
  amount: DecimalText,
  /** What of it lies free, outside positions, orders and what is leaving. */
  cash: DecimalText,
  /** At the bid, in USDT; null while no price of it ever came. */
  value: DecimalText.nullable(),
  /** The price it is valued at, and whether it is one of now; null for USDT, and without one. */
  mark: z
    .strictObject({
      bid: DecimalText,
      source: z.string(),
      at: UnixMsNumber,
      isFresh: z.boolean(),
    })
    .nullable(),
});
export type AssetHolding = z.infer<typeof AssetHolding>;

export const assets = endpoint({
  name: 'portfolio.assets',
  summary: 'What the mode asked holds of each asset, and its value in USDT.',
  origin: 'candor',
  method: 'GET',
  path: '/user/assets',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(AssetHolding),
  failures: ['session-over', 'unreadable'],
});

/** Spans of the history of an account. */
export const HISTORY_PERIODS = ['day', 'week', 'month', 'all'] as const;

/** How a trading account came to what it is, by what was booked. */
export const EquityHistory = z.strictObject({
  /** Trading equity without its unrealised result: at the beginning, then at the end of each step. */
  curve: z.array(z.strictObject({ at: UnixMsNumber, equity: DecimalText })),
  /** What trading brought, after fees and financing, by hour, day or month of UTC. */
  resultStep: z.enum(['hour', 'day', 'month']),
  results: z.array(z.strictObject({ from: UnixMsNumber, result: DecimalText })),
  /** All of them together. */
  result: DecimalText,
});
export type EquityHistory = z.infer<typeof EquityHistory>;

export const equityHistory = endpoint({
  name: 'portfolio.history',
  summary:
    'What was booked in the mode asked over a span of time: its equity and realised results.',
  origin: 'candor',
  method: 'GET',
  path: '/user/equityHistory',
  access: 'session',
  mode: 'bound',
  money: false,
  // Ten years of hours are summed for "all".
  perMinute: 60,
  body: none,
  query: z.strictObject({ period: z.enum(HISTORY_PERIODS).default('month') }),
  params: none,
  result: EquityHistory,
  failures: ['session-over', 'unreadable'],
});

export const demoReset = endpoint({
  name: 'portfolio.demo-reset',
  summary: 'Closes everything of the demo book and opens it again with the demo balance.',
  origin: 'candor',
  method: 'POST',
  path: '/user/demoReset',
  access: 'session',
  mode: 'free',
  money: true,
  body: z.strictObject({ requestId: RequestIdText }),
  query: none,
  params: none,
  result: UserInfo,
  failures: ['session-over', 'demo-disabled', 'request-in-flight', 'request-reused'],
});

/** One payment into or out of what a user may use of an asset. */
export const Transaction = z.strictObject({
  id: z.string(),
  time: UnixMsNumber,
  kind: z.enum(TRANSACTION_KINDS),
  asset: z.enum(ASSETS),
  /** Signed, in the asset. */
  amount: DecimalText,
  /** Cash less what is owed for losses and deposits taken back, after this payment. */
  balanceAfter: DecimalText,
  /** Number of the order it belongs to, or the title of the token; empty when to none. */
  reference: z.string(),
});
export type Transaction = z.infer<typeof Transaction>;

/** Most rows a file carries; more are refused, never cut off. */
export const EXPORT_ROWS_MAX = 50_000;

/** A file is up to EXPORT_ROWS_MAX rows and each order is valued for it. */
const FILES_PER_MINUTE = 10;

/** Most rows of a statement as a document; more are refused, never cut off. */
export const PAPER_ROWS_MAX = 1_000;

const format = z.enum(['json', 'csv', 'pdf']).default('json');

export const listTransactions = endpoint({
  name: 'portfolio.transactions',
  summary: 'Every payment of one mode, newest first; as CSV or PDF all that match, oldest first.',
  origin: 'candor',
  method: 'GET',
  path: '/user/listTransactions',
  access: 'session',
  mode: 'bound',
  money: false,
  file: ['text/csv', 'application/pdf'],
  perMinute: 300,
  large: {
    perMinute: FILES_PER_MINUTE,
    isLarge: ({ format: asked }) => asked === 'csv' || asked === 'pdf',
  },
  body: none,
  query: z.strictObject({
    asset: z.enum(ASSETS).optional(),
    kind: z.enum(TRANSACTION_KINDS).optional(),
    from: QueryMs.optional(),
    to: QueryMs.optional(),
    page: PageNumber,
    size: PageSize,
    format,
    /** Zone of the local times in a file. */
    zone: TimeZoneText.optional(),
    /** Of a document’s words. */
    language: z.enum(LANGUAGES).default('en'),
  }),
  params: none,
  result: z.strictObject({ records: z.array(Transaction), total: z.int() }),
  failures: ['session-over', 'unreadable', 'too-many'],
});

export const exportOrders = endpoint({
  name: 'portfolio.export-orders',
  summary:
    'The orders of one product and mode as a CSV file, oldest first, with every fee and tick.',
  origin: 'candor',
  method: 'GET',
  path: '/user/exportOrders',
  access: 'session',
  mode: 'bound',
  money: false,
  file: 'text/csv',
  perMinute: FILES_PER_MINUTE,
  body: none,
  query: z.strictObject({
    product: z.enum(['contracts', 'options']).default('contracts'),
    status: z.enum([...ORDER_STATUSES, 'all']).default('all'),
    code: CodeText.optional(),
    from: QueryMs.optional(),
    to: QueryMs.optional(),
    format: z.literal('csv').default('csv'),
    zone: TimeZoneText.optional(),
  }),
  params: none,
  result: none,
  failures: ['session-over', 'unreadable', 'too-many'],
});
