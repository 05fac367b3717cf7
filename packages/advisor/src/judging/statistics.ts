import { subMoney } from '@candor/kernel';
import type { DayResult } from '../backtest/backtest.ts';
import { shareFloat } from '../figures/floats.ts';

/** Days of a year on which a fund is settled: every one. */
const YEAR = 365;

/** A figure and how far off it may well be: one standard error. */
export type Estimate = { readonly value: number; readonly error: number };

/** What a series of daily results came to; shares of the fund's value. */
export type DaysSummary = {
  readonly days: number;
  readonly losingDays: number;
  readonly median: number;
  readonly worst: number;
  readonly best: number;
  /** All days one after the other. */
  readonly total: number;
  /** Largest fall from a height at ends of days. */
  readonly deepestFall: number;
};

/** Outcomes of eight in ten spans of days, and the one in the middle. */
export type OutcomeRange = { readonly p10: number; readonly p50: number; readonly p90: number };

/** A day's result as a share of what the fund was worth before it. */
export function dailyReturns(days: readonly Pick<DayResult, 'result' | 'value'>[]): number[] {
  return days.map(({ result, value }) => shareFloat(result, subMoney(value, result)));
}

/**
 * The value below which a share of the numbers lies, between neighbours in proportion.
 *
 * @shape   null without numbers
 */
export function quantile(numbers: readonly number[], share: number): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** What returns come to one after the other. @units shares: 0.05 is 5 % */
export function compounded(returns: readonly number[]): number {
  return returns.reduce((value, step) => value * (1 + step), 1) - 1;
}

/** Largest fall from a height. @units a share of the height, 0 to 1 */
export function deepestFallOf(returns: readonly number[]): number {
  let value = 1;
  let height = 1;
  let fall = 0;
  for (const step of returns) {
    value *= 1 + step;
    height = Math.max(height, value);
    fall = Math.max(fall, 1 - value / height);
  }
  return fall;
}

/** The days in a few figures; null without a day. */
export function summaryOf(returns: readonly number[]): DaysSummary | null {
  const median = quantile(returns, 0.5);
  if (median === null) return null;
  return {
    days: returns.length,
    losingDays: returns.filter((step) => step < 0).length,
    median,
    worst: Math.min(...returns),
    best: Math.max(...returns),
    total: compounded(returns),
    deepestFall: deepestFallOf(returns),
  };
}

/**
 * What every span of so many days in a row would have come to: past outcomes, not a forecast.
 *
 * @shape   null when there are fewer days than one span
 */
export function outcomeRange(returns: readonly number[], span: number): OutcomeRange | null {
  if (returns.length < span) return null;
  const outcomes: number[] = [];
  for (let end = span; end <= returns.length; end += 1) {
    outcomes.push(compounded(returns.slice(end - span, end)));
  }
  const at = (share: number): number => quantile(outcomes, share) ?? 0;
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) };
}

/** The average; 0 of nothing. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, next) => sum + next, 0) / numbers.length;
}

/** The standard deviation of a sample; 0 of fewer than two. */
export function deviationOf(numbers: readonly number[]): number {
  if (numbers.length < 2) return 0;
  const middle = meanOf(numbers);
  const squares = numbers.reduce((sum, next) => sum + (next - middle) ** 2, 0);
  return Math.sqrt(squares / (numbers.length - 1));
}

/**
 * Sharpe's ratio of a year: average daily return ÷ its deviation × √365, no interest taken off.
 *
 * @shape   null for fewer than two days, or days that are all alike
 * @source  Lo, "The Statistics of Sharpe Ratios" (2002): error √((1 + S² ÷ 2) ÷ n) of the daily ratio
 */
export function sharpeOf(returns: readonly number[]): Estimate | null {
  const deviation = deviationOf(returns);
  if (deviation === 0) return null;
  const daily = meanOf(returns) / deviation;
  const error = Math.sqrt((1 + daily ** 2 / 2) / returns.length);
  return { value: daily * Math.sqrt(YEAR), error: error * Math.sqrt(YEAR) };
}

/** Average daily return ÷ deviation of the losing days from zero, not yet of a year; null without one. */
export function dailySortino(returns: readonly number[]): number | null {
  const below = returns.reduce((sum, step) => sum + Math.min(0, step) ** 2, 0);
  if (below === 0) return null;
  return meanOf(returns) / Math.sqrt(below / returns.length);
}

/** A daily ratio as one of a year. */
export function ofYear(daily: number): number {
  return daily * Math.sqrt(YEAR);
}

/**
 * The part of returns that moves with the market, by least squares, and what is left.
 *
 * @shape   slope: how much of the market is in it · rest: the returns without that, day by day
 */
export function withoutMarket(
  returns: readonly number[],
  market: readonly number[],
): { readonly slope: number; readonly rest: readonly number[] } {
  const middle = meanOf(market);
  const own = meanOf(returns);
  let together = 0;
  let alone = 0;
  for (const [index, step] of market.entries()) {
    together += (step - middle) * ((returns[index] ?? 0) - own);
    alone += (step - middle) ** 2;
  }
  const slope = alone === 0 ? 0 : together / alone;
  return { slope, rest: returns.map((step, index) => step - slope * (market[index] ?? 0)) };
}
