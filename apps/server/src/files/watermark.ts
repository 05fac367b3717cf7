import type { Outline } from '../platform/formats/pdf/pdf.ts';

/** Longest side of a view: enough to read a document by. @units points */
export const VIEW_EDGE_MAX = 2_400;

const PATH = /^[MLQCZ\d\s.,eE-]*$/;
/** Height of the outline’s letters. */
const EM = 100;
/** Letters are as tall as this part of the picture’s shorter side. */
const LETTERS = 1 / 28;
const LINES_MAX = 24;

/**
 * The drawing that is laid over a view: a line again and again, aslant, dark on light and light on
 * dark, so that no part of the picture is without it.
 *
 * @throws Error when the outline is anything but the commands of a path
 */
export function watermarkOf(
  { width, height }: { readonly width: number; readonly height: number },
  outline: Outline,
): string {
  if (!PATH.test(outline.path)) throw new Error('not a path');
  const letters = Math.max(10, Math.min(width, height) * LETTERS);
  const scale = letters / EM;
  const step = Math.max(1, outline.width * scale + letters * 3);
  // A square over the picture, wherever it is turned to.
  const reach = Math.hypot(width, height);
  const rows = Math.min(LINES_MAX, Math.ceil(reach / (letters * 4)));
  const columns = Math.min(LINES_MAX, Math.ceil(reach / step) + 1);
  const places = Array.from({ length: rows * columns }, (_, index) => {
    const row = Math.floor(index / columns);
    const x = (index % columns) * step - reach / 2 - (row % 2) * (step / 2);
    const y = ((row + 0.5) * reach) / rows - reach / 2;
    return `<use href="#t" transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale})"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<defs><path id="t" d="${outline.path}"/></defs>`,
    `<g transform="translate(${width / 2} ${height / 2}) rotate(-28)" fill="#000"`,
    ` fill-opacity="0.34" stroke="#fff" stroke-opacity="0.34" stroke-width="3">`,
    ...places,
    '</g></svg>',
  ].join('');
}
