import { z } from 'zod';
import { MarketTypeNumber } from './market.ts';
import {
  CodeText,
  DecimalText,
  Id,
  ModeText,
  PositiveText,
  RequestIdText,
  UnixMsNumber,
} from './scalars.ts';

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

/** What a caller asks for who opens a contract or places an order. */
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
