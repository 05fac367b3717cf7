import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMinuteCount } from './minute-count.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first is said at once, all others of a minute together, and nothing without them', () => {
  const said: unknown[] = [];
  const count = createMinuteCount((counts) => said.push(counts));
  for (let n = 0; n < 1_000; n += 1) count.add(n % 2 === 0 ? 'a' : 'b');
  expect(said).toEqual([{ a: 1 }]);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([{ a: 1 }, { a: 499, b: 500 }]);
  vi.advanceTimersByTime(600_000);
  expect(said).toHaveLength(2);
  count.add('a');
  expect(said).toHaveLength(3);
});

test('what is left is said at the end, and keys have an end', () => {
  const said: Readonly<Record<string, number>>[] = [];
  const count = createMinuteCount((counts) => said.push(counts));
  for (let n = 0; n < 1_000; n += 1) count.add(`key ${n}`);
  count.stop();
  expect(said).toHaveLength(2);
  expect(Object.keys(said[1] ?? {})).toHaveLength(201);
  expect(said[1]?.['others']).toBe(799);
  vi.advanceTimersByTime(600_000);
  expect(said).toHaveLength(2);
});
