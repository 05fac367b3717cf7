import {
  DAY_MS,
  DECIMAL_ZERO,
  HOUR_MS,
  MINUTE_MS,
  type Price,
  type Quantity,
  type UnixMs,
  add,
  assert,
  divideInteger,
  max,
  min,
  msIntoUtcWeek,
  plusMs,
} from '@candor/kernel';

/** Lengths a bar can have, as they are spelt on the wire. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;

/** One of the lengths a bar can have. */
export type Interval = (typeof INTERVALS)[number];

/** Milliseconds of each. */
export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};

/** What prices did in one interval; `time` is its first millisecond, in market time. */
export type Bar = {
  readonly time: UnixMs;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** Base units traded, zero where the source says none. */
  readonly volume: Quantity;
};

/** One price of a tape, with what traded at it. */
export type BarTick = {
  readonly time: UnixMs;
  readonly price: Price;
  readonly volume: Quantity;
};

/** Whether a text names an interval. */
export function isInterval(text: string): text is Interval {
  return (INTERVALS as readonly string[]).includes(text);
}

/** The first millisecond of the bar a moment falls into; UTC, weeks start on Monday. */
export function barStart(at: UnixMs, interval: Interval): UnixMs {
  if (interval === '1w') return plusMs(at, -msIntoUtcWeek(at));
  const length = INTERVAL_MS[interval];
  return plusMs(at, -(((at % length) + length) % length));
}

/** The bar a tick opens. */
export function startBar(tick: BarTick, interval: Interval): Bar {
  const { price, volume } = tick;
  const time = barStart(tick.time, interval);
  return { time, open: price, high: price, low: price, close: price, volume };
}

/** The bar after one more tick of its interval. @units prices: quote currency per base unit */
export function extendBar(bar: Bar, tick: Pick<BarTick, 'price' | 'volume'>): Bar {
  return {
    time: bar.time,
    open: bar.open,
    high: max(bar.high, tick.price),
    low: min(bar.low, tick.price),
    close: tick.price,
    volume: add(bar.volume, tick.volume),
  };
}

/** The bars of a run of ticks, oldest first. */
export function barsOf(ticks: readonly BarTick[], interval: Interval): Bar[] {
  const single = ({ time, price, volume }: BarTick): Bar => ({
    time,
    open: price,
    high: price,
    low: price,
    close: price,
    volume,
  });
  return mergeBars(ticks.map(single), interval);
}

/**
 * Finer bars as coarser ones.
 *
 * @shape  bars, oldest first → bars of `interval`, oldest first; intervals without any are absent
 * @throws InvariantError when a bar is older than the one before it
 * @invariant merging bars of ticks gives the bars of those ticks
 */
export function mergeBars(bars: readonly Bar[], interval: Interval): Bar[] {
  const merged: Bar[] = [];
  let newest: UnixMs | null = null;
  for (const bar of bars) {
    assert(newest === null || newest <= bar.time, 'bars come oldest first');
    newest = bar.time;
    const time = barStart(bar.time, interval);
    const last = merged.at(-1);
    if (last === undefined || last.time < time) {
      merged.push({ ...bar, time });
      continue;
    }
    merged[merged.length - 1] = {
      time,
      open: last.open,
      high: max(last.high, bar.high),
      low: min(last.low, bar.low),
      close: bar.close,
      volume: add(last.volume, bar.volume),
    };
  }
  return merged;
}

/**
 * A recorded bar as the four ticks it is replayed with: open, the extreme nearer to it, the other
 * extreme, close, a quarter of the bar apart. With both extremes equally near, a rising bar goes
 * down first.
 *
 * @rounding volume: a quarter each, down, the rest on the last
 * @throws   InvariantError when high and low do not enclose open and close
 * @invariant the bar of these ticks is the bar
 * @source   PRODUCT 3 "Two clocks"
 */
export function barTicks(bar: Bar, interval: Interval): [BarTick, BarTick, BarTick, BarTick] {
  const { open, high, low, close, volume } = bar;
  assert(low <= min(open, close) && high >= max(open, close), 'a bar encloses its ends');
  const up = high - open;
  const down = open - low;
  const lowFirst = down < up || (down === up && close >= open);
  const step = INTERVAL_MS[interval] / 4;
  const share = divideInteger(volume, 4n, 'down') as Quantity;
  const rest = (volume - 3n * share) as Quantity;
  const at = (index: number): UnixMs => plusMs(bar.time, index * step);
  return [
    { time: at(0), price: open, volume: share },
    { time: at(1), price: lowFirst ? low : high, volume: share },
    { time: at(2), price: lowFirst ? high : low, volume: share },
    { time: at(3), price: close, volume: rest },
  ];
}

/** No volume, for ticks of sources that say none. */
export const NO_VOLUME: Quantity = DECIMAL_ZERO as Quantity;
