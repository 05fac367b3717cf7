import { assert, ensure } from '@candor/kernel';

/** Points a sparkline has at most (seed: `hundred`). */
export const SPARKLINE_POINTS = 100;

/**
 * At most `max` of some points, evenly chosen, the first and the last always among them.
 *
 * @throws InvariantError when `max` is not a whole number of at least 2
 */
export function thin<Point>(points: readonly Point[], max = SPARKLINE_POINTS): Point[] {
  assert(Number.isSafeInteger(max) && max >= 2, 'a line has two ends');
  if (points.length <= max) return [...points];
  return Array.from({ length: max }, (_, index) => {
    const from = Math.floor((index * (points.length - 1)) / (max - 1));
    return ensure(points[from], 'a chosen point is inside');
  });
}
