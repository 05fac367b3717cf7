import type { BookState } from './book-state.ts';

/** Books remembered at once; the one used longest ago is dropped. */
const SIZE_MAX = 20_000;

/** A book as the last act left it. */
export type Remembered = { readonly version: string; readonly state: BookState };

/**
 * Books as the last act left them. The version under which a book was remembered is compared under
 * the book's lock with the one in the database, so that an act of another process is never missed.
 */
export type BookCache = {
  /** Takes a book out; it is put back only when its act was committed. */
  take(key: string, version: string | undefined): BookState | null;
  /** Looks at a book without taking it out. */
  peek(key: string): BookState | null;
  /** Takes a book out whose version is compared only when its act is committed. */
  takeAny(key: string): Remembered | null;
  put(key: string, version: string, state: BookState): void;
};

/** Remembers nothing yet. */
export function createBookCache(): BookCache {
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
