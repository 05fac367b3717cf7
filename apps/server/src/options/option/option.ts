import type {
  InstrumentCode,
  Mode,
  Money,
  OptionId,
  Price,
  QuoteId,
  Rate,
  TickId,
  UnixMs,
  UserId,
} from '@candor/kernel';
import type { OptionDirection, OptionResult } from '@candor/pricing';
import type { market } from '@candor/protocol';

/** Whether an instrument can be traded this moment, and why not. */
export type MarketStatus = (typeof market.MARKET_STATUSES)[number];

/** How an option ended; void when there was no price in time. */
export type Outcome = OptionResult | 'void';

/** The tick an option is settled on, as it stands on the tape. */
export type SettlementTick = {
  readonly tickId: TickId;
  /** Middle of its bid and ask. */
  readonly price: Price;
  readonly receivedAt: UnixMs;
};

/** The end of an option. */
export type Settlement = {
  readonly outcome: Outcome;
  /** Null for a void option. */
  readonly tick: SettlementTick | null;
  readonly paid: Money;
  readonly at: UnixMs;
};

/** A fixed-period option with the terms it was bought on. */
export type Option = {
  readonly id: OptionId;
  readonly userId: UserId;
  readonly mode: Mode;
  /** Where it was sold, of a real account; null of a practice account. */
  readonly country: string | null;
  readonly orderNo: string;
  readonly code: InstrumentCode;
  /** The run of prices it belongs to. */
  readonly feed: string;
  readonly direction: OptionDirection;
  /** Seconds. */
  readonly period: number;
  readonly stake: Money;
  readonly rate: Rate;
  readonly rateVersion: number;
  /** What a win pays, the stake included. */
  readonly payout: Money;
  readonly open: { readonly price: Price; readonly tickId: TickId };
  readonly boughtAt: UnixMs;
  readonly settleAt: UnixMs;
  readonly settlement: Settlement | null;
};

/** A rate on offer for a period. */
export type Offer = {
  readonly seconds: number;
  readonly rate: Rate;
  readonly rateVersion: number;
};

/** Least and most stake of one option. */
export type Stakes = { readonly min: Money; readonly max: Money };

/** A rate promised for some seconds, for one option only. */
export type Promised = {
  readonly id: QuoteId;
  readonly userId: UserId;
  readonly mode: Mode;
  readonly code: InstrumentCode;
  readonly direction: OptionDirection;
  readonly period: number;
  readonly stake: Money;
  readonly rate: Rate;
  readonly rateVersion: number;
  readonly expiresAt: UnixMs;
};
