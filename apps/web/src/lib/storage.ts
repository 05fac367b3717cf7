/** What the browser keeps between visits. Nothing secret ever: flags, tastes, and acts below. */
export type StorageKey =
  /** "1" while somebody is logged in here. */
  | 'isLogin'
  /** Who that is, so that another tab notices somebody else. */
  | 'sessionUser'
  /** "1" demo, anything else real. @source seed §3 */
  | 'virtualStatus'
  | 'currentLanguage'
  /** "1" once the onboarding board was answered. */
  | 'showBoard'
  | 'theme'
  | 'upDown'
  /** Indicators on the chart with their numbers, as text. */
  | 'indicators'
  /** Markets starred while signed out; they join the account at the next log-in. */
  | 'favourites'
  /** Signed checkpoints of the tape that came with answers: public, and evidence; they stay. */
  | 'checkpoints'
  /** Markets looked at last. */
  | 'recentMarkets';

/** Keys that go when a session ends; tastes stay. @source PRODUCT 2 */
const SESSION_KEYS: readonly StorageKey[] = ['isLogin', 'sessionUser', 'virtualStatus'];

/** A browser may close its storage (private mode, policy); the page works without it. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** What is stored under a key; null when nothing is. */
export function readStored(key: StorageKey): string | null {
  return storage()?.getItem(key) ?? null;
}

/** Stores a value; a browser without storage forgets it with the page. */
export function store(key: StorageKey, value: string): void {
  try {
    storage()?.setItem(key, value);
  } catch {
    // Full or closed: the choice holds for this visit.
  }
}

/** Removes what belongs to the session that ended. */
export function clearSessionKeys(): void {
  SESSION_KEYS.forEach((key) => storage()?.removeItem(key));
}

/** Acts have a key each: tabs that write at once take nothing from one another. */
const ACT = 'act:';

/** Everything kept of acts whose answer was not seen, by their ids; it outlives the session. */
export function storedActs(): { readonly id: string; readonly text: string }[] {
  const kept = storage();
  if (kept === null) return [];
  const names = Array.from({ length: kept.length }, (_, place) => kept.key(place) ?? '');
  return names
    .filter((name) => name.startsWith(ACT))
    .map((name) => ({ id: name.slice(ACT.length), text: kept.getItem(name) ?? '' }));
}

/** Keeps an act; a browser without storage forgets it with the page. */
export function storeAct(id: string, text: string): void {
  try {
    storage()?.setItem(ACT + id, text);
  } catch {
    // Full or closed: what became of it is asked for as long as the page stands.
  }
}

/** Forgets an act. */
export function dropAct(id: string): void {
  storage()?.removeItem(ACT + id);
}

/** Tells about changes made in another tab of this browser. */
export function onStoredElsewhere(listener: (key: StorageKey | null) => void): () => void {
  const tell = (event: StorageEvent): void => listener(event.key as StorageKey | null);
  globalThis.addEventListener('storage', tell);
  return () => globalThis.removeEventListener('storage', tell);
}
