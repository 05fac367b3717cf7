/** What the browser keeps between visits. Nothing secret ever: flags and tastes only. */
export type StorageKey =
  /** "1" while a user is logged in here. */
  | 'isLogin'
  /** Who that is, so that another tab notices another user. */
  | 'sessionUser'
  /** "1" demo, anything else real. @source seed §3 */
  | 'virtualStatus'
  | 'currentLanguage'
  /** "1" once the onboarding board was answered. */
  | 'showBoard'
  | 'theme'
  | 'upDown'
  /** "1" once positions close without a question. */
  | 'closesUnasked'
  /** Indicators on the chart with their numbers, as text. */
  | 'indicators'
  /** Markets starred while signed out; they join the account at the next log-in. */
  | 'favourites'
  /** Signed checkpoints of the tape that came with answers: public, and evidence; they stay. */
  | 'checkpoints'
  /** The user who opened an account here and has not read a receipt yet; empty once that is over. */
  | 'firstSteps'
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
