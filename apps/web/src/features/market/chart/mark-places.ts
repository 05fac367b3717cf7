import type { ChartSlot } from './chart-points.ts';

/** Something that happened at a time and a price, to be marked on the chart. */
export type ChartMark = {
  readonly id: string;
  /** @units unix milliseconds */
  readonly at: number;
  /** For drawing only. */
  readonly price: number;
};

/**
 * The bar a moment belongs to: the last that began by then; null before the first bar and in a time
 * of which no bar is drawn.
 *
 * @units unix milliseconds · step and result: seconds
 */
export function barOf(at: number, slots: readonly ChartSlot[], stepS: number): number | null {
  const seconds = Math.floor(at / 1000);
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle]?.time ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  const slot = slots[low - 1];
  return slot === undefined || seconds >= slot.time + stepS ? null : slot.time;
}
