/** How a line is drawn: what it is about, what it is compared with, or an area below its base. */
export type CurveLook = 'ink' | 'quiet' | 'fall';

/** More points than a wide chart has pixels for are not drawn. */
const POINTS_MAX = 600;

/**
 * As many points as are drawn: of each stretch its lowest and its highest, in their order, so that
 * no fall and no height is smoothed away.
 */
export function pointsToDraw(values: readonly number[]): readonly number[] {
  if (values.length <= POINTS_MAX) return values;
  const stretch = Math.ceil((values.length * 2) / POINTS_MAX);
  const kept: number[] = [];
  for (let from = 0; from < values.length; from += stretch) {
    const part = values.slice(from, from + stretch);
    const low = part.indexOf(Math.min(...part));
    const high = part.indexOf(Math.max(...part));
    const places = low === high ? [low] : [Math.min(low, high), Math.max(low, high)];
    kept.push(...places.flatMap((place) => part[place] ?? []));
  }
  return kept;
}

/** A line through values in a box, or the area between it and a base; empty for fewer than two. */
export function curvePath(
  values: readonly number[],
  box: {
    readonly width: number;
    readonly height: number;
    readonly low: number;
    readonly span: number;
  },
  base: number | null,
): string {
  if (values.length < 2) return '';
  const { width, height, low, span } = box;
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const yOf = (value: number): number => tenth(height - ((value - low) / span) * height);
  const step = width / (values.length - 1);
  const line = values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${tenth(at * step)} ${yOf(value)}`)
    .join('');
  return base === null ? line : `${line}L${width} ${yOf(base)}L0 ${yOf(base)}Z`;
}
