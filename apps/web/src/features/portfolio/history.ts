import { isoText, unixMs } from '@candor/kernel';
import type { EquityHistory } from '@candor/protocol/light';
import { formatDay, formatTime } from '@candor/ui';

/** Spans of the history a reader chooses from. */
export const PERIODS = ['day', 'week', 'month', 'all'] as const;
export type HistoryPeriod = (typeof PERIODS)[number];

/** An amount as a float, for pixels only. */
export const drawable = (text: string): number => +text;

/** The least round number that holds a value: 1, 2 or 5 with zeros. */
export function topFor(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

/**
 * Where the line is drawn: from zero where it comes near it, so that no small change looks large, and
 * never closer than a hundredth of what there is.
 */
export function scaleOf(values: readonly number[]): { low: number; base: number; high: number } {
  const [top, bottom] = [Math.max(...values), Math.min(...values)];
  const room = Math.max((top - bottom) * 0.15, Math.abs(top) * 0.01, 1);
  const low = bottom >= 0 && bottom < top / 2 ? 0 : bottom - room;
  return { low, base: Math.max(low, Math.min(0, top)), high: top + room };
}

/** A moment of the line as its ends say it. */
export const momentText = (at: number, period: HistoryPeriod): string =>
  period === 'day'
    ? formatTime(at, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
    : formatDay(isoText(unixMs(at)).slice(0, 10));

/** A step of the results as it is said on hover. */
export function stepText(at: number, step: EquityHistory['resultStep']): string {
  if (step === 'hour') return momentText(at, 'day');
  if (step === 'day') return momentText(at, 'week');
  return formatTime(at, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** The results that stand out, as they are listed; null without any. */
export function extremesOf(
  results: EquityHistory['results'],
): { readonly worst: string; readonly best: string } | null {
  const sorted = results.map(({ result }) => result).toSorted((a, b) => drawable(a) - drawable(b));
  const [worst] = sorted;
  const best = sorted.at(-1);
  return worst === undefined || best === undefined ? null : { worst, best };
}
