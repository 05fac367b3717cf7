// Promise: a long line is drawn with fewer points, and no fall or height of it is left out.
import { expect, it } from 'vitest';
import { curvePath, pointsToDraw } from './curve-path.ts';

const BOX = { width: 100, height: 50, low: -1, span: 2 };

it('draws a line over the whole width, the highest on top', () => {
  expect(curvePath([-1, 0, 1], BOX, null)).toBe('M0 50L50 25L100 0');
});

it('closes an area at its base', () => {
  expect(curvePath([0, -1], BOX, 0)).toBe('M0 25L100 50L100 25L0 25Z');
});

it('draws nothing of one point', () => {
  expect(curvePath([1], BOX, null)).toBe('');
});

it('keeps the one lowest and the one highest of thousands, in their order', () => {
  const values = Array.from({ length: 9_000 }, (_, at) => Math.sin(at / 50));
  values[4_321] = -7;
  values[4_322] = 9;
  const drawn = pointsToDraw(values);
  expect(drawn.length).toBeLessThanOrEqual(602);
  expect(drawn.indexOf(-7)).toBeGreaterThan(0);
  expect(drawn.indexOf(9)).toBe(drawn.indexOf(-7) + 1);
});

it('leaves a short line as it is', () => {
  expect(pointsToDraw([3, 1, 2])).toEqual([3, 1, 2]);
});
