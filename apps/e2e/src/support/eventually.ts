import { expect, vi } from 'vitest';
import { PATIENCE_MS } from './browser.ts';

/** Looks again and again until it is as expected, as a person would wait for it. */
export function eventually<Value>(look: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });
}

/** What a page comes to show: as `expect(value)`, looked at until it holds. For all that is drawn after an act. */
export function expectSoon<Value>(look: () => Promise<Value>): ReturnType<typeof expect.poll> {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: 100 });
}
