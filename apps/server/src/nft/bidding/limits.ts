import {
  type Money,
  type Result,
  type UnixMs,
  addMoney,
  money,
  ok,
  subMoney,
} from '@candor/kernel';
import type { MarginJudgement } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import {
  type ByPeriod,
  addToAll,
  byPeriod,
  decideLimits,
  lossOf,
  periodStarts,
} from '../../accounts/index.ts';
import type { Risk } from '../../contracts/index.ts';
import type { Part } from '../token/token.ts';

/** What restricts a bidder, and what they gave for tokens in the running periods where that counts. */
export type BidderRisk = Risk & { readonly spent: ByPeriod | null };

/** What a bidder gave, less what a bid that leads no more had. */
export function spentWithout(spent: ByPeriod, part: Part, now: UnixMs): ByPeriod {
  const had = byPeriod(
    periodStarts(now).map((since) => (part.at >= since ? part.amount.units : 0n)),
  );
  const { day, week, month } = spent;
  return {
    day: subMoney(day, had.day),
    week: subMoney(week, had.week),
    month: subMoney(month, had.month),
  };
}

/**
 * Whether a bid stays within the limits its owner set for real money: what is given for tokens counts as lost and as
 * turnover of the period it was given in.
 *
 * @failure limit-reached
 */
export function decideWithin(
  { used, spent, brakes }: BidderRisk,
  bid: {
    readonly amount: Money;
    /** What the bidder has of the token already. */
    readonly before: Part | null;
    readonly margin: MarginJudgement;
    readonly now: UnixMs;
  },
): Result<null, Failure> {
  const { amount, before, margin, now } = bid;
  if (used === null || spent === null) return ok(null);
  const zero = money('USDT', 0n);
  const floating = margin.isJudged ? margin.marginState.floatingPnl : zero;
  // A raise stands with all of it in the place of the bid it raises.
  const others = before?.state === 'leading' ? spentWithout(spent, before, now) : spent;
  const { day, week, month } = addToAll(others, amount);
  const brought = {
    day: subMoney(used.brought.day, day),
    week: subMoney(used.brought.week, week),
    month: subMoney(used.brought.month, month),
  };
  const figures = {
    loss: lossOf(brought, floating),
    turnover: {
      day: addMoney(used.opened.day, day),
      week: addMoney(used.opened.week, week),
      month: addMoney(used.opened.month, month),
    },
  };
  return decideLimits(brakes.limits, figures, now);
}
