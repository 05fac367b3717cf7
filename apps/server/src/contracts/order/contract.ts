import {
  type ContractId,
  type InstrumentCode,
  type Mode,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type TickId,
  type UnixMs,
  type UserId,
  addMoney,
  sub,
  subMoney,
  zero,
} from '@candor/kernel';
import type { Side } from '@candor/pricing';
import type { contracts } from '@candor/protocol';

/** Why an order is closed. */
export type CloseReason = (typeof contracts.CLOSE_REASONS)[number];
/** Ends of an order that was never filled. */
export type UnfilledReason = 'cancelled' | 'rejected';
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

/** How a contract, or a part of it, ended. */
export type Closing = {
  readonly reason: CloseReason;
  readonly lots: Quantity;
  /** Whether nothing stays open after it. */
  readonly isLast: boolean;
  /** Margin given back. */
  readonly margin: Money;
  /** The share of the opening fee and of the financing that belongs to these lots. */
  readonly openFee: Money;
  readonly financing: Money;
  /** The stop or target that was asked for; null when a user closed. */
  readonly asked: Price | null;
  /** Null when it was voided: there was no price to close at. */
  readonly fill: Fill | null;
  /** Of this closing. */
  readonly fee: Money;
  readonly realized: Money;
  /** After this closing’s fee and the shares of the opening fee and the financing. */
  readonly profit: Money;
  readonly at: UnixMs;
};

/** Sums over the closings of one contract. */
export type ClosedSoFar = {
  readonly fee: Money;
  readonly realized: Money;
  readonly profit: Money;
};

/** What an order says, filled or not. */
export type Terms = {
  readonly id: ContractId;
  readonly userId: UserId;
  readonly mode: Mode;
  readonly orderNo: string;
  readonly code: InstrumentCode;
  /** The run of prices it belongs to. */
  readonly feed: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly contractSize: Quantity;
  readonly leverage: number;
  /** Per side, as it stood when the order was accepted. */
  readonly feeRate: Rate;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** Distance at which the stop follows the best mark. */
  readonly trailingDistance: Price | null;
  /** A limit, or the price the trader saw or was quoted. */
  readonly askedPrice: Price | null;
  /** What sets off a stop or stop-limit order. */
  readonly stopPrice: Price | null;
  /** The newest tick when its terms were accepted: only later ones count for them. */
  readonly since: TickId;
  readonly createdAt: UnixMs;
  /** How often it was amended, armed or charged: what no other of its figures counts. */
  readonly changes: number;
};

/** An order that waits for its price, or that ended without one. Nothing is posted for it. */
export type PendingOrder = Terms & {
  readonly status: 'pending' | 'closed';
  readonly open: null;
  readonly lots: Quantity;
  /** The tick that touched the stop of a stop-limit order; it fills like a limit order since. */
  readonly armedBy: TickId | null;
  readonly ended: {
    readonly reason: UnfilledReason;
    /** Code of the refusal that rejected it. */
    readonly code: string | null;
    readonly at: UnixMs;
  } | null;
};

/** A leveraged position opened by one order. */
export type Contract = Terms & {
  readonly status: 'running' | 'closed';
  readonly open: Fill;
  /** Lots still open; every figure of a running contract is about them. */
  readonly lots: Quantity;
  readonly lotsOpened: Quantity;
  /** Held for the lots still open. */
  readonly margin: Money;
  readonly marginOpened: Money;
  readonly openFee: Money;
  /** What no closing took its share of yet. */
  readonly openFeeLeft: Money;
  /** All that was charged, and what no closing took its share of yet. */
  readonly financing: Money;
  readonly financingLeft: Money;
  readonly done: ClosedSoFar;
  /** How it ended; null while it runs. */
  readonly closing: Closing | null;
  /** Numbers of the receipts of all closings, oldest first. */
  readonly receipts: readonly string[];
};

/** Everything an order can be. */
export type AnyOrder = Contract | PendingOrder;

/** One field of an order before and after; decimal text, null: none. */
export type Change = {
  readonly field: 'stopLoss' | 'takeProfit' | 'trailingDistance' | 'price' | 'stopPrice';
  readonly from: string | null;
  readonly to: string | null;
};

/** Whether an order was filled. */
export function isContract(order: AnyOrder): order is Contract {
  return order.open !== null;
}

/**
 * How far an order has come. A command on one has locked its trading account, so no two states of
 * it have the same version, in whichever order they are heard of.
 */
export function versionOf(order: AnyOrder): number {
  const { changes } = order;
  if (isContract(order)) return 2 + changes + order.receipts.length;
  return (order.ended === null ? 1 : 2) + changes;
}

/** A contract just opened, of which nothing was closed or charged yet. */
export function newContract(
  opened: Terms & Pick<Contract, 'open' | 'lots' | 'margin' | 'openFee'>,
): Contract {
  const nothing = zero('USDT');
  return {
    ...opened,
    status: 'running',
    lotsOpened: opened.lots,
    marginOpened: opened.margin,
    openFeeLeft: opened.openFee,
    financing: nothing,
    financingLeft: nothing,
    done: { fee: nothing, realized: nothing, profit: nothing },
    closing: null,
    receipts: [],
  };
}

/** A contract after a closing: less of it is open, or nothing. */
export function afterClosing(contract: Contract, closing: Closing): Contract {
  const { done } = contract;
  return {
    ...contract,
    status: closing.isLast ? 'closed' : 'running',
    lots: sub(contract.lots, closing.lots) as Quantity,
    margin: subMoney(contract.margin, closing.margin),
    openFeeLeft: subMoney(contract.openFeeLeft, closing.openFee),
    financingLeft: subMoney(contract.financingLeft, closing.financing),
    done: {
      fee: addMoney(done.fee, closing.fee),
      realized: addMoney(done.realized, closing.realized),
      profit: addMoney(done.profit, closing.profit),
    },
    closing: closing.isLast ? closing : null,
  };
}

/** Statuses a contract may move between; everything else is a broken promise. */
const TRANSITIONS = {
  pending: ['running', 'closed'],
  running: ['closed'],
  closed: [],
} as const satisfies Record<AnyStatus, readonly AnyStatus[]>;

type AnyStatus = Contract['status'] | PendingOrder['status'];

/** Whether an order may go from one status to another. */
export function canMove(from: AnyStatus, to: AnyStatus): boolean {
  return (TRANSITIONS[from] as readonly AnyStatus[]).includes(to);
}
