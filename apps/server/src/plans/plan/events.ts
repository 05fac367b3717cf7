import type { Mode, UnixMs, UserId } from '@candor/kernel';
import type { plans } from '@candor/protocol';

/** What took a waiting order back: its owner, the end of its plan, or a practice account that begins anew. */
export type Canceller = 'owner' | 'operator' | 'reset';

/** What happened to a plan order, as its owner is told of it. @units amounts: USDT, decimal text */
export type PlanNews =
  | { readonly kind: 'bought'; readonly amount: string; readonly joinsAt: UnixMs }
  | { readonly kind: 'cancelled'; readonly by: Canceller }
  /** It could not join at the midnight of a day, and waits for a later one. */
  | { readonly kind: 'postponed'; readonly day: string; readonly joinsAt: UnixMs }
  | {
      readonly kind: 'joined';
      readonly day: string;
      readonly units: string;
      /** What spread and fees brought it, as a result. */
      readonly cost: string;
    }
  | { readonly kind: 'settled'; readonly day: string; readonly result: string }
  | {
      readonly kind: 'granted';
      readonly subsidyId: string;
      readonly amount: string;
      readonly day: string;
    }
  | { readonly kind: 'losingWeek'; readonly result: string }
  | {
      readonly kind: 'closed';
      readonly state: plans.PlanOrderState;
      readonly received: string;
      readonly share: string;
      readonly exitShare: string;
      /** What was received less what was put in. */
      readonly total: string;
      readonly maxLoss: string;
      /** What was lost beyond the most its owner agreed to; "0" where it was not reached. */
      readonly beyond: string;
      /** Its owner began the practice account anew. */
      readonly wasReset: boolean;
      /** Its prices do not run any more: it ended at the last ones there were. */
      readonly atLastKnown: boolean;
    };

/** Plan orders that changed; one fact for all of a transaction. */
export type PlansChanged = {
  readonly changed: readonly {
    readonly userId: UserId;
    readonly mode: Mode;
    readonly orderId: string;
    readonly orderNo: string;
    /** What its plan is called by: its rules, and what it trades. */
    readonly strategy: plans.PlanStrategy;
    readonly codes: readonly string[];
    readonly at: UnixMs;
    readonly news: readonly PlanNews[];
  }[];
};

/** What a fund's strategy traded, and the day that was settled with it; receipts are written of both. */
export type PlanFundMoved = {
  readonly fundId: string;
  readonly fills: readonly string[];
  readonly day: string | null;
};

export const PLAN_FUND_MOVED = 'plans.FundMoved';
export const PLANS_CHANGED = 'plans.PlansChanged';
