import type { Span } from '@candor/ui';
import { type Results, drawable } from './days.ts';

/** Results that stand on one scale. */
type Shown = { readonly realised: Results | null; readonly backtest: Results | null };

/** Tops a scale may have, as shares. */
const TOPS = [0.0025, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5];

/** The least of them that holds a value. */
export function topFor(value: number): number {
  return TOPS.find((top) => top >= value) ?? Math.ceil(value);
}

/** What is drawn of them: a backtest only where nothing has happened yet. */
const shownOf = (plans: readonly Shown[]): Results[] =>
  plans.flatMap(({ realised, backtest }) => realised ?? backtest ?? []);

/** One scale for the daily bars of every plan on the page. @units shares */
export function barsTop(plans: readonly Shown[]): number {
  const results = shownOf(plans).flatMap(({ summary }) => [summary.worst, summary.best]);
  return topFor(Math.max(0, ...results.map((text) => Math.abs(drawable(text)))));
}

/** One axis for the range bars of every plan on the page, zero in it. @units shares */
export function rangeAxis(plans: readonly Shown[]): Span {
  const ranges = shownOf(plans).flatMap(({ range }) => range ?? []);
  return {
    low: Math.min(0, ...ranges.map(({ p10 }) => drawable(p10))),
    high: Math.max(0, ...ranges.map(({ p90 }) => drawable(p90))),
  };
}
