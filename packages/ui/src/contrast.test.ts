import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The design's table: text, ground, least contrast. @source DESIGN 3 */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ['ink', 'canvas', 7],
  ['ink', 'surface', 7],
  ['ink', 'raised', 7],
  ['ink-2', 'canvas', 7],
  ['ink-2', 'surface', 7],
  ['ink-3', 'canvas', 4.5],
  ['ink-3', 'surface', 4.5],
  ['ink-3', 'sunken', 4.5],
  ['ink-3', 'raised', 4.5],
  ['ink-3', 'hover', 4.5],
  ['on-ink', 'ink', 7],
  ['accent', 'surface', 4.5],
  ['accent', 'canvas', 4.5],
  ['accent', 'accent-tint', 4.5],
  ['on-accent', 'accent-solid', 4.5],
  ['up', 'surface', 7],
  ['up', 'canvas', 7],
  ['up', 'raised', 7],
  ['up', 'up-tint', 4.5],
  ['down', 'surface', 7],
  ['down', 'canvas', 7],
  ['down', 'raised', 7],
  ['down', 'down-tint', 4.5],
  ['on-up', 'up-solid', 4.5],
  ['on-down', 'down-solid', 4.5],
  ['up-fill', 'surface', 3],
  ['down-fill', 'surface', 3],
  ['warn', 'warn-tint', 7],
  ['warn', 'surface', 7],
  ['warn-fill', 'surface', 3],
  ['demo-ink', 'demo-a', 7],
  ['demo-ink', 'demo-b', 7],
  ['control', 'surface', 3],
  ['control', 'canvas', 3],
  ['control', 'raised', 3],
  ['accent', 'sunken', 4.5],
  ['ink', 'thumb', 7],
  ['ink-2', 'sunken', 7],
  ['danger', 'danger-tint', 4.5],
  ['ok', 'ok-tint', 4.5],
  ['study-1', 'surface', 3],
  ['study-2', 'surface', 3],
  ['study-3', 'surface', 3],
  ['study-4', 'surface', 3],
];

type Palette = ReadonlyMap<string, string>;

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function colorsIn(selector: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  for (const block of css.matchAll(selector)) {
    for (const [, name = '', value = ''] of (block[1] ?? '').matchAll(
      /--color-([\w-]+):\s*(#[0-9a-fA-F]{6})/g,
    )) {
      found.set(name, value);
    }
  }
  return found;
}

const base = new Map([
  ...colorsIn(/@theme static \{([^}]*)\}/g),
  ...colorsIn(/^:root \{([^}]*)\}/gm),
]);
const dark = new Map([...base, ...colorsIn(/^\[data-theme=["']dark["']\] \{([^}]*)\}/gm)]);
const redUp = colorsIn(/^\[data-updown=["']red-up["']\] \{([^}]*)\}/gm);
const redUpDark = colorsIn(
  /^\[data-updown=["']red-up["']\]\[data-theme=["']dark["']\] \{([^}]*)\}/gm,
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hexOf(palette: Palette, name: string): string {
  const value = palette.get(name);
  if (value === undefined) throw new Error(`the sheet has no ${name}`);
  return value;
}

function ratio(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const contrast = (palette: Palette, text: string, ground: string): number =>
  ratio(hexOf(palette, text), hexOf(palette, ground));

type Triple = readonly [number, number, number];

function toOklab(hex: string): Triple {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((part) => {
    const share = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

/** `color-mix(in oklab, ground, mark share)`. */
function mix(ground: string, mark: string, share: number): string {
  const [one, two] = [toOklab(ground), toOklab(mark)];
  const at = (index: 0 | 1 | 2): number => one[index] * (1 - share) + two[index] * share;
  return fromOklab([at(0), at(1), at(2)]);
}

describe.each([
  ['light', base],
  ['dark', dark],
  ['light, red rises', new Map([...base, ...redUp])],
  ['dark, red rises', new Map([...dark, ...redUpDark])],
])('the %s palette', (_name, palette) => {
  it.each(PAIRS)('keeps %s on %s at %d or more', (text, ground, least) => {
    expect(contrast(palette, text, ground)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['up', 0.1],
    ['up', 0.26],
    ['down', 0.1],
    ['down', 0.26],
  ] as const)('keeps %s readable on the %d stripe of a demo button', (side, share) => {
    const stripe = mix(hexOf(palette, `${side}-tint`), hexOf(palette, `${side}-fill`), share);
    expect(ratio(hexOf(palette, side), stripe)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the sheet', () => {
  it('has a dark palette of its own and swaps every colour of direction', () => {
    expect(dark.get('canvas')).not.toBe(base.get('canvas'));
    const directed = ['', '-fill', '-solid', '-tint'].flatMap((end) => [`up${end}`, `down${end}`]);
    for (const name of directed) expect(redUp.has(name) && redUpDark.has(name), name).toBe(true);
    expect(redUp.get('up')).toBe(base.get('down'));
    expect(redUpDark.get('down')).toBe(dark.get('up'));
  });
});
