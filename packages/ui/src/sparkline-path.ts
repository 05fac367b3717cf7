/** A line through chart points, and where it ends and began. @units pixels */
export type SparklineShape = {
  readonly path: string;
  readonly end: { readonly x: number; readonly y: number };
  readonly openY: number;
};

const EDGE = 3;
const POINTS_MAX = 100;

/** Chart points as a line in a box; null when there are fewer than two. */
export function sparklineShape(
  values: readonly number[],
  box: { readonly width: number; readonly height: number },
): SparklineShape | null {
  const points = values.slice(-POINTS_MAX).filter((value) => Number.isFinite(value));
  if (points.length < 2) return null;
  const low = Math.min(...points);
  const high = Math.max(...points);
  const span = high - low || 1;
  const step = (box.width - EDGE - 1) / (points.length - 1);
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const xOf = (index: number): number => tenth(1 + index * step);
  const yOf = (value: number): number => {
    // A market that did not move is a line in the middle, not at an edge.
    const share = high === low ? 0.5 : (value - low) / span;
    return tenth(box.height - EDGE - share * (box.height - 2 * EDGE));
  };
  const path = points
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${xOf(index)} ${yOf(value)}`)
    .join('');
  const last = points.length - 1;
  return {
    path,
    end: { x: xOf(last), y: yOf(points[last] ?? 0) },
    openY: yOf(points[0] ?? 0),
  };
}
