// Promise: a fill is marked at the bar it happened in, and nowhere when that bar is not drawn.
import { expect, it } from 'vitest';
import { barOf } from './mark-places.ts';

const slots = [60, 120, 240].map((time) => ({ time, point: null }));

it.each([
  ['at its first moment', 60_000, 60],
  ['within it', 119_999, 60],
  ['in the last', 299_999, 240],
  ['before all bars', 59_999, null],
  ['where a bar is missing', 200_000, null],
  ['after the last', 300_000, null],
])('%s', (_, at, bar) => {
  expect(barOf(at, slots, 60)).toBe(bar);
});

it('nowhere without bars', () => {
  expect(barOf(60_000, [], 60)).toBeNull();
});
