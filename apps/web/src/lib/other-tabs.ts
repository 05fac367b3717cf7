import { onReturn } from './returns.ts';
import { currentSession, endSession, onSessionChange } from './session.ts';
import { readStored } from './storage.ts';

/**
 * Whether this browser keeps what says that a user is signed in: one that keeps nothing says
 * nothing.
 */
let isKept = false;

function look(): void {
  const { user, state } = currentSession();
  if (state !== 'in' || user === null || !isKept) return;
  const isOut = readStored('isLogin') === null;
  const stored = readStored('sessionUser');
  // What another user began is news; one's own log-out is none.
  if (isOut || (stored !== null && stored !== user.id)) endSession(!isOut);
}

function note(): void {
  const { user } = currentSession();
  if (user !== null && readStored('sessionUser') === user.id) isKept = true;
}

/**
 * Ends the session here when another tab logged out, or in as another user: when the browser says
 * so, at the start, and after each break, because a page that slept is told nothing. Answers how to
 * stop.
 */
export function watchOtherTabs(): () => void {
  isKept = false;
  note();
  look();
  const stops = [onSessionChange(note), onReturn(look)];
  addEventListener('storage', look);
  return () => {
    removeEventListener('storage', look);
    stops.forEach((stop) => stop());
  };
}
