/** What the browser keeps between visits: tastes alone. Sessions are in a cookie no script reads. */
type StorageKey = 'theme';

/** What is stored under a key; null when nothing is, or the browser closes its storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; a browser without storage forgets it with the page. */
export function store(key: StorageKey, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
  } catch {
    // Full or closed: the choice holds for this visit.
  }
}
