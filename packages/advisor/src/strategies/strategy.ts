import { type UnixMs, assert } from '@candor/kernel';
import type { Interval } from '@candor/pricing';

/** The rule sets of the expert advisor. */
export const STRATEGY_CODES = ['trend', 'reversion', 'grid', 'dca', 'rotation', 'hold'] as const;

/** One of them. */
export type StrategyCode = (typeof STRATEGY_CODES)[number];

/**
 * A bar as signals see it: floats, because a signal is a comparison and never an amount. What is
 * traded is priced from the exact bar.
 */
export type SignalBar = {
  readonly time: UnixMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

/** What a number of a strategy may be. */
export type ParameterRange = {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly usual: number;
};

/** The numbers a strategy runs with, by name. */
export type StrategyParameters = Readonly<Record<string, number>>;

/** Why a target was chosen: a rule of the card, with the figures it compared. */
export type Reason = {
  readonly rule: string;
  readonly figures: Readonly<Record<string, number>>;
};

/** Shares of the fund's value wanted in each instrument, in basis points, negative for a short. */
export type Target = { readonly weights: readonly number[]; readonly reason: Reason };

/** What a strategy remembers between bars: plain numbers, so that it can be stored. */
export type Memo = Readonly<Record<string, number>>;

/** All of a fund's value, in basis points. */
export const WHOLE = 10_000;

type Facts = {
  readonly code: StrategyCode;
  readonly parameters: Readonly<Record<string, ParameterRange>>;
  /** Lengths of bars it may run on; the first is the usual one. */
  readonly intervals: readonly [Interval, ...Interval[]];
  /** How many instruments it can hold. */
  readonly instruments: { readonly least: number; readonly most: number };
  /** Bars of each instrument that must have ended before it can decide. */
  readonly warmup: (parameters: StrategyParameters) => number;
  /** What it remembers before its first decision. */
  readonly memo: Memo;
};

/** What a strategy made of a bar: what it remembers now, and a new target where the last one ends. */
export type Decision = { readonly memo: Memo; readonly target: Target | null };

/**
 * A strategy as it is written. `observe` makes indicators anew; they look at the last `warmup` bars
 * and at nothing older, so a run that was interrupted goes on as if it had not been. `decide` is
 * pure: the same signals and the same memo decide the same.
 */
export type RuleSet<Signals> = Facts & {
  /** What it compares after a bar of each instrument has ended; null while it has seen too few. */
  readonly observe: (
    parameters: StrategyParameters,
    count: number,
  ) => (bars: readonly SignalBar[]) => Signals | null;
  readonly decide: (facts: {
    readonly signals: Signals;
    readonly memo: Memo;
    readonly parameters: StrategyParameters;
  }) => Decision;
};

/** A strategy as it is run: bars in, and once it has seen enough, what it decides by its memo. */
export type Strategy = Facts & {
  readonly start: (
    parameters: StrategyParameters,
    count: number,
  ) => (bars: readonly SignalBar[]) => ((memo: Memo) => Decision) | null;
};

/** A rule set as what runs it sees it: what it compares is its own business. */
export function strategyOf<Signals>(rules: RuleSet<Signals>): Strategy {
  const { code, parameters: ranges, intervals, instruments, warmup, memo } = rules;
  return {
    ...{ code, parameters: ranges, intervals, instruments, warmup, memo },
    start(parameters, count) {
      const observe = rules.observe(parameters, count);
      return (bars) => {
        const signals = observe(bars);
        if (signals === null) return null;
        return (before) => rules.decide({ signals, memo: before, parameters });
      };
    },
  };
}

/** A number of a strategy. @throws InvariantError when it has none of that name */
export function parameterOf(parameters: StrategyParameters, name: string): number {
  const value = parameters[name];
  assert(value !== undefined, `the strategy has no ${name}`);
  return value;
}

/** A number a strategy remembers. @throws InvariantError when it has none of that name */
export function memoOf(memo: Memo, name: string): number {
  const value = memo[name];
  assert(value !== undefined, `nothing is remembered as ${name}`);
  return value;
}
