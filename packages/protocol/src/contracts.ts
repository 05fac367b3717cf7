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
  /**
   * How far it has come: 1 when it waits, and more with each fill, amendment, charge, part closed and
   * with its end. Of two views of one order the one with the higher version is the newer.
   */
  version: z.int().min(1),
  orderNo: z.string(),
  code: CodeText,
  name: z.string(),
  type: MarketTypeNumber,
  direction: z.enum(['buy', 'sell']),
  orderType: z.enum(ORDER_TYPES),
  status: z.enum(ORDER_STATUSES),
  reason: z.enum(CLOSE_REASONS).nullable(),
  /** The price asked for: a limit, the price seen or quoted; else the price filled. */
  price: DecimalText,
  /** Price whose touch sets the order off: stop and stop-limit orders. */
  stopPrice: DecimalText.optional(),
  /** A stop-limit order whose stop was touched: it fills like a limit order now. */
  armed: z.boolean().optional(),
  openPrice: DecimalText.optional(),
  closePrice: DecimalText.optional(),
  openTime: UnixMsNumber.optional(),
  closeTime: UnixMsNumber.optional(),
  createdTime: UnixMsNumber,
  /** Lots of the order. */
  lots: DecimalText,
  /** Lots still open: fewer than `lots` after a part was closed. */
  openLots: DecimalText.optional(),
  /** Base quantity: lots × contract size. */
  contracts: DecimalText,
  leverage: z.int(),
  /** Held now; of a closed order what was held for all its lots; of a pending one nothing. */
  margin: DecimalText,
  stopLoss: DecimalText.optional(),
  takeProfit: DecimalText.optional(),
  /** Distance at which the stop follows the best price. */
  trailingDistance: DecimalText.optional(),
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
  /** How much worse the fill was than the price asked for, per unit; negative: better. */
  slippage: DecimalText.optional(),
  /** The same for the closing by a stop or target. */
  closeSlippage: DecimalText.optional(),
  /** Code of the refusal, of an order that was set off and could not be filled. */
  rejectedCode: z.string().optional(),
  /** Number of the last closing’s receipt, and of every part’s, oldest first. */
  receiptNo: z.string().optional(),
  receiptIds: z.array(z.string()).optional(),
  /** Its prices belong to a feed that is not running: no triggers, no financing. */
  paused: z.boolean(),
  mode: ModeText,
});
export type Order = z.infer<typeof Order>;

/** What can happen to an order. */
export const ORDER_EVENT_KINDS = [
  'placed',
  'opened',
  'amended',
  'armed',
  'trailed',
  'financed',
  'partClosed',
  'closed',
  'cancelled',
  'rejected',
] as const;

/** One thing that happened to an order, and who did it. */
export const OrderEvent = z.strictObject({
  time: UnixMsNumber,
  kind: z.enum(ORDER_EVENT_KINDS),
  price: DecimalText.optional(),
  tickId: z.string().optional(),
  /** Lots filled or closed. */
  lots: DecimalText.optional(),
  /** Money the event moved: the profit of a closing, a day’s financing. */
  amount: DecimalText.optional(),
  receiptNo: z.string().optional(),
  /** The owner, a tick of the market, the clock, or the operator. */
  by: z.enum(['user', 'market', 'timer', 'operator']),
  /** What an amendment or a trailing stop changed; null: there was none. */
  changes: z
    .array(
      z.strictObject({
        field: z.enum(['stopLoss', 'takeProfit', 'trailingDistance', 'price', 'stopPrice']),
        from: DecimalText.nullable(),
        to: DecimalText.nullable(),
      }),
    )
    .optional(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** An order with everything that happened to it, oldest first. */
export const OrderDetail = Order.extend({ events: z.array(OrderEvent) });
export type OrderDetail = z.infer<typeof OrderDetail>;

export const OpenContractBody = z.strictObject({
  code: CodeText,
  direction: z.enum(['buy', 'sell']),
  orderType: z.enum(ORDER_TYPES),
  /** The limit of limit and stop-limit orders; of a market order the price that was seen. */
  price: PositiveText.optional(),
  /** What sets off stop and stop-limit orders. */
  stopPrice: PositiveText.optional(),
  lots: PositiveText,
  leverage: z.int().min(1).max(1000),
  stopLoss: PositiveText.optional(),
  takeProfit: PositiveText.optional(),
  trailingDistance: PositiveText.optional(),
  /** Stop loss and take profit are USDT lost and won before fees, not prices. */
  inMoney: z.boolean().optional(),
  /** A frozen quote a market order fills at; orders that wait have a price of their own. */
  quoteId: Id.optional(),
  requestId: RequestIdText,
});
export type OpenContractBody = z.infer<typeof OpenContractBody>;

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
