/** The points of a picture, as a canvas gives them: red, green, blue and alpha for each. */
export type Points = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
};

/** What can be said of a picture before people look at it. */
export type Verdict = {
  readonly isSharp: boolean;
  readonly light: 'enough' | 'little' | 'glare';
};

/** Variance of the Laplacian below which lines of text run together. */
const SHARP_MIN = 60;
/** Brightness below which a picture is dark. @units 0 to 255 */
const LIGHT_MIN = 55;
/** Brightness from which a point says nothing any more, and the most of them a picture may have. */
const BURNT = 250;
const BURNT_SHARE_MAX = 0.35;
/** Rows that are measured before others may work. */
const ROWS_AT_ONCE = 64;

const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;

type Sums = { count: number; light: number; burnt: number; edge: number; edgeSquared: number };

/** Brightness of each point, in two rows around the one that is measured. */
function brightness({ data, width }: Points, row: number): Float32Array {
  const values = new Float32Array(width);
  for (let x = 0; x < width; x += 1) {
    const at = (row * width + x) * 4;
    values[x] = RED * (data[at] ?? 0) + GREEN * (data[at + 1] ?? 0) + BLUE * (data[at + 2] ?? 0);
  }
  return values;
}

/** Adds one row: how bright it is, and how each point differs from its four neighbours. */
function addRow(sums: Sums, rows: readonly [Float32Array, Float32Array, Float32Array]): void {
  const [above, row, below] = rows;
  for (let x = 1; x < row.length - 1; x += 1) {
    const here = row[x] ?? 0;
    const edge =
      4 * here - (row[x - 1] ?? 0) - (row[x + 1] ?? 0) - (above[x] ?? 0) - (below[x] ?? 0);
    sums.count += 1;
    sums.light += here;
    if (here >= BURNT) sums.burnt += 1;
    sums.edge += edge;
    sums.edgeSquared += edge * edge;
  }
}

function verdictOf({ count, light, burnt, edge, edgeSquared }: Sums): Verdict {
  const all = Math.max(1, count);
  const variance = edgeSquared / all - (edge / all) ** 2;
  const isBurnt = burnt / all > BURNT_SHARE_MAX;
  return {
    isSharp: variance >= SHARP_MIN,
    light: isBurnt ? 'glare' : light / all < LIGHT_MIN ? 'little' : 'enough',
  };
}

/**
 * How sharp and how bright a picture is, by the variance of its Laplacian and the mean of its
 * brightness; measured in slices, `pause` after each, so that the page goes on answering.
 */
export async function measure(points: Points, pause: () => Promise<unknown>): Promise<Verdict> {
  const sums: Sums = { count: 0, light: 0, burnt: 0, edge: 0, edgeSquared: 0 };
  const { height } = points;
  let above = brightness(points, 0);
  let row = brightness(points, Math.min(1, height - 1));
  for (let y = 1; y < height - 1; y += 1) {
    const below = brightness(points, y + 1);
    addRow(sums, [above, row, below]);
    [above, row] = [row, below];
    if (y % ROWS_AT_ONCE === 0) await pause();
  }
  return verdictOf(sums);
}

/** Whether nothing speaks against a picture. */
export const isGood = ({ isSharp, light }: Verdict): boolean => isSharp && light === 'enough';
