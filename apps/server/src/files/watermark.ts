import type { Outline } from '../platform/formats/pdf/pdf.ts';

/** Longest side of a document, kept and shown: enough to read small print on a page of paper. @units points */
export const VIEW_EDGE_MAX = 2_400;

const PATH = /^[MLQCZ\d\s.,eE-]*$/;
/** Height of the outline’s letters. */
const EM = 100;
/** Letters are as tall as this part of the picture’s shorter side. */
const LETTERS = 1 / 28;
/** The line rises by so much. @units radians */
const SLANT = (28 * Math.PI) / 180;
const OPAQUE = 255;

/** A picture point by point, three or four bytes each. */
export type Points = {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
};

/**
 * The line once, on a ground that is not there: dark with a light edge, so that it is seen on light and on dark.
 *
 * @throws Error when the outline is anything but the commands of a path
 */
export function lineOf(
  { width, height }: Pick<Points, 'width' | 'height'>,
  outline: Outline,
): string {
  if (!PATH.test(outline.path)) throw new Error('not a path');
  const letters = Math.max(10, Math.min(width, height) * LETTERS);
  const scale = letters / EM;
  const across = Math.max(1, Math.ceil(outline.width * scale + letters * 3));
  const down = Math.ceil(letters * 4);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">`,
    `<path d="${outline.path}" fill="#000" fill-opacity="0.34" stroke="#fff" stroke-opacity="0.34"`,
    ` stroke-width="3" transform="translate(${letters} ${letters * 2}) scale(${scale})"/></svg>`,
  ].join('');
}

/**
 * Lays a line over a picture again and again, aslant, every other row by half a line further, so that no part of the
 * picture is without it. The picture itself is changed: there is no copy of it that could be kept.
 */
export function layOver(picture: Points, line: Points): void {
  const { data, width, height, channels } = picture;
  const { data: mark, width: across, height: down } = line;
  const [cos, sin] = [Math.cos(SLANT), Math.sin(SLANT)];
  for (let y = 0; y < height; y += 1) {
    // Where the row's first point lies along the lines and across them; the next ones follow by adding.
    const first = Math.floor((y * cos) / down);
    let along = -y * sin + ((first & 1) * across) / 2;
    along -= Math.floor(along / across) * across;
    let depth = y * cos - first * down;
    let point = y * width * channels;
    for (let x = 0; x < width; x += 1, point += channels) {
      const at = (Math.floor(depth) * across + Math.min(Math.floor(along), across - 1)) * 4;
      const alpha = mark[at + 3] ?? 0;
      if (alpha > 0) {
        const rest = OPAQUE - alpha;
        for (let channel = 0; channel < 3; channel += 1) {
          const under = data[point + channel] ?? 0;
          data[point + channel] = (under * rest + (mark[at + channel] ?? 0) * alpha) / OPAQUE;
        }
      }
      along += cos;
      depth += sin;
      if (depth >= down) {
        // The next line begins half a line further.
        depth -= down;
        along += across / 2;
      }
      if (along >= across) along -= across;
    }
  }
}
