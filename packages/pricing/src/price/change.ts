import { DAY_MS, type Decimal, type Price, type UnixMs, ensure } from '@candor/kernel';
import { percentOf } from './percent.ts';

/** How far back the change on a list looks. */
export const CHANGE_WINDOW_MS = DAY_MS;

/** A price at a moment. */
export type PricePoint = { readonly time: UnixMs; readonly price: Price };

/**
 * How much a price has changed, in percent of what it was; null when it was zero or below, where a
 * percentage says nothing.
 *
 * @units    result: percent, 2.5 is 2.5 %
 * @rounding halfEven, at 4 places
 */
export function changePercent(facts: { now: Price; before: Price }): Decimal | null {
  if (facts.before <= 0n) return null;
  return percentOf(facts.now - facts.before, facts.before);
}

/**
 * The price that stood at a moment: that of the last point at or before it, null when the points
 * start later.
 *
 * @units points: oldest first
 */
export function priceAt(points: readonly PricePoint[], at: UnixMs): Price | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (ensure(points[middle], 'the middle is inside').time <= at) low = middle + 1;
    else high = middle;
  }
  return points[low - 1]?.price ?? null;
}
