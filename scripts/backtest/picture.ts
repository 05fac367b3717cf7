import type { BacktestRun } from '@candor/advisor';

const WIDTH = 960;
const HEIGHT = { equity: 280, fall: 120 };
const EDGE = 40;

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** A line through values, the lowest at the bottom. */
function pathOf(
  values: readonly number[],
  frame: { top: number; height: number; low: number; high: number },
): string {
  const { top, height, low, high } = frame;
  const span = high - low || 1;
  return values
    .map((value, index) => {
      const x = EDGE + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE);
      const y = top + height - ((value - low) / span) * height;
      return `${index === 0 ? 'M' : 'L'}${tenths(x)} ${tenths(y)}`;
    })
    .join('');
}

/** Share below the height so far, from point to point. */
function fallsOf(values: readonly number[]): number[] {
  let height = 0;
  return values.map((value) => {
    height = Math.max(height, value);
    return height === 0 ? 0 : value / height - 1;
  });
}

/** The curve of a run beside buying and holding, and below it how deep it fell, as a picture. */
export function pictureOf(run: BacktestRun, benchmark: BacktestRun): string {
  const own = run.equity.map(({ value }) => value);
  const other = benchmark.equity.map(({ value }) => value);
  const low = Math.min(...own, ...other);
  const high = Math.max(...own, ...other);
  const equity = { top: EDGE, height: HEIGHT.equity, low, high };
  const falls = fallsOf(own);
  const fall = {
    top: 2 * EDGE + HEIGHT.equity,
    height: HEIGHT.fall,
    low: Math.min(...falls),
    high: 0,
  };
  const total = 3 * EDGE + HEIGHT.equity + HEIGHT.fall;
  const line = (path: string, colour: string): string =>
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
  const label = (x: number, y: number, text: string): string =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="12">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${total}" viewBox="0 0 ${WIDTH} ${total}">
<rect width="100%" height="100%" fill="#fff"/>
${label(EDGE, 24, `${Math.round(low)} to ${Math.round(high)} USDT; grey: buy and hold`)}
${line(pathOf(other, equity), '#9a9a9a')}
${line(pathOf(own, equity), '#1b5fd0')}
${label(EDGE, EDGE + HEIGHT.equity + 28, `deepest fall ${tenths(run.deepestFall.share * 100)} %`)}
${line(pathOf(falls, fall), '#c23b22')}
</svg>
`;
}
