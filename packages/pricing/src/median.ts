import {
  DECIMAL_ONE,
  type Price,
  type Rate,
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

/**
 * The source rule: whether a tick may set off a stop, a close-out or a settlement. With two or more
 * sources it has to lie within the band of their median; with one, within the band of the median
 * of its last 15 ticks, or agree with the 3 just before it.
 *
 * @units  prices: quote currency per base unit, mids
 * @source PRODUCT 3 "Sources behind a trigger"
 */
export function mayTrigger(facts: {
  readonly price: Price;
  /** The newest fresh price of every source, this tick's own among them. */
  readonly sources: readonly Price[];
  /** Earlier ticks of this tick's source, oldest first. */
  readonly recent: readonly Price[];
  readonly bandRate: Rate;
}): boolean {
  const { price, sources, recent, bandRate } = facts;
  if (sources.length >= 2) return withinBand(price, medianPrice(sources), bandRate);
  // A first tick has nothing behind it that could speak for it.
  if (recent.length === 0) return false;
  if (withinBand(price, medianPrice(recent.slice(-RECENT_TICKS)), bandRate)) return true;
  const last = recent.slice(-AGREEING_TICKS);
  return last.length === AGREEING_TICKS && last.every((one) => withinBand(one, price, bandRate));
}
