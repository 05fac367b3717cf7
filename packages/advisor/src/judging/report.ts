import { type Money, ensure, subMoney } from '@candor/kernel';
import type { BacktestRun } from '../backtest/backtest.ts';
import { shareFloat } from '../figures/floats.ts';
import { couldBeLuck, sortinoOf } from './luck.ts';
import {
  type DaysSummary,
  type Estimate,
  type OutcomeRange,
  dailyReturns,
  outcomeRange,
  sharpeOf,
  summaryOf,
} from './statistics.ts';

/** Span of the outcomes that are shown. */
export const RANGE_DAYS = 30;
/** Share of the days that the numbers of a strategy may have been chosen on. */
export const IN_SAMPLE_SHARE = 0.7;
/** Of resampling; the same for all, so that a report can be made again. */
const SEED = 20_190_401;

/** Why a result is not to be believed as it stands. */
export type Doubt = 'fewDays' | 'fewTrades' | 'noLosingDay' | 'tooGood' | 'worseLater' | 'oneDay';

/** One part of the days, judged. */
export type PartReport = {
  readonly summary: DaysSummary;
  readonly sharpe: Estimate | null;
  readonly sortino: Estimate | null;
  readonly luck: number | null;
};

/** A backtest as it is shown. */
export type BacktestReport = {
  /** Its deepest fall is the one from bar to bar, which is deeper than the one from day to day. */
  readonly whole: PartReport;
  /** Days on which the numbers may have been chosen, and days they have not seen. */
  readonly inSample: PartReport | null;
  readonly outOfSample: PartReport | null;
  readonly range: OutcomeRange | null;
  /** Buying with everything on the first day, at the same costs; its deepest fall from bar to bar. */
  readonly benchmark: DaysSummary;
  readonly trades: number;
  /** How often the whole value was traded. */
  readonly turnover: number;
  readonly fees: Money;
  readonly spread: Money;
  readonly doubts: readonly Doubt[];
};

const FEW_DAYS = 60;
const FEW_TRADES = 20;
/** A ratio that nobody had for long. */
const SHARPE_ABSURD = 4;
/** A total a year that nobody had for long: ten times the money. */
const YEARLY_ABSURD = 9;
/** A day that brought more than half of all that was won. */
const ONE_DAY_SHARE = 0.5;

function partOf(returns: readonly number[], market: readonly number[]): PartReport | null {
  const summary = summaryOf(returns);
  if (summary === null) return null;
  return {
    summary,
    sharpe: sharpeOf(returns),
    sortino: sortinoOf(returns, { seed: SEED }),
    luck: couldBeLuck(returns, market, { seed: SEED }),
  };
}

function withFall(summary: DaysSummary, run: BacktestRun): DaysSummary {
  return { ...summary, deepestFall: run.deepestFall.share };
}

/** A total as if it had gone on for a year. */
function yearly({ total, days }: DaysSummary): number {
  return (1 + Math.max(total, -1)) ** (365 / days) - 1;
}

function doubtsOf(facts: {
  readonly whole: PartReport;
  readonly inSample: PartReport | null;
  readonly outOfSample: PartReport | null;
  readonly trades: number;
}): Doubt[] {
  const { whole, inSample, outOfSample, trades } = facts;
  const { summary, sharpe } = whole;
  const doubts: Doubt[] = [];
  if (summary.days < FEW_DAYS) doubts.push('fewDays');
  if (trades < FEW_TRADES) doubts.push('fewTrades');
  if (summary.losingDays === 0) doubts.push('noLosingDay');
  const isAbsurd =
    (sharpe !== null && sharpe.value > SHARPE_ABSURD) || yearly(summary) > YEARLY_ABSURD;
  if (isAbsurd) doubts.push('tooGood');
  if (inSample !== null && outOfSample !== null) {
    if (inSample.summary.median > 0 && outOfSample.summary.total < 0) doubts.push('worseLater');
  }
  if (summary.total > 0 && summary.best > ONE_DAY_SHARE * summary.total) doubts.push('oneDay');
  return doubts;
}

/**
 * Judges a run: daily results with the losing ones, the part its numbers were not chosen on, what
 * thirty days came to, what buying and holding would have brought, and whether it could be luck.
 *
 * @shape   benchmark: a run of `hold` over the same bars
 * @units   results: shares of the fund's value · money: USDT
 * @throws  InvariantError for a run without a day
 * @source  PRODUCT 6
 */
export function reportOf(run: BacktestRun, benchmark: BacktestRun): BacktestReport {
  const returns = dailyReturns(run.days);
  const market = dailyReturns(benchmark.days);
  const cut = Math.floor(run.days.length * IN_SAMPLE_SHARE);
  const judged = ensure(partOf(returns, market), 'a run has days');
  const whole = { ...judged, summary: withFall(judged.summary, run) };
  const inSample = partOf(returns.slice(0, cut), market.slice(0, cut));
  const outOfSample = partOf(returns.slice(cut), market.slice(cut));
  const trades = run.fills.length;
  const first = ensure(run.days[0], 'a run has days');
  return {
    whole,
    inSample,
    outOfSample,
    range: outcomeRange(returns, RANGE_DAYS),
    benchmark: withFall(ensure(summaryOf(market), 'a run has days'), benchmark),
    trades,
    turnover: shareFloat(run.turnover, subMoney(first.value, first.result)),
    fees: run.fees,
    spread: run.spread,
    doubts: doubtsOf({ whole, inSample, outOfSample, trades }),
  };
}
