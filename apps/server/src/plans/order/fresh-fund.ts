import { NO_POSITION, STRATEGIES, newRun } from '@candor/advisor';
import { type Mode, type UnixMs, money, newUuid, utcDayOf } from '@candor/kernel';
import type { PlanVersion, StoredFund } from '../plan/plan.ts';

/** A fund nobody has money in yet. */
export function freshFund(
  plan: PlanVersion,
  facts: { readonly mode: Mode; readonly feed: string; readonly at: UnixMs },
): StoredFund {
  const { mode, feed, at } = facts;
  return {
    id: newUuid(at),
    plan,
    mode,
    feed,
    units: 0n,
    settled: money('USDT', 0n),
    result: money('USDT', 0n),
    positions: plan.codes.map(() => NO_POSITION),
    run: newRun(STRATEGIES[plan.strategy]),
    decidedThrough: null,
    day: utcDayOf(at),
    phase: 'open',
    marked: null,
    fills: 0,
  };
}
