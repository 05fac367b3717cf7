// Promise: lines of indicators can be told apart, also by those who do not see all colours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
/** The sheet in its order: light, dark by choice, dark by the system. */
const palettes = [1, 2, 3, 4].map((study) =>
  [...css.matchAll(new RegExp(`--color-study-${study}: (#[0-9a-f]{6})`, 'g'))].map(
    ([, hex = '']) => hex,
  ),
);

type Triple = readonly [number, number, number];

/** What each kind of eye sees of linear red, green and blue. @source Machado et al., 2009 */
const EYES: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** Difference in CIELAB that is seen at a glance. */
const CLEAR = 18;

const linear = (hex: string): number[] =>
  [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });

function lab(hex: string, eye: readonly Triple[]): number[] {
  const seen = linear(hex);
  const [r = 0, g = 0, b = 0] = eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * (seen[at] ?? 0), 0),
      ),
    ),
  );
  const [x = 0, y = 0, z = 0] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

it.each(Object.keys(EYES))('four colours differ for eyes of %s, in light and dark', (name) => {
  const eye = EYES[name] ?? [];
  expect(palettes.map((sheet) => sheet.length)).toEqual([3, 3, 3, 3]);
  for (const theme of [0, 1, 2]) {
    const colors = palettes.map((sheet) => lab(sheet[theme] ?? '', eye));
    colors.forEach((one, at) => {
      for (const other of colors.slice(at + 1)) {
        const apart = Math.hypot(...one.map((part, axis) => part - (other[axis] ?? 0)));
        expect(apart, `${name}, theme ${theme}`).toBeGreaterThan(CLEAR);
      }
    });
  }
});
