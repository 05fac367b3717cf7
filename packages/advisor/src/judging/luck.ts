import { type Seeded, seeded } from '@candor/kernel';
import {
  type Estimate,
  dailySortino,
  deviationOf,
  meanOf,
  ofYear,
  withoutMarket,
} from './statistics.ts';

/** How often days are drawn anew. */
const DRAWS = 2000;
/** Days in a row that are drawn together on average: good and bad days come in runs. */
const RUN_DAYS = 5;
/** Fewer days say nothing. */
const DAYS_LEAST = 20;

/**
 * Days drawn from a series in runs of random length that wrap around its end.
 *
 * @source Politis and Romano, "The Stationary Bootstrap" (1994)
 */
function redrawn(series: readonly number[], draw: Seeded): number[] {
  const drawn: number[] = [];
  let place = 0;
  for (let count = 0; count < series.length; count += 1) {
    const isNew = count === 0 || draw() % RUN_DAYS === 0;
    place = isNew ? draw() % series.length : (place + 1) % series.length;
    drawn.push(series[place] ?? 0);
  }
  return drawn;
}

/**
 * How often chance alone would have done at least as well: what the market did by itself is taken
 * out, the days are drawn anew without their average, and counted is how often that average comes
 * out as high as the true one.
 *
 * @shape   a share from 0 to 1; null for fewer than 20 days
 * @units   returns and market: daily shares, of the same days
 */
export function couldBeLuck(
  returns: readonly number[],
  market: readonly number[],
  options: { readonly seed: number },
): number | null {
  if (returns.length < DAYS_LEAST) return null;
  const { rest } = withoutMarket(returns, market);
  const seen = meanOf(rest);
  const centred = rest.map((step) => step - seen);
  const draw = seeded(options.seed);
  let asHigh = 0;
  for (let count = 0; count < DRAWS; count += 1) {
    if (meanOf(redrawn(centred, draw)) >= seen) asHigh += 1;
  }
  // One draw more, the true one: a share of nothing is never shown.
  return (asHigh + 1) / (DRAWS + 1);
}

/**
 * Sortino's ratio of a year, its error from days drawn anew.
 *
 * @shape   null without a losing day, or for fewer than 20 days
 */
export function sortinoOf(
  returns: readonly number[],
  options: { readonly seed: number },
): Estimate | null {
  const daily = dailySortino(returns);
  if (daily === null || returns.length < DAYS_LEAST) return null;
  const draw = seeded(options.seed);
  const drawn: number[] = [];
  for (let count = 0; count < DRAWS / 4; count += 1) {
    const found = dailySortino(redrawn(returns, draw));
    if (found !== null) drawn.push(ofYear(found));
  }
  return { value: ofYear(daily), error: deviationOf(drawn) };
}
