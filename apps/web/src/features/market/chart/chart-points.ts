import { type UnixMs, formatDecimal, price, quantity, unixMs } from '@candor/kernel';
import { type Bar, type Interval, NO_VOLUME, barStart, extendBar, startBar } from '@candor/pricing';
import type { Bar as WireBar } from '@candor/protocol/light';

/** A bar as a chart draws it: pixels need no exactness, so this is where text becomes floats. */
export type ChartPoint = {
  /** Seconds since 1970 UTC, the chart library's unit. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/** Decimal text as a float, for drawing only. */
export function drawable(text: string): number {
  return +text;
}

/** What is drawn of the bars the server sent: their texts are read once, thousands at a time. */
const drawn = new WeakMap<Bar, ChartPoint>();

/** A bar of the wire with exact numbers. */
export function barOf(wire: WireBar): Bar {
  const bar = {
    time: unixMs(wire.time),
    open: price(wire.open),
    high: price(wire.high),
    low: price(wire.low),
    close: price(wire.close),
    volume: quantity(wire.volume),
  };
  drawn.set(bar, pointOfTexts(wire));
  return bar;
}

function pointOfTexts(wire: WireBar): ChartPoint {
  return {
    time: Math.floor(wire.time / 1000),
    open: drawable(wire.open),
    high: drawable(wire.high),
    low: drawable(wire.low),
    close: drawable(wire.close),
    volume: drawable(wire.volume),
  };
}

/** A bar as a point of the chart. */
export function pointOf(bar: Bar): ChartPoint {
  return (
    drawn.get(bar) ??
    pointOfTexts({
      time: bar.time,
      open: formatDecimal(bar.open),
      high: formatDecimal(bar.high),
      low: formatDecimal(bar.low),
      close: formatDecimal(bar.close),
      volume: formatDecimal(bar.volume),
    })
  );
}

/**
 * Bars from several answers as one run, oldest first; where two speak of one time the later
 * answer stands.
 */
export function joinBars(runs: readonly (readonly Bar[])[]): Bar[] {
  const byTime = new Map<UnixMs, Bar>();
  for (const run of runs) for (const bar of run) byTime.set(bar.time, bar);
  return [...byTime.values()].toSorted((a, b) => a.time - b.time);
}

/** A place on the time axis: a bar, or none where bars are missing. */
export type ChartSlot = { readonly time: number; readonly point: ChartPoint | null };

/** Empty places a gap is drawn with at most: longer ones would push every bar out of view. */
const GAP_MAX = 24;

/**
 * Bars with an empty place for each one that is missing while the market was open, so that missing
 * prices are seen as a gap and never as a line from before to after.
 *
 * @units seconds since 1970 UTC
 */
export function withGaps(
  points: readonly ChartPoint[],
  axis: { readonly stepS: number; readonly isOpen: (seconds: number) => boolean },
): ChartSlot[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    const slot = { time: point.time, point };
    if (before === undefined) return [slot];
    const missing = Math.round((point.time - before.time) / axis.stepS) - 1;
    const empty = Array.from({ length: Math.min(GAP_MAX, Math.max(0, missing)) }, (_, at) => ({
      time: before.time + (at + 1) * axis.stepS,
      point: null,
    })).filter(({ time }) => axis.isOpen(time));
    return [...empty, slot];
  });
}

/**
 * The last bar after one more quote: the same bar extended, a new one begun, or null when the
 * quote is older than the bar and changes nothing.
 *
 * @units price: the mid of the quote, as bars are kept
 */
export function liveBar(
  last: Bar | undefined,
  quote: { readonly price: string; readonly sourceTime: number },
  interval: Interval,
): Bar | null {
  const time = unixMs(quote.sourceTime);
  const tick = { time, price: price(quote.price), volume: NO_VOLUME };
  if (last === undefined) return startBar(tick, interval);
  const start = barStart(time, interval);
  if (start < last.time) return null;
  return start === last.time ? extendBar(last, tick) : startBar(tick, interval);
}
