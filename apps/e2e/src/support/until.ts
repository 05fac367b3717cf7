import { setTimeout as pause } from 'node:timers/promises';

const WITHIN_MS = 40_000;
const EVERY_MS = 20;

/**
 * Asks again and again until something holds. Unlike the test runner's own, it may also be used
 * by tests that run side by side.
 *
 * @throws Error that says what never came
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = WITHIN_MS,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in ${withinMs} ms there was not ${what}`);
    await pause(EVERY_MS);
  }
}
