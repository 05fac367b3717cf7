import {
  type StudyBar,
  type Values,
  combine,
  exponential,
  highest,
  lowest,
  meanOf,
  overWindows,
} from './series.ts';

/** Seconds of a UTC day, the session the volume-weighted price starts anew with. */
const DAY_S = 86_400;

const closes = (bars: readonly StudyBar[]): number[] => bars.map((bar) => bar.close);

/**
 * Simple moving average: the mean of the last `period` closes.
 *
 * @units price
 * @source J. J. Murphy, Technical Analysis of the Financial Markets, 1999, ch. 9
 */
export function simpleAverage(bars: readonly StudyBar[], period: number): Values {
  return overWindows(closes(bars), period, meanOf);
}

/**
 * Exponential moving average: each close counts 2 ÷ (period + 1), what was before the rest; it
 * begins with the simple mean of the first `period` closes.
 *
 * @units price
 * @source J. J. Murphy, Technical Analysis of the Financial Markets, 1999, ch. 9
 */
export function exponentialAverage(bars: readonly StudyBar[], period: number): Values {
  return exponential(closes(bars), period);
}

/** Standard deviation of a whole population, not of a sample. */
function deviationOf(window: readonly number[]): number {
  const mean = meanOf(window);
  return Math.sqrt(meanOf(window.map((value) => (value - mean) ** 2)));
}

/**
 * Bollinger Bands: the simple average and lines so many population deviations above and below.
 *
 * @units price
 * @source J. Bollinger, Bollinger on Bollinger Bands, 2001, ch. 7
 */
export function bollinger(
  bars: readonly StudyBar[],
  { period, deviations }: { readonly period: number; readonly deviations: number },
): { readonly middle: Values; readonly upper: Values; readonly lower: Values } {
  const middle = simpleAverage(bars, period);
  const spread = overWindows(closes(bars), period, deviationOf);
  return {
    middle,
    upper: combine(middle, spread, (mean, one) => mean + deviations * one),
    lower: combine(middle, spread, (mean, one) => mean - deviations * one),
  };
}

/**
 * Volume-weighted average price since the beginning of the UTC day: typical prices
 * (high + low + close) ÷ 3, each counting by its volume. Nothing until the day has volume.
 *
 * @units price
 * @source S. Berkowitz, D. Logue, E. Noser, The Total Cost of Transactions, Journal of Finance, 1988
 */
export function volumeWeightedPrice(bars: readonly StudyBar[]): Values {
  let day = -1;
  let turnover = 0;
  let volume = 0;
  return bars.map((bar) => {
    const today = Math.floor(bar.time / DAY_S);
    if (today !== day) {
      day = today;
      turnover = 0;
      volume = 0;
    }
    turnover += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
    return volume > 0 ? turnover / volume : null;
  });
}

/** Middle between the highest high and the lowest low of each window. */
function middleOfRange(bars: readonly StudyBar[], period: number): Values {
  const high = highest(
    bars.map((bar) => bar.high),
    period,
  );
  const low = lowest(
    bars.map((bar) => bar.low),
    period,
  );
  return combine(high, low, (most, least) => (most + least) / 2);
}

/**
 * Ichimoku: conversion and base line, the two leading spans and the lagging close. Each figure
 * stands at the bar it is known at; how far ahead or back it is drawn belongs to the drawing.
 *
 * @units price
 * @source G. Hosoda, Ichimoku Kinko Hyo, 1969; periods 9, 26, 52
 */
export function ichimoku(
  bars: readonly StudyBar[],
  periods: { readonly conversion: number; readonly base: number; readonly span: number },
): {
  readonly conversion: Values;
  readonly base: Values;
  readonly spanA: Values;
  readonly spanB: Values;
  readonly lagging: Values;
} {
  const conversion = middleOfRange(bars, periods.conversion);
  const base = middleOfRange(bars, periods.base);
  return {
    conversion,
    base,
    spanA: combine(conversion, base, (a, b) => (a + b) / 2),
    spanB: middleOfRange(bars, periods.span),
    lagging: closes(bars),
  };
}
