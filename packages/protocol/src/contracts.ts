import { z } from 'zod';
import { ORDER_STATUSES, OpenContractBody, Order, OrderDetail } from './contracts-order.ts';
import { endpoint } from './endpoint.ts';
import {
  CodeText,
  DecimalText,
  Id,
  PageNumber,
  PageSize,
  PositiveText,
  QueryMs,
  RequestIdText,
} from './scalars.ts';
import { PATHS } from './wire/paths.ts';

export {
  CLOSE_REASONS,
  ORDER_EVENT_KINDS,
  ORDER_STATUSES,
  ORDER_TYPES,
  OpenContractBody,
  Order,
  OrderDetail,
  OrderEvent,
} from './contracts-order.ts';
export { OrderQuote, QUOTE_LIFE_MS, QuoteOrderBody, quoteOrder } from './contracts-quote.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

/** The first answer is older than thirty days: this is what the command made, as it is now. */
const replayed = z.literal(true).optional();

export const openContract = endpoint({
  name: 'contracts.open',
  summary:
    'Opens a contract at the ask (buy) or bid (sell) of a tick, or takes an order that waits.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.openContract,
  access: 'session',
  mode: 'bound',
  money: true,
  body: OpenContractBody,
  query: none,
  params: none,
  result: Order.extend({ replayed }),
  success: 'purchase-done',
  failures: [
    'session-over',
    'user-status-forbids',
    'demo-disabled',
    'cooling-off',
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
  summary: 'Closes a contract, or some of its lots, at the bid (long) or ask (short) of a tick.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.closeContract,
  access: 'session',
  mode: 'bound',
  money: true,
  body: z.strictObject({ lots: PositiveText.optional(), requestId: RequestIdText }),
  query: none,
  params: byId,
  result: z.strictObject({ order: Order, price: DecimalText, profit: DecimalText, replayed }),
  failures: [
    'session-over',
    'unreadable',
    'not-found',
    'already-closed',
    'not-tradable-now',
    'quantity-refused',
    'limit-reached',
    'request-in-flight',
    'request-reused',
  ],
  fieldFailures: { lots: 'quantity-refused' },
});

export const AmendContractBody = z.strictObject({
  /** Left out: as it is. null: none from now on. */
  stopLoss: PositiveText.nullable().optional(),
  takeProfit: PositiveText.nullable().optional(),
  trailingDistance: PositiveText.nullable().optional(),
  /** Of a pending order. */
  price: PositiveText.optional(),
  stopPrice: PositiveText.optional(),
  /** Stop loss and take profit are USDT lost and won before fees, not prices. */
  inMoney: z.boolean().optional(),
  requestId: RequestIdText,
});
export type AmendContractBody = z.infer<typeof AmendContractBody>;

export const amendContract = endpoint({
  name: 'contracts.amend',
  summary: 'Changes the stops of a contract, or the prices of an order that waits.',
  origin: 'candor',
  method: 'POST',
  path: '/order/amendContracts/:id',
  access: 'session',
  mode: 'bound',
  money: true,
  body: AmendContractBody,
  query: none,
  params: byId,
  result: Order,
  success: 'change-done',
  failures: [
    'session-over',
    'user-status-forbids',
    'demo-disabled',
    'unreadable',
    'not-found',
    'already-closed',
    'not-tradable-now',
    'stop-loss-unreasonable',
    'take-profit-unreasonable',
    'stops-unreasonable',
    'quote-expired',
    'incomplete',
    'request-in-flight',
    'request-reused',
    'limit-reached',
  ],
  fieldFailures: {
    stopLoss: 'stop-loss-unreasonable',
    takeProfit: 'take-profit-unreasonable',
  },
});

export const cancelContract = endpoint({
  name: 'contracts.cancel',
  summary: 'Cancels an order that waits for its price.',
  origin: 'candor',
  method: 'POST',
  path: '/order/cancelContracts/:id',
  access: 'session',
  mode: 'bound',
  money: true,
  body: z.strictObject({ requestId: RequestIdText }),
  query: none,
  params: byId,
  result: Order,
  failures: [
    'session-over',
    'unreadable',
    'not-found',
    'already-closed',
    'not-tradable-now',
    'request-in-flight',
    'request-reused',
  ],
});

export const closeAllContracts = endpoint({
  name: 'contracts.close-all',
  summary: 'Closes every running contract of a mode, or of one instrument, each at its own tick.',
  origin: 'candor',
  method: 'POST',
  path: '/order/closeAll',
  access: 'session',
  mode: 'bound',
  money: true,
  body: z.strictObject({ code: CodeText.optional(), requestId: RequestIdText }),
  query: none,
  params: none,
  result: z.strictObject({
    closed: z.array(Order),
    /** Contracts that stay open, and the code of the refusal. */
    failed: z.array(z.strictObject({ id: Id, code: z.string() })),
  }),
  failures: ['session-over', 'unreadable', 'request-in-flight', 'request-reused'],
});

export const reverseContract = endpoint({
  name: 'contracts.reverse',
  summary: 'Closes a contract and opens one of the same size the other way, both or neither.',
  origin: 'candor',
  method: 'POST',
  path: '/order/reverseContracts/:id',
  access: 'session',
  mode: 'bound',
  money: true,
  body: z.strictObject({
    /** A frozen quote of the opposite direction; without one the market’s price counts. */
    quoteId: Id.optional(),
    requestId: RequestIdText,
  }),
  query: none,
  params: byId,
  result: z.strictObject({ closed: Order, opened: Order }),
  success: 'purchase-done',
  failures: [
    'session-over',
    'user-status-forbids',
    'demo-disabled',
    'cooling-off',
    'unreadable',
    'not-found',
    'already-closed',
    'free-margin-short',
    'not-tradable-now',
    'quantity-refused',
    'leverage-refused',
    'limit-reached',
    'quote-expired',
    'request-in-flight',
    'request-reused',
  ],
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
  summary: 'One order of one’s own, with everything that happened to it.',
  origin: 'candor',
  method: 'GET',
  path: '/order/getOrderById/:id',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: byId,
  result: OrderDetail,
  failures: ['session-over', 'unreadable', 'not-found'],
});

/** What became of a request. */
const Outcome = z.strictObject({
  state: z.enum(['none', 'running', 'done']),
  /** The kept envelope, as text, byte for byte what was answered. */
  answer: z.string().optional(),
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
  evidence: true,
  body: none,
  query: none,
  params: z.strictObject({ requestId: RequestIdText }),
  result: Outcome,
  failures: ['session-over', 'unreadable'],
});

export const annulRequest = endpoint({
  name: 'contracts.annul',
  summary:
    'Sees to it that a request nobody decided never will be, or says what became of it. After `none` it is refused, whenever it arrives.',
  origin: 'candor',
  method: 'POST',
  path: '/order/annul/:requestId',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: z.strictObject({ requestId: RequestIdText }),
  result: Outcome,
  failures: ['session-over', 'unreadable', 'request-in-flight'],
});
