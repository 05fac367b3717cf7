import {
  type StudyBar,
  type Values,
  combine,
  exponential,
  highest,
  lowest,
  meanOf,
  overWindows,
  trueRange,
  wilder,
} from './series.ts';

/** What a scale of 0 to 100 says when nothing moved: neither end. */
const MIDDLE = 50;

const closes = (bars: readonly StudyBar[]): number[] => bars.map((bar) => bar.close);

/** Change from the bar before; the first bar has none. */
function changes(bars: readonly StudyBar[]): Values {
  return bars.map((bar, index) => {
    const before = bars[index - 1];
    return before === undefined ? null : bar.close - before.close;
  });
}

/**
 * Relative strength index: Wilder's mean of the rises over that of rises and falls together. 50
 * while the price did not move at all.
 *
 * @units 0 to 100
 * @source J. W. Wilder, New Concepts in Technical Trading Systems, 1978
 */
export function relativeStrength(bars: readonly StudyBar[], period: number): Values {
  const moved = changes(bars);
  const up = wilder(
    moved.map((change) => (change === null ? null : Math.max(change, 0))),
    period,
  );
  const down = wilder(
    moved.map((change) => (change === null ? null : Math.max(-change, 0))),
    period,
  );
  return combine(up, down, (rise, fall) =>
    rise + fall === 0 ? MIDDLE : (100 * rise) / (rise + fall),
  );
}

/**
 * Moving average convergence and divergence: fast less slow exponential average of the closes, the
 * exponential average of that as signal, and the difference of the two.
 *
 * @units price
 * @source G. Appel, Technical Analysis: Power Tools for Active Investors, 2005, ch. 8
 */
export function convergence(
  bars: readonly StudyBar[],
  periods: { readonly fast: number; readonly slow: number; readonly signal: number },
): { readonly macd: Values; readonly signal: Values; readonly histogram: Values } {
  const fast = exponential(closes(bars), periods.fast);
  const slow = exponential(closes(bars), periods.slow);
  const macd = combine(fast, slow, (a, b) => a - b);
  const signal = exponential(macd, periods.signal);
  return { macd, signal, histogram: combine(macd, signal, (a, b) => a - b) };
}

/**
 * Slow stochastic: where the close stands between the lowest low and the highest high of `period`
 * bars, averaged over `smooth` bars (%K), and the average of that (%D). 50 in a range of nothing.
 *
 * @units 0 to 100
 * @source G. Lane, Lane's Stochastics, Technical Analysis of Stocks & Commodities, 1984
 */
export function stochastic(
  bars: readonly StudyBar[],
  periods: { readonly period: number; readonly smooth: number; readonly signal: number },
): { readonly k: Values; readonly d: Values } {
  const high = highest(
    bars.map((bar) => bar.high),
    periods.period,
  );
  const low = lowest(
    bars.map((bar) => bar.low),
    periods.period,
  );
  const raw = bars.map((bar, index) => {
    const most = high[index] ?? null;
    const least = low[index] ?? null;
    if (most === null || least === null) return null;
    return most === least ? MIDDLE : (100 * (bar.close - least)) / (most - least);
  });
  const k = overWindows(raw, periods.smooth, meanOf);
  return { k, d: overWindows(k, periods.signal, meanOf) };
}

/**
 * Average true range: Wilder's mean of the true ranges.
 *
 * @units price
 * @source J. W. Wilder, New Concepts in Technical Trading Systems, 1978
 */
export function averageTrueRange(bars: readonly StudyBar[], period: number): Values {
  return wilder(trueRange(bars), period);
}

/** Wilder's directional movement of each bar: how far it reached beyond the bar before, one way. */
function directionalMovement(bars: readonly StudyBar[]): { up: Values; down: Values } {
  const moves = bars.map((bar, index) => {
    const before = bars[index - 1];
    if (before === undefined) return null;
    const up = bar.high - before.high;
    const down = before.low - bar.low;
    return { up: up > down && up > 0 ? up : 0, down: down > up && down > 0 ? down : 0 };
  });
  return {
    up: moves.map((move) => move?.up ?? null),
    down: moves.map((move) => move?.down ?? null),
  };
}

/**
 * Average directional index with its two directional indicators: how much of the true range went
 * up, how much went down, and Wilder's mean of how one-sided that was.
 *
 * @units 0 to 100
 * @source J. W. Wilder, New Concepts in Technical Trading Systems, 1978
 */
export function directionalIndex(
  bars: readonly StudyBar[],
  period: number,
): { readonly adx: Values; readonly plus: Values; readonly minus: Values } {
  const moved = directionalMovement(bars);
  // The first bar has no movement, so its range does not count either.
  const range = wilder(
    trueRange(bars).map((one, index) => (index === 0 ? null : one)),
    period,
  );
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
  const plus = combine(wilder(moved.up, period), range, share);
  const minus = combine(wilder(moved.down, period), range, share);
  const oneSided = combine(plus, minus, (up, down) => share(Math.abs(up - down), up + down));
  return { adx: wilder(oneSided, period), plus, minus };
}

/**
 * On-balance volume: volume of rising closes added, of falling ones taken away, from 0 at the first
 * bar loaded. Only its changes mean anything. Nothing where the source says no volume.
 *
 * @units base quantity
 * @source J. Granville, Granville's New Key to Stock Market Profits, 1963
 */
export function onBalanceVolume(bars: readonly StudyBar[]): Values {
  let running = 0;
  let hasVolume = false;
  return bars.map((bar, index) => {
    const before = bars[index - 1];
    hasVolume ||= bar.volume > 0;
    if (before !== undefined) running += Math.sign(bar.close - before.close) * bar.volume;
    return hasVolume ? running : null;
  });
}
