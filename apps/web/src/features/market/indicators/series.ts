/**
 * Building blocks of indicators. Chart points are floats, and so is what is drawn over them: none
 * of these figures is money, none is charged, stored or sent.
 */

/** One figure per bar; null while there is none yet. Index i knows only bars 0 to i. */
export type Values = readonly (number | null)[];

/** The bars an indicator reads, oldest first. */
export type StudyBar = {
  /** Start of the bar. @units seconds since 1970 UTC */
  readonly time: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/** The last `period` figures up to and including `index`; null when one of them is missing. */
function windowAt(values: Values, index: number, period: number): number[] | null {
  if (index + 1 < period) return null;
  const found: number[] = [];
  for (let at = index + 1 - period; at <= index; at += 1) {
    const value = values[at] ?? null;
    if (value === null) return null;
    found.push(value);
  }
  return found;
}

/** A figure of each full window. */
export function overWindows(
  values: Values,
  period: number,
  figure: (window: readonly number[]) => number,
): Values {
  return values.map((_, index) => {
    const window = windowAt(values, index, period);
    return window === null ? null : figure(window);
  });
}

/** Sum. */
function sumOf(window: readonly number[]): number {
  return window.reduce((sum, value) => sum + value, 0);
}

/** Arithmetic mean. */
export function meanOf(window: readonly number[]): number {
  return sumOf(window) / window.length;
}

/** Highest figure of each full window. */
export function highest(values: Values, period: number): Values {
  return overWindows(values, period, (window) => Math.max(...window));
}

/** Lowest figure of each full window. */
export function lowest(values: Values, period: number): Values {
  return overWindows(values, period, (window) => Math.min(...window));
}

/**
 * A running figure that begins with the mean of the first `period` figures there are and then
 * takes each further one in.
 */
function smoothed(
  values: Values,
  period: number,
  next: (before: number, value: number) => number,
): Values {
  const seed: number[] = [];
  let running: number | null = null;
  return values.map((value) => {
    if (value === null) return null;
    if (running !== null) return (running = next(running, value));
    seed.push(value);
    return seed.length === period ? (running = meanOf(seed)) : null;
  });
}

/** Exponential smoothing with the weight 2 ÷ (period + 1), begun with a simple mean. */
export function exponential(values: Values, period: number): Values {
  const weight = 2 / (period + 1);
  return smoothed(values, period, (before, value) => before + weight * (value - before));
}

/**
 * Wilder's smoothing: the mean before times (period − 1), plus the new figure, over the period.
 *
 * @source J. W. Wilder, New Concepts in Technical Trading Systems, 1978
 */
export function wilder(values: Values, period: number): Values {
  return smoothed(values, period, (before, value) => (before * (period - 1) + value) / period);
}

/** Combines two runs figure by figure; null where either is. */
export function combine(a: Values, b: Values, figure: (a: number, b: number) => number): Values {
  return a.map((value, index) => {
    const other = b[index] ?? null;
    return value === null || other === null ? null : figure(value, other);
  });
}

/**
 * The true range of each bar: its height, or the way from the close before it if that is longer.
 * The first bar has no close before it.
 *
 * @source J. W. Wilder, New Concepts in Technical Trading Systems, 1978
 */
export function trueRange(bars: readonly StudyBar[]): number[] {
  return bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close;
    if (before === undefined) return high - low;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  });
}
