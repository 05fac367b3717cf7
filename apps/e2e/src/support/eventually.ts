import { expect, vi } from 'vitest';
import { PATIENCE_MS } from './browser.ts';

/** Looks again and again until it is as expected, as a person would wait for it. */
export function eventually<Value>(look: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });
}

/** `expect` under a name of its own: its matcher is chosen later, by the caller. */
const asserted: (found: unknown) => object = expect;

/**
 * What a page comes to show: as `expect(value)`, looked at until it holds. For all that is drawn
 * after a command.
 */
export function expectSoon<Value>(
  look: () => Promise<Value>,
  options: { readonly timeout?: number; readonly interval?: number } = {},
): ReturnType<typeof expect.poll> {
  // Not `expect.poll`: that belongs to the test begun last, and several run at once.
  const compare =
    (matcher: string | symbol) =>
    (...expected: unknown[]): Promise<void> =>
      vi.waitFor(
        async () => {
          const found = await look();
          const matchers = asserted(found);
          Reflect.apply(Reflect.get(matchers, matcher), matchers, expected);
        },
        { timeout: PATIENCE_MS, interval: 100, ...options },
      );
  return new Proxy({} as ReturnType<typeof expect.poll>, { get: (_, name) => compare(name) });
}
