// Promise: after sleep nothing looks as fresh as before it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageNow, wallNow } from './clock.ts';
import { onReturn } from './returns.ts';

/** The two clocks of a machine: one that counts while it is awake, and the wall's. */
const clocks = { awake: performance.now(), wall: Date.now() };
let before: { page: number; wall: number };

beforeEach(() => {
  live(10_000);
  vi.spyOn(performance, 'now').mockImplementation(() => clocks.awake);
  vi.spyOn(Date, 'now').mockImplementation(() => clocks.wall);
  before = { page: pageNow(), wall: wallNow() };
});
afterEach(() => vi.restoreAllMocks());

const live = (ms: number): void => {
  clocks.awake += ms;
  clocks.wall += ms;
};
const sleep = (ms: number): void => {
  clocks.wall += ms;
};

describe('the page’s clock', () => {
  it('counts the sleep of the machine', () => {
    live(2_000);
    sleep(3_600_000);
    // Sums of fractions: a machine that has run for long rounds them differently.
    expect(pageNow() - before.page).toBeCloseTo(3_602_000, 6);
    expect(wallNow() - before.wall).toBe(3_602_000);
    live(500);
    expect(pageNow() - before.page).toBeCloseTo(3_602_500, 6);
  });

  it('never goes back, and takes a corrected wall clock for no sleep', () => {
    clocks.wall -= 7_200_000;
    live(1_000);
    expect(pageNow() - before.page).toBe(1_000);
    sleep(400);
    expect(pageNow() - before.page).toBe(1_000);
  });
});

describe('the wall’s clock', () => {
  const answered = (at: number): Response =>
    new Response(null, { headers: { date: new Date(at).toUTCString() } });
  const DAY = 86_400_000;
  /** A page that has just begun; other files keep the clock they have. */
  async function begin() {
    vi.resetModules();
    const page = await import('./clock.ts');
    const offBy = (at: number): number => Math.abs(page.wallNow() - at);
    return { ...page, offBy };
  }

  it('is the server’s once an answer said that the device’s is far off, and goes on by itself', async () => {
    const { hearWallTime, offBy, wallNow: now } = await begin();
    const there = now() + 3 * DAY;
    hearWallTime(answered(there));
    expect(offBy(there)).toBeLessThanOrEqual(1_000);
    live(5_000);
    expect(offBy(there + 5_000)).toBeLessThanOrEqual(1_000);
  });

  it('takes no answer for the time that came late, was kept or says none', async () => {
    const { hearWallTime, offBy, wallNow: now } = await begin();
    const there = now() + 3 * DAY;
    hearWallTime(answered(there));
    hearWallTime(answered(there - 60_000));
    hearWallTime(new Response(null));
    expect(offBy(there)).toBeLessThanOrEqual(1_000);
    // A rehearsal is moved on while the page is open.
    hearWallTime(answered(there + DAY));
    expect(offBy(there + DAY)).toBeLessThanOrEqual(1_000);
  });

  it('stays as it is where whole seconds alone make the difference', async () => {
    const { hearWallTime, wallNow: now } = await begin();
    const before = now();
    hearWallTime(answered(before + 1_500));
    expect(now()).toBe(before);
  });
});

describe('a page that returns', () => {
  it.each([
    ['connected', () => dispatchEvent(new Event('online'))],
    ['brought back', () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))],
  ])('is told once when it is %s, also when it is shown by that', async (_, say) => {
    const told = vi.fn();
    const stop = onReturn(told);
    live(5_000);
    document.dispatchEvent(new Event('visibilitychange'));
    say();
    say();
    expect(told).toHaveBeenCalledTimes(1);
    stop();
    live(5_000);
    say();
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('is told of a sleep that no event tells of', async () => {
    const told = vi.fn();
    const stop = onReturn(told);
    live(1_000);
    pageNow();
    await Promise.resolve();
    expect(told).not.toHaveBeenCalled();
    sleep(60_000);
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), { timeout: 10_000 });
    stop();
  });

  it.each([
    ['slept', () => sleep(60_000), true],
    ['was frozen', () => live(120_000), true],
    ['was hidden, looking once a minute', () => live(60_000), false],
  ])('that %s is told so', async (_, pass, hasStood) => {
    const told = vi.fn();
    const stop = onReturn(told);
    pass();
    document.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
    expect(told.mock.calls.some(([said]) => said === true)).toBe(hasStood);
    expect(told).toHaveBeenCalled();
    stop();
  });
});
