import {
  type DaysSummary,
  type OutcomeRange,
  RANGE_DAYS,
  outcomeRange,
  shareFloat,
  summaryOf,
} from '@candor/advisor';
import { type Decimal, formatDecimal } from '@candor/kernel';
import type { plans as protocol } from '@candor/protocol';
import type { FundDay } from '../plan/plan.ts';

/** Places figures of statistics are said with: more than they are worth. */
const PLACES = 6;

/** A figure of statistics as text; nobody counts with it. @rounding half away from zero, at six places */
export function figureText(value: number): string {
  const scaled = BigInt(Math.round(value * 10 ** PLACES));
  return formatDecimal((scaled * 10n ** BigInt(18 - PLACES)) as Decimal);
}

/** Days in words of figures. */
export function summaryText(summary: DaysSummary): protocol.PlanSummary {
  return {
    days: summary.days,
    losingDays: summary.losingDays,
    median: figureText(summary.median),
    worst: figureText(summary.worst),
    best: figureText(summary.best),
    total: figureText(summary.total),
    deepestFall: figureText(summary.deepestFall),
  };
}

/** What thirty days came to. */
export function rangeText(range: OutcomeRange | null): protocol.PlanRange | null {
  return (
    range && { p10: figureText(range.p10), p50: figureText(range.p50), p90: figureText(range.p90) }
  );
}

/** A day's result as a share of what the fund was worth before. */
export function dayShare({ result, before }: Pick<FundDay, 'result' | 'before'>): number {
  return shareFloat(result, before);
}

/** What settled days say of a fund; null before the first. */
export function realisedOf(days: readonly FundDay[]): {
  readonly summary: protocol.PlanSummary;
  readonly range: protocol.PlanRange | null;
  readonly hold: protocol.PlanSummary | null;
} | null {
  const returns = days.map(dayShare);
  const summary = summaryOf(returns);
  if (summary === null) return null;
  const held = days.flatMap(({ hold }) => (hold === null ? [] : [+formatDecimal(hold)]));
  const hold = held.length === days.length ? summaryOf(held) : null;
  return {
    summary: summaryText(summary),
    range: rangeText(outcomeRange(returns, RANGE_DAYS)),
    hold: hold && summaryText(hold),
  };
}
