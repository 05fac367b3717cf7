import type {
  ContractId,
  InstrumentCode,
  Mode,
  Money,
  Price,
  Quantity,
  Rate,
  TickId,
  UnixMs,
  UserId,
} from '@candor/kernel';
import type { Side } from '@candor/pricing';
import type { contracts } from '@candor/protocol';

/** Why a contract is closed. */
export type CloseReason = (typeof contracts.CLOSE_REASONS)[number];
/** How it was asked for. */
export type OrderType = (typeof contracts.ORDER_TYPES)[number];

/** What a fill stands on: a tick of the tape and the rate that makes its currency USDT. */
export type Fill = {
  readonly price: Price;
  readonly tickId: TickId;
  /** USDT per unit of the quote currency. */
  readonly link: Price;
  /** Tick of the linking pair; null where none is needed. */
  readonly linkTickId: TickId | null;
  readonly at: UnixMs;
};

/** How a contract ended. */
export type Closing = {
  readonly reason: CloseReason;
  /** Null when it was voided: there was no price to close at. */
  readonly fill: Fill | null;
  readonly fee: Money;
  readonly realized: Money;
  /** After both fees and financing. */
  readonly profit: Money;
  readonly at: UnixMs;
};

/** A leveraged position opened by one order. */
export type Contract = {
  readonly id: ContractId;
  readonly userId: UserId;
  readonly mode: Mode;
  readonly orderNo: string;
  readonly code: InstrumentCode;
  /** The run of prices it belongs to. */
  readonly feed: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly status: 'pending' | 'running' | 'closed';
  readonly lots: Quantity;
  readonly contractSize: Quantity;
  readonly leverage: number;
  /** Per side, as it stood when the order was accepted. */
  readonly feeRate: Rate;
  readonly margin: Money;
  readonly openFee: Money;
  readonly financing: Money;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly open: Fill;
  readonly closing: Closing | null;
  readonly createdAt: UnixMs;
};
