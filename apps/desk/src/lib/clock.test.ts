// Promise: the desk's clock is the latest that the server said, and an answer that came late does not set it back.
import { expect, it, vi } from 'vitest';
import { hearWallTime, wallNow } from './clock.ts';

const DAY_MS = 86_400_000;
const saying = (date: string): Response => new Response(null, { headers: { date } });
const at = (ms: number): string => new Date(ms).toUTCString();

it('keeps the latest time that was heard', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 27, 12) });
  expect(wallNow()).toBe(Date.now());
  // As near as a second is no other time.
  hearWallTime(saying(at(Date.now() + 1_000)));
  expect(wallNow()).toBe(Date.now());
  const ahead = Date.now() + DAY_MS;
  hearWallTime(saying(at(ahead)));
  expect(wallNow()).toBe(ahead);
  // Sent before the clock of the rehearsal went ahead, and here only now.
  vi.advanceTimersByTime(5_000);
  hearWallTime(saying(at(ahead - DAY_MS)));
  expect(wallNow()).toBe(ahead + 5_000);
  hearWallTime(saying('no date'));
  expect(wallNow()).toBe(ahead + 5_000);
  hearWallTime(saying(at(ahead + DAY_MS)));
  expect(wallNow()).toBe(ahead + DAY_MS);
  vi.useRealTimers();
});
