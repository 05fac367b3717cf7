// Promise: what a user may still use of a limit is said to the last place, and is never below zero.
import { expect, it } from 'vitest';
import { leftOf } from './left.ts';

it.each([
  ['100', '12.5', '87.5'],
  ['100', '99.999999', '0.000001'],
  ['100', '100', '0'],
  ['100', '250', '0'],
  ['100', null, null],
])('of %s after %s', (limit, used, left) => {
  expect(leftOf(limit, used)).toBe(left);
});
