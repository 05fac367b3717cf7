import type { Mode, Money, UnixMs, UtcDay } from '@candor/kernel';
import type {
  FundDay,
  KeptCohort,
  KeptFill,
  KeptMark,
  OrderDay,
  PlanVersion,
  SharedOut,
  StoredOrder,
} from '../plan/plan.ts';

/** The fund a receipt is about. */
export type ProvenFund = {
  readonly id: string;
  readonly mode: Mode;
  readonly feed: string;
  readonly plan: PlanVersion;
};

/** A trade with when it was decided. */
export type ProvenFill = KeptFill & { readonly at: UnixMs };

/** A trade of a fund’s strategy. */
export type FillProof = { readonly fund: ProvenFund; readonly fill: ProvenFill };

/** A settled day of a fund as it was shared. */
export type SharedDay = FundDay & Pick<SharedOut, 'rest' | 'last'>;

/** A settled day of a fund with what made it up. */
export type FundDayProof = {
  readonly fund: ProvenFund;
  readonly day: SharedDay;
  /** Of its strategy, in the order in which they were made. */
  readonly fills: readonly ProvenFill[];
  /** In the order of the plan’s codes. */
  readonly marks: readonly KeptMark[];
  /** Units of those who left on the day. */
  readonly left: bigint;
  readonly at: UnixMs;
};

/** What owners joined or left with, and what they traded. */
export type CohortProof = { readonly cohort: KeptCohort; readonly fills: readonly ProvenFill[] };

/** Above what the house takes its share: what was put in, or what was left when it took the last, and what it paid in since. */
export type High = { readonly value: Money; readonly on: UtcDay | null };

/** What a settled day brought an order. */
export type OrderDayProof = {
  readonly fund: ProvenFund;
  readonly order: StoredOrder;
  readonly row: OrderDay;
  readonly day: SharedDay;
  /** What the house paid into it by then. */
  readonly granted: Money;
  /** Null where no cycle ended. */
  readonly high: High | null;
  /** Of its first day: what joining cost. */
  readonly joined: (CohortProof & { readonly row: OrderDay }) | null;
};

/** How an order ended. */
export type ExitProof = CohortProof & {
  readonly fund: ProvenFund;
  readonly order: StoredOrder;
  readonly row: OrderDay;
  readonly granted: Money;
  readonly high: High;
};
