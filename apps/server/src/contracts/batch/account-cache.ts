import type { AccountState } from './account-state.ts';

/** Trading accounts remembered at once; the one used longest ago is dropped. */
const SIZE_MAX = 20_000;

/** A trading account as the last command left it. */
export type Remembered = { readonly version: string; readonly state: AccountState };

/**
 * Trading accounts as the last command left them. The version under which a trading account was
 * remembered is compared under the trading account's lock with the one in the database, so that a
 * command of another process is never missed.
 */
export type AccountCache = {
  /** Takes a trading account out; it is put back only when its command was committed. */
  take(key: string, version: string | undefined): AccountState | null;
  /** Looks at a trading account without taking it out. */
  peek(key: string): AccountState | null;
  /** Takes a trading account out whose version is compared only when its command is committed. */
  takeAny(key: string): Remembered | null;
  put(key: string, version: string, state: AccountState): void;
};

/** Remembers nothing yet. */
export function createAccountCache(): AccountCache {
  const books = new Map<string, Remembered>();
  return {
    take(key, version) {
      const known = books.get(key);
      books.delete(key);
      return known !== undefined && known.version === version ? known.state : null;
    },
    peek: (key) => books.get(key)?.state ?? null,
    takeAny(key) {
      const known = books.get(key) ?? null;
      books.delete(key);
      return known;
    },
    put(key, version, state) {
      // Only then: finding the first means passing over all that were taken out before it.
      if (books.size >= SIZE_MAX) {
        const [oldest] = books.keys();
        if (oldest !== undefined) books.delete(oldest);
      }
      books.set(key, { version, state });
    },
  };
}
