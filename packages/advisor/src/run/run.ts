import { type UnixMs, ensure } from '@candor/kernel';
import type { Fund, FundPrices, Fill } from '../fund/fund.ts';
import { tradeTo } from '../fund/fund.ts';
import type { Decision, Memo, Strategy, Target } from '../strategies/strategy.ts';

/** Where a strategy stands: what it remembers, what it wants, and since when that waits for a price. */
export type RunState = {
  readonly memo: Memo;
  readonly target: Target | null;
  /** End of the bar at which the target became due; null once it was traded to. */
  readonly dueFrom: UnixMs | null;
};

/** A price of one instrument and when it was said; null before the first. */
export type TimedPrices = readonly ((FundPrices[number] & { readonly time: UnixMs }) | null)[];

/** A strategy that has decided nothing yet. */
export function newRun(strategy: Pick<Strategy, 'memo'>): RunState {
  return { memo: strategy.memo, target: null, dueFrom: null };
}

/**
 * The run after a bar has ended: a new target is due from its end. One that is still waiting is due
 * from here again, so that it is never traded to at a price from before a later decision.
 */
export function decideRun(
  state: RunState,
  decide: (memo: Memo) => Decision,
  endedAt: UnixMs,
): RunState {
  const { memo, target } = decide(state.memo);
  if (target !== null) return { memo, target, dueFrom: endedAt };
  return { memo, target: state.target, dueFrom: state.dueFrom === null ? null : endedAt };
}

/** A run whose fund got its first money: what it wants is to be traded to once there are prices. */
export function resumeRun(state: RunState, at: UnixMs): RunState {
  return state.target === null ? state : { ...state, dueFrom: at };
}

/** Whether every instrument has had a price since the target became due: then it is traded to. */
export function isDue(state: RunState, prices: TimedPrices): boolean {
  const from = state.dueFrom;
  return from !== null && prices.every((price) => price !== null && price.time >= from);
}

/**
 * Trades a fund to what its run wants, at the prices of the moment in which the last of its
 * instruments had its first price since the decision. The same for the tape, for paper and for a file.
 *
 * @throws InvariantError when nothing is due
 */
export function tradeRun(
  state: RunState,
  fund: Fund,
  prices: TimedPrices,
): { readonly state: RunState; readonly fund: Fund; readonly fills: readonly Fill[] } {
  const target = ensure(state.target, 'what is due has a target');
  const traded = tradeTo(fund, { weights: target.weights, prices });
  const after = { ...state, dueFrom: null };
  return traded === null ? { state: after, fund, fills: [] } : { state: after, ...traded };
}
