import { type Money, type Result, type UnixMs, money, ok, subMoney } from '@candor/kernel';
import type { MarginJudgement } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import {
  addEach,
  addToAll,
  byPeriod,
  decideLimits,
  lossOf,
  periodStarts,
} from '../../accounts/index.ts';
import type { Risk } from '../../contracts/index.ts';
import type { Part } from '../token/token.ts';

type Used = NonNullable<Risk['used']>;

const ZERO = money('USDT', 0n);

/** What a bidder did in the running periods, less what a bid that leads no more had. */
function usedWithout(used: Used, part: Part, now: UnixMs): Used {
  const had = periodStarts(now).map((since) => (part.at >= since ? part.amount.units : 0n));
  return {
    ...used,
    brought: addEach(used.brought, byPeriod(had)),
    given: addEach(used.given, byPeriod(had.map((units) => -units))),
  };
}

/** What restricts a bidder, once a bid of theirs leads no more. */
export function riskWithout(risk: Risk, part: Part, now: UnixMs): Risk {
  return risk.used === null ? risk : { ...risk, used: usedWithout(risk.used, part, now) };
}

/**
 * Whether a bid stays within the limits its owner set for real money: what is given for tokens counts as lost and as
 * turnover of the period it was given in.
 *
 * @failure limit-reached
 */
export function decideWithin(
  { used, brakes }: Risk,
  bid: {
    readonly amount: Money;
    /** What the bidder has of the token already. */
    readonly before: Part | null;
    readonly margin: MarginJudgement;
    readonly now: UnixMs;
  },
): Result<null, Failure> {
  const { amount, before, margin, now } = bid;
  if (used === null) return ok(null);
  const floating = margin.isJudged ? margin.marginState.floatingPnl : ZERO;
  // A raise stands with all of it in the place of the bid it raises.
  const { brought, given, opened } =
    before?.state === 'leading' ? usedWithout(used, before, now) : used;
  const figures = {
    loss: lossOf(addToAll(brought, subMoney(ZERO, amount)), floating),
    turnover: addEach(opened, addToAll(given, amount)),
  };
  return decideLimits(brakes.limits, figures, now);
}
