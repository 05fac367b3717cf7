// Promise: what a venue would not subscribe is asked for again, and keeps nothing else from coming.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSubscriptions } from './subscriptions.ts';
import { SYMBOLS_PER_CALL } from './venues.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Refused extends Error {}

/** A venue that refuses every call which names one of some pairs, so many times. */
function venue(refused: readonly string[], times = Number.POSITIVE_INFINITY) {
  const subscribed = new Set<string>();
  const calls: number[] = [];
  let left = times;
  return {
    subscribed,
    calls,
    async ask(codes: readonly string[]): Promise<void> {
      calls.push(codes.length);
      if (left > 0 && codes.some((code) => refused.includes(code))) {
        left -= 1;
        throw new Refused('no such pair');
      }
      for (const code of codes) subscribed.add(code);
    },
  };
}

const codes = Array.from({ length: 2 * SYMBOLS_PER_CALL + 50 }, (_, index) => `C${index}/USDT`);
const isRefusal = (error: unknown): boolean => error instanceof Refused;

test('a chunk that failed once is asked for again', async () => {
  const { subscribed, ask } = venue(['C120/USDT'], 1);
  const subscriptions = createSubscriptions({ codes, ask, isRefusal, failed: () => undefined });
  await subscriptions.first;
  expect(subscribed.size).toBe(SYMBOLS_PER_CALL + 50);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(subscribed.size).toBe(codes.length);
  subscriptions.end();
});

test('a pair the venue refuses for good keeps none of its neighbours out', async () => {
  const { subscribed, calls, ask } = venue(['C120/USDT']);
  const subscriptions = createSubscriptions({ codes, ask, isRefusal, failed: () => undefined });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(codes.filter((code) => !subscribed.has(code))).toEqual(['C120/USDT']);
  // Ever more seldom: the pair alone once a minute, at most.
  expect(calls.length).toBeLessThan(40);
  subscriptions.end();
});

test('also when it stands in the only chunk there is', async () => {
  const { subscribed, ask } = venue(['C1/USDT']);
  const few = codes.slice(0, 4);
  const subscriptions = createSubscriptions({
    codes: few,
    ask,
    isRefusal,
    failed: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await subscriptions.first;
  expect([...subscribed].toSorted()).toEqual(['C0/USDT', 'C2/USDT', 'C3/USDT']);
  subscriptions.end();
});

test('where the venue cannot be reached, whoever connects is told and nothing is asked again', async () => {
  const calls: number[] = [];
  const subscriptions = createSubscriptions({
    codes,
    ask: async (params) => {
      calls.push(params.length);
      throw new Error('the connection failed');
    },
    isRefusal,
    failed: () => undefined,
  });
  await expect(subscriptions.first).rejects.toThrow('the connection failed');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveLength(3);
  subscriptions.end();
});
