import type { UnixMs } from '@candor/kernel';
import { type Bar, type Interval, INTERVAL_MS, barStart } from '@candor/pricing';
import { floatOf } from '../figures/floats.ts';
import type { SignalBar } from '../strategies/strategy.ts';

/** A bar as signals see it. */
export function signalBarOf(bar: Bar): SignalBar {
  const { time, open, high, low, close } = bar;
  return {
    time,
    open: floatOf(open),
    high: floatOf(high),
    low: floatOf(low),
    close: floatOf(close),
  };
}

type Growing = { time: UnixMs; open: number; high: number; low: number; close: number };

/**
 * Puts the finer bars of several instruments together to the bars a strategy runs on, one interval at
 * a time. A bar is handed out when its interval is over, never before: what has not ended is not seen.
 */
export type BarClock = {
  /** Interval that is over before a moment, with a bar of each instrument; null when one has none. */
  readonly ended: (
    before: UnixMs,
  ) => { readonly endedAt: UnixMs; readonly bars: readonly SignalBar[] | null } | null;
  readonly add: (index: number, bar: Bar) => void;
};

/** A clock of bars of one length. An instrument without a bar in an interval keeps its last close. */
export function createBarClock(count: number, interval: Interval): BarClock {
  const length = INTERVAL_MS[interval];
  const open: (Growing | null)[] = Array.from({ length: count }, () => null);
  const lastClose: (number | null)[] = Array.from({ length: count }, () => null);
  let begun: UnixMs | null = null;

  const barOf = (index: number, time: UnixMs): SignalBar | null => {
    const grown = open[index] ?? null;
    if (grown !== null) return grown;
    const close = lastClose[index] ?? null;
    return close === null ? null : { time, open: close, high: close, low: close, close };
  };

  return {
    ended(before) {
      if (begun === null) return null;
      const endedAt = (begun + length) as UnixMs;
      if (before < endedAt) return null;
      const time = begun;
      const bars: SignalBar[] = [];
      for (let index = 0; index < count; index += 1) {
        const bar = barOf(index, time);
        if (bar !== null) bars.push(bar);
        lastClose[index] = open[index]?.close ?? lastClose[index] ?? null;
        open[index] = null;
      }
      begun = null;
      return { endedAt, bars: bars.length === count ? bars : null };
    },
    add(index, bar) {
      begun ??= barStart(bar.time, interval);
      const { time, open: first, high, low, close } = signalBarOf(bar);
      const grown = open[index] ?? null;
      if (grown === null) {
        open[index] = { time: begun, open: first, high, low, close };
        return;
      }
      if (time < grown.time) return;
      if (high > grown.high) grown.high = high;
      if (low < grown.low) grown.low = low;
      grown.close = close;
    },
  };
}
