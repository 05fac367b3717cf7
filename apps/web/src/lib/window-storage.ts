/**
 * What one window keeps until it is closed, and nobody else: another window, a later visit and a
 * window that was opened from here know nothing of it. The one secret among it opens a conversation
 * of a visitor, who has no account to keep it.
 *
 * @source RELIABILITY 4.1
 */
export type WindowKey =
  /** Conversations of visitors that this window can open. */
  | 'supportVisits'
  /** What was written to support and not sent yet. */
  | 'supportDrafts'
  /** What was typed in forms of money and not sent yet. */
  | 'drafts'
  /** What was filled in of an identification and not sent yet; its pictures are on the server. */
  | 'identityDraft'
  /** Loans that are filled in and not sent yet; no signature. */
  | 'loanDrafts';

/** A browser may close its storage (private mode, policy); the page works without it. */
function storage(): Storage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

/** What this window keeps under a key, as it was kept; null when nothing is or it cannot be read. */
export function readInWindow(key: WindowKey): unknown {
  try {
    return JSON.parse(storage()?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value until the window is closed; a browser without storage forgets it with the page. */
export function keepInWindow(key: WindowKey, value: unknown): void {
  try {
    storage()?.setItem(key, JSON.stringify(value));
  } catch {
    // Full or closed: it holds as long as the page does.
  }
}
