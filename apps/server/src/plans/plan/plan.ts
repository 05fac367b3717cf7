import type { Fund, FundPrice, Position, RunState, StrategyCode } from '@candor/advisor';
import type {
  Decimal,
  InstrumentCode,
  Mode,
  Money,
  Price,
  Rate,
  TickId,
  UnixMs,
  UserId,
  UtcDay,
} from '@candor/kernel';
import type { Interval } from '@candor/pricing';
import type { plans } from '@candor/protocol';

/** What a strategy is run with. */
export type Chosen = {
  readonly strategy: StrategyCode;
  readonly parameters: Readonly<Record<string, number>>;
  readonly interval: Interval;
  readonly codes: readonly InstrumentCode[];
};

/** What a plan is offered on. @units amounts: USDT */
export type PlanTerms = {
  readonly amountMin: Money;
  readonly amountMax: Money;
  readonly days: readonly number[];
  readonly cycleDays: number;
  readonly capacity: Money;
};

/** A version of a plan: what it runs and the terms it is offered on. */
export type PlanVersion = Chosen &
  PlanTerms & {
    readonly planId: string;
    readonly name: string;
    /** Who made it for themselves; null for one that is offered. */
    readonly owner: UserId | null;
    readonly planStatus: 'open' | 'paused' | 'ended';
    readonly version: number;
    /** SHA-256 of the strategy's text. */
    readonly source: string;
    /** SHA-256 of everything it runs, in hex. */
    readonly hash: string;
    /** What the hash is of. */
    readonly text: string;
  };

/** How far the midnight of a fund's day is. */
export type FundPhase = 'open' | 'settling' | 'closing' | 'joining' | 'granting';

/** A price of a moment with the tick that said it, and when it was received. */
export type TickPrice = FundPrice & { readonly time: UnixMs };

/** Prices of a moment in the order of a fund's codes; null where there is none. */
export type TickPrices = readonly (TickPrice | null)[];

/** A fund as it is kept. Units have 18 places. */
export type StoredFund = Pick<Fund, 'settled' | 'result' | 'positions'> & {
  readonly id: string;
  readonly plan: PlanVersion;
  readonly mode: Mode;
  readonly feed: string;
  readonly units: bigint;
  readonly run: RunState;
  /** End of the last bar it decided on, in market time. */
  readonly decidedThrough: UnixMs | null;
  readonly day: UtcDay;
  readonly phase: FundPhase;
  /** Prices of the last midnight, in the order of the codes; null where there was none. */
  readonly marked: TickPrices | null;
  /** Its own trades, joiners' and leavers' apart. */
  readonly fills: number;
};

/** A trade of a fund as it is written down. */
export type KeptFill = {
  readonly id: string;
  readonly fundId: string;
  readonly day: UtcDay;
  readonly kind: 'run' | 'join' | 'leave';
  readonly code: InstrumentCode;
  readonly quantity: bigint;
  readonly price: Price;
  readonly fee: Money;
  readonly result: Money;
  readonly tickId: TickId;
  readonly time: UnixMs;
  /** What stood of its position before; null for rows from before receipts. */
  readonly before: Position | null;
  /** What owners joined or left with; null for the strategy's own. */
  readonly cohort: string | null;
  readonly rule: string;
  readonly figures: Readonly<Record<string, number>>;
};

/** What marking booked. */
export type KeptMark = {
  readonly id: string;
  readonly fundId: string;
  readonly day: UtcDay;
  readonly kind: 'mark' | 'join' | 'floor';
  readonly code: InstrumentCode | null;
  readonly tickId: TickId | null;
  readonly result: Money;
  /** What was held; null for other kinds than a mark. */
  readonly held: Decimal | null;
};

/** What was shared among some: each part, and what decided who got one of the units left over. */
export type SharedOut = {
  readonly parts: readonly bigint[];
  /** Place of each among the remainders, from 1. */
  readonly ranks: readonly number[];
  /** Units that were left over. */
  readonly rest: number;
  /** Remainder of the last that got one of them; null where none was left over. */
  readonly last: bigint | null;
};

/** Which prices: of the midnight, of a quote that was held, of the moment, or the last of a tape that ended. */
export type PriceBasis = 'midnight' | 'held' | 'now' | 'lastKnown';

/** Owners who joined or left together: the fund before them, and what they shared. */
export type KeptCohort = Pick<SharedOut, 'rest' | 'last'> & {
  readonly id: string;
  readonly fundId: string;
  readonly day: UtcDay;
  readonly kind: 'join' | 'leave';
  readonly units: bigint;
  readonly settled: Money;
  readonly result: Money;
  /** Units of those who left, amounts of those who joined. */
  readonly part: bigint;
  readonly own: Money;
  readonly positions: readonly Position[];
  readonly basis: PriceBasis;
  /** Null where it was taken out at what it stood in the books with. */
  readonly prices: TickPrices | null;
  readonly at: UnixMs;
};

/** A UTC day of a fund. @invariant result = fills + mark; value = before + result */
export type FundDay = {
  readonly fundId: string;
  readonly day: UtcDay;
  readonly fills: Money;
  readonly mark: Money;
  readonly result: Money;
  readonly before: Money;
  readonly value: Money;
  readonly units: bigint;
  /** What holding brought on the same day, as a share; null while a price is missing. */
  readonly hold: Rate | null;
};

/** A settled day, and how many were in the fund then; null where it was not counted. */
export type SettledDay = FundDay & { readonly owners: number | null };

/** What a user has in a plan, as it is kept. */
export type StoredOrder = {
  readonly userId: UserId;
  readonly id: string;
  readonly ordinal: bigint;
  readonly orderNo: string;
  readonly planId: string;
  readonly version: number;
  readonly fundId: string;
  readonly mode: Mode;
  readonly isOwn: boolean;
  readonly amount: Money;
  readonly days: number;
  readonly cycleDays: number;
  readonly shareRate: Rate;
  readonly exitRate: Rate;
  readonly maxLoss: Money;
  readonly boughtAt: UnixMs;
  readonly joinsOn: UtcDay;
  readonly state: plans.PlanOrderState;
  readonly units: bigint;
  readonly value: Money;
  readonly high: Money;
  readonly result: Money;
  readonly shareTaken: Money;
  /** What the house paid into it; no result. */
  readonly subsidy: Money;
  readonly exitShare: Money;
  readonly settledDays: number;
  readonly wasToldWeek: boolean;
  readonly closedAt: UnixMs | null;
  readonly received: Money | null;
  /** Whether what its end is made of was kept, so that there is a receipt of it. */
  readonly hasReceipt: boolean;
};

/** What a day brought an order. */
export type OrderDay = {
  readonly userId: UserId;
  readonly orderId: string;
  readonly day: UtcDay;
  readonly kind: 'join' | 'day' | 'leave';
  readonly fundId: string;
  readonly place: number;
  readonly units: bigint;
  readonly result: Money;
  readonly share: Money;
  readonly value: Money | null;
  readonly at: UnixMs | null;
  /** Its place among the remainders. */
  readonly rank: number | null;
  /** What it joined or left with; null for a settled day. */
  readonly cohort: string | null;
};
