import { type Decimal, type Price, type UnixMs, max, min } from '@candor/kernel';
import { type Bar, changePercent } from '@candor/pricing';

/** What a run of bars says in one sentence. */
export type ChartSummary = {
  readonly from: UnixMs;
  readonly to: UnixMs;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** @units percent; null from a price of zero or below */
  readonly change: Decimal | null;
};

/** The facts of the one-sentence summary screen readers get; null without bars. */
export function chartSummary(bars: readonly Bar[]): ChartSummary | null {
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    from: first.time,
    to: last.time,
    open: first.open,
    high: bars.reduce((most, bar) => max(most, bar.high), first.high),
    low: bars.reduce((least, bar) => min(least, bar.low), first.low),
    close: last.close,
    change: changePercent({ now: last.close, before: first.open }),
  };
}
