import { vi } from 'vitest';
import { PATIENCE_MS } from './browser.ts';

/** Looks again and again until it is as expected, as a person would wait for it. */
export function eventually<Value>(look: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });
}
