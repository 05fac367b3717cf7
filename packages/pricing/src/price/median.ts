import {
  DECIMAL_ONE,
  type Price,
  type Rate,
  type UnixMs,
  abs,
  assert,
  compare,
  divideInteger,
  ensure,
  sub,
} from '@candor/kernel';

/** Earlier ticks of a lone source that its next one is measured against. */
export const RECENT_TICKS = 15;
/** Ticks that must have agreed with one outside the band of a lone source before it may act. */
export const AGREEING_TICKS = 3;
/** How long they must have agreed. */
export const AGREEING_MS = 3_000;

/**
 * The middle one of some prices; of an even number, the middle of the middle two.
 *
 * @rounding halfEven, at 18 places
 * @throws   InvariantError when there is none
 */
export function medianPrice(prices: readonly Price[]): Price {
  assert(prices.length > 0, 'a median needs a price');
  const sorted = [...prices].sort(compare);
  const upper = Math.floor(sorted.length / 2);
  const high = ensure(sorted[upper], 'the middle is inside');
  if (sorted.length % 2 === 1) return high;
  const low = ensure(sorted[upper - 1], 'the middle is inside');
  return divideInteger(low + high, 2n, 'halfEven') as Price;
}

/**
 * Whether a price lies within a share of the median, its edges included.
 *
 * @units prices: quote currency per base unit · bandRate: share of the median; exact
 */
export function withinBand(price: Price, median: Price, bandRate: Rate): boolean {
  return abs(sub(price, median)) * DECIMAL_ONE <= abs(median) * bandRate;
}

/** A price a source has said, and when. */
export type SaidPrice = { readonly price: Price; readonly at: UnixMs };

/**
 * Whether a price has lasted: at least 3 prices said just before it agree with it, in a row, the
 * first of them at least 3 s earlier.
 *
 * @shape  what the same source said before, oldest first → true when enough of it agrees
 * @source PRODUCT 3 "Sources behind a trigger"
 */
export function isAgreed(said: SaidPrice, earlier: readonly SaidPrice[], bandRate: Rate): boolean {
  for (let count = 1; count <= earlier.length; count += 1) {
    const one = ensure(earlier[earlier.length - count], 'the place is inside');
    if (!withinBand(one.price, said.price, bandRate)) return false;
    if (count >= AGREEING_TICKS && said.at - one.at >= AGREEING_MS) return true;
  }
  return false;
}

/**
 * The first half of the source rule: whether a tick is credible beside what other sources say. With
 * one other source the two are compared; with more, it has to lie within the band of the median of
 * all. Alone, it has to lie within the band of the median of its source's last 15 prices and of one
 * at least 3 s old, or to have lasted (see `isAgreed`). A source's very first tick has nothing
 * behind it. The second half is that nothing acts before its source's prices have lasted since the
 * start.
 *
 * @units  prices: quote currency per base unit
 * @source PRODUCT 3 "Sources behind a trigger"
 */
export function isCredible(facts: {
  /** Its bid and its ask: stops act on either, never on the middle, so both have to pass. */
  readonly sides: readonly Price[];
  readonly at: UnixMs;
  /** The middle of this tick, which counts among all sources. */
  readonly middle: Price;
  /** What every other source that counts said last, mids. */
  readonly others: readonly Price[];
  /** Earlier mids of this tick's source, oldest first, those of before a restart among them. */
  readonly recent: readonly SaidPrice[];
  /** How many of those, the last ones, were said since the start. */
  readonly sinceStart: number;
  readonly bandRate: Rate;
}): boolean {
  const { sides, at, middle, others, recent, bandRate } = facts;
  const near = (to: Price): boolean => sides.every((side) => withinBand(side, to, bandRate));
  const [other] = others;
  // Of two, one alone would move their middle by half of its own error.
  if (other !== undefined)
    return near(others.length === 1 ? other : medianPrice([middle, ...others]));
  if (recent.length === 0) return false;
  const last = recent.slice(-RECENT_TICKS).map((one) => one.price);
  if (near(medianPrice(last))) {
    // A young source's median follows a burst within moments.
    const old = recent.filter((one) => at - one.at >= AGREEING_MS);
    if (old.length === 0 || old.some((one) => near(one.price))) return true;
  }
  const sinceStart = saidSinceStart(recent, facts.sinceStart);
  return sides.every((price) => isAgreed({ price, at }, sinceStart, bandRate));
}

/** The prices of a source that were said since the start. */
export function saidSinceStart(recent: readonly SaidPrice[], count: number): readonly SaidPrice[] {
  return recent.slice(recent.length - count);
}
