// Promise: what is offered is what the server takes, and nothing is offered that would change nothing.
import { DAY_MS } from '@candor/kernel';
import { EXCLUSION_MAX_MS, EXCLUSION_MIN_MS, TIMEOUT_MAX_MS } from '@candor/protocol/light';
import { expect, it } from 'vitest';
import { LENGTHS, canShorten, endOf, longerThan } from './lengths.ts';

const NOW = 1_795_000_000_000;
/** A server's clock may be ahead or behind by this. */
const APART_MS = 30_000;

it('offers only ends that the server takes, also when its clock differs', () => {
  for (const now of [NOW - APART_MS, NOW + APART_MS]) {
    for (const length of LENGTHS.timeout) {
      expect(endOf(length, NOW)).toBeLessThanOrEqual(now + TIMEOUT_MAX_MS);
      expect(endOf(length, NOW)).toBeGreaterThan(now);
    }
    for (const length of LENGTHS.exclusion) {
      expect(endOf(length, NOW)).toBeGreaterThanOrEqual(now + EXCLUSION_MIN_MS);
      expect(endOf(length, NOW)).toBeLessThanOrEqual(now + EXCLUSION_MAX_MS);
    }
  }
});

it('prolongs only to what ends later', () => {
  const all = LENGTHS.timeout;
  expect(longerThan(all, NOW, null)).toEqual(all);
  expect(longerThan(all, NOW, NOW + 10 * DAY_MS).map(({ days }) => days)).toEqual([14, 28, 42]);
  expect(longerThan(all, NOW, NOW + 42 * DAY_MS)).toEqual([]);
});

it('shortens only what runs longer than a day', () => {
  expect(canShorten(NOW, NOW + DAY_MS)).toBe(false);
  expect(canShorten(NOW, NOW + DAY_MS + 1)).toBe(true);
});
