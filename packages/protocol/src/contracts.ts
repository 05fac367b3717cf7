import { z } from 'zod';
import { endpoint } from './endpoint.ts';
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
import { MarketTypeNumber } from './market.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

export const ORDER_STATUSES = ['pending', 'running', 'closed'] as const;
export const ORDER_TYPES = ['market', 'limit', 'stop', 'stopLimit'] as const;
/** Why an order is closed. */
export const CLOSE_REASONS = [
  'user',
  'stopLoss',
  'takeProfit',
  'trailing',
  'closeOut',
  'expiry',
  'void',
  'cancelled',
  'rejected',
] as const;

/** A leveraged contract as the trader sees it. */
export const Order = z.strictObject({
  id: Id,
  orderNo: z.string(),
  code: CodeText,
  name: z.string(),
  type: MarketTypeNumber,
  direction: z.enum(['buy', 'sell']),
  orderType: z.enum(ORDER_TYPES),
  status: z.enum(ORDER_STATUSES),
  reason: z.enum(CLOSE_REASONS).nullable(),
  /** The price asked for; for market orders the price filled. */
  price: DecimalText,
  openPrice: DecimalText.optional(),
  closePrice: DecimalText.optional(),
  openTime: UnixMsNumber.optional(),
  closeTime: UnixMsNumber.optional(),
  createdTime: UnixMsNumber,
  lots: DecimalText,
  /** Base quantity: lots × contract size. */
  contracts: DecimalText,
  leverage: z.int(),
  margin: DecimalText,
  stopLoss: DecimalText.optional(),
  takeProfit: DecimalText.optional(),
  /** Both sides so far. */
  fee: DecimalText,
  financing: DecimalText,
  profit: DecimalText.optional(),
  floatingPnL: DecimalText.optional(),
  unrealizedPnLPercentage: DecimalText.optional(),
  markPrice: DecimalText.optional(),
  /** Money at the take-profit price. */
  expectedProfit: DecimalText.optional(),
  /** This instrument's price at which the account is closed out; null: not by this one alone. */
  closeOutPrice: DecimalText.nullable().optional(),
  /** Tick ids of the fills, so that anyone can find them on the tape. */
  openTickId: z.string().optional(),
  closeTickId: z.string().optional(),
  /** Its prices belong to a feed that is not running: no triggers, no financing. */
  paused: z.boolean(),
  mode: ModeText,
});
export type Order = z.infer<typeof Order>;

export const OpenContractBody = z.strictObject({
  code: CodeText,
  direction: z.enum(['buy', 'sell']),
  orderType: z.enum(ORDER_TYPES),
  price: PositiveText.optional(),
  stopPrice: PositiveText.optional(),
  lots: PositiveText,
  leverage: z.int().min(1).max(1000),
  stopLoss: PositiveText.optional(),
  takeProfit: PositiveText.optional(),
  trailingDistance: PositiveText.optional(),
  quoteId: Id.optional(),
  requestId: RequestIdText,
});
export type OpenContractBody = z.infer<typeof OpenContractBody>;

export const openContract = endpoint({
  name: 'contracts.open',
  summary: 'Opens a leveraged contract at the ask (buy) or bid (sell) of a recorded tick.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.openContract,
  access: 'session',
  mode: 'bound',
  money: true,
  body: OpenContractBody,
  query: none,
  params: none,
  result: Order,
  success: 'purchase-done',
  failures: [
    'session-over',
    'unreadable',
    'free-margin-short',
    'not-tradable-now',
    'quantity-refused',
    'leverage-refused',
    'stop-loss-unreasonable',
    'take-profit-unreasonable',
    'stops-unreasonable',
    'not-yet-open',
    'not-found',
    'request-in-flight',
    'request-reused',
  ],
  fieldFailures: {
    lots: 'quantity-refused',
    leverage: 'leverage-refused',
    stopLoss: 'stop-loss-unreasonable',
    takeProfit: 'take-profit-unreasonable',
  },
});

export const closeContract = endpoint({
  name: 'contracts.close',
  summary: 'Closes a contract at the bid (long) or ask (short) of a recorded tick.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.closeContract,
  access: 'session',
  mode: 'bound',
  money: true,
  body: z.strictObject({ lots: PositiveText.optional(), requestId: RequestIdText }),
  query: none,
  params: byId,
  result: z.strictObject({ order: Order, price: DecimalText, profit: DecimalText }),
  failures: [
    'session-over',
    'unreadable',
    'not-found',
    'already-closed',
    'not-tradable-now',
    'quantity-refused',
    'not-yet-open',
    'request-in-flight',
    'request-reused',
  ],
  fieldFailures: { lots: 'quantity-refused' },
});

export const ListOrdersQuery = z.strictObject({
  status: z.enum([...ORDER_STATUSES, 'all']).default('all'),
  code: CodeText.optional(),
  from: QueryMs.optional(),
  to: QueryMs.optional(),
  page: PageNumber,
  size: PageSize,
});

export const listOrders = endpoint({
  name: 'contracts.list',
  summary: 'The orders of one mode, newest first.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listOrders,
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: ListOrdersQuery,
  params: none,
  result: z.strictObject({ records: z.array(Order), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});

export const getOrder = endpoint({
  name: 'contracts.get',
  summary: 'One order of one’s own.',
  origin: 'candor',
  method: 'GET',
  path: '/order/getOrderById/:id',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: byId,
  result: Order,
  failures: ['session-over', 'unreadable', 'not-found'],
});

export const orderOutcome = endpoint({
  name: 'contracts.outcome',
  summary: 'What became of a request whose answer did not arrive.',
  origin: 'candor',
  method: 'GET',
  path: '/order/outcome/:requestId',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: z.strictObject({ requestId: RequestIdText }),
  result: z.strictObject({
    state: z.enum(['none', 'running', 'done']),
    /** The kept envelope, as text, byte for byte what was answered. */
    answer: z.string().optional(),
  }),
  failures: ['session-over', 'unreadable'],
});
