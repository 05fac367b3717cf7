import { type UnixMs, plusMs } from '@candor/kernel';
import { type Interval, INTERVAL_MS, barStart } from '@candor/pricing';
import { type BacktestPlan, type RecordedBar, merged, runBacktest } from '../backtest/backtest.ts';

/** Whole recordings, and what is tried on them: a strategy that knows its recordings may cheat. */
export type Trial = {
  readonly plan: (recordings: readonly (readonly RecordedBar[])[]) => BacktestPlan;
  readonly recordings: readonly (readonly RecordedBar[])[];
  /** Moments after which everything is taken away. */
  readonly cuts: readonly UnixMs[];
};

/**
 * Moments to cut at, evenly over a span: each right after the first recorded bar of an interval, so
 * that a decision of that moment is still traded before the cut while the interval has just begun.
 */
export function cutsOf(
  span: { readonly from: UnixMs; readonly to: UnixMs },
  options: { readonly count: number; readonly interval: Interval; readonly base: Interval },
): UnixMs[] {
  const { count, interval, base } = options;
  const step = (span.to - span.from) / (count + 1);
  return Array.from({ length: count }, (_, index) => {
    const near = plusMs(span.from, Math.round(step * (index + 1)));
    return plusMs(barStart(near, interval), INTERVAL_MS[base]);
  });
}

/**
 * Looks for a strategy that knows what comes: it is run again with everything after a moment taken
 * away, and whatever it did before has to be the same.
 *
 * @shape  the moment of the first fill that a cut changed, or null
 */
export function futureUsed(trial: Trial): UnixMs | null {
  const { plan, recordings, cuts } = trial;
  const textOf = (upTo: readonly (readonly RecordedBar[])[], before: UnixMs) =>
    runBacktest(plan(upTo), merged(upTo))
      .fills.filter(({ time }) => time < before)
      .map(({ time, code, quantity, price }) => ({
        time,
        said: `${time} ${code} ${quantity} ${price}`,
      }));
  for (const cut of cuts) {
    const short = recordings.map((bars) => bars.filter(({ time }) => time < cut));
    const whole = textOf(recordings, cut);
    const cutOff = textOf(short, cut);
    const most = Math.max(whole.length, cutOff.length);
    for (let index = 0; index < most; index += 1) {
      if (whole[index]?.said === cutOff[index]?.said) continue;
      return whole[index]?.time ?? cutOff[index]?.time ?? cut;
    }
  }
  return null;
}
