import type { Mode } from '@candor/kernel';
import type { SessionResult, SessionUser } from '@candor/protocol/light';
import { useSyncExternalStore } from 'react';
import { pageNow } from './clock.ts';
import { clearSessionKeys, readStored, store } from './storage.ts';

/** Who is here and for which account the page speaks. */
export type Session = {
  readonly user: SessionUser | null;
  readonly mode: Mode;
  /** `restoring` while the cookie is exchanged for a token at start. */
  readonly state: 'out' | 'restoring' | 'in';
  /** The server ended it under the user's hands. */
  readonly isOver?: boolean;
};

const DEMO = '1';
const REAL = '0';

type State = {
  session: Session;
  /** In memory only: it ends with the page. */
  token: string | null;
  /** When it came, by the page's own clock: whatever the machine's says, it lives from then on. */
  tokenAtMs: number;
  /** Aborted when its end is asked for here; a new token is no new session. */
  leaving: AbortController;
  readonly listeners: Set<() => void>;
};

function storedMode(): Mode {
  const stored = readStored('virtualStatus');
  return stored === null || stored === DEMO ? 'demo' : 'real';
}

const isRemembered = readStored('isLogin') === '1';

const state: State = {
  session: { user: null, mode: storedMode(), state: isRemembered ? 'restoring' : 'out' },
  token: null,
  tokenAtMs: 0,
  leaving: new AbortController(),
  listeners: new Set(),
};

function change(session: Session): void {
  state.session = session;
  state.listeners.forEach((tell) => tell());
}

/** The session now. */
export function currentSession(): Session {
  return state.session;
}

/** The token calls carry; null when signed out. */
export function sessionToken(): string | null {
  return state.token;
}

/** How old that token is. @units milliseconds */
export function tokenAge(): number {
  return pageNow() - state.tokenAtMs;
}

/** Calls back after each change of user or mode; answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

/** The session, in a component. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** A user signed in, or the token was renewed. */
export function beginSession(result: SessionResult): void {
  state.token = result.token;
  state.tokenAtMs = pageNow();
  store('isLogin', '1');
  store('sessionUser', result.user.id);
  store('virtualStatus', state.session.mode === 'demo' ? DEMO : REAL);
  change({ user: result.user, mode: state.session.mode, state: 'in' });
}

/** The session ended: by log-out, by the server, or in another tab. Demo is the default again. */
export function endSession(isOver = false): void {
  state.token = null;
  state.leaving = new AbortController();
  const stored = readStored('sessionUser');
  // Another tab may have begun the session of another user; what says so is theirs.
  if (stored === null || stored === state.session.user?.id) clearSessionKeys();
  change({ user: null, mode: 'demo', state: 'out', isOver });
}

/** Who a call is made for, and for which account; null before a remembered session is restored. */
export type Asker = { readonly userId: string | null; readonly mode: Mode };

/** Who is here now. */
export function currentAsker(): Asker {
  const { user, mode } = state.session;
  return { userId: user?.id ?? null, mode };
}

/** Whether it is still them who is here. */
export function isStillHere({ userId }: Pick<Asker, 'userId'>): boolean {
  return userId === null || state.session.user?.id === userId;
}

/** The user logs out: that the session ends will be no news, and what it still reads is dropped. */
export function leaveSession(): void {
  state.leaving.abort();
}

/** Aborted once the end of this session was asked for here. */
export function leavingSignal(): AbortSignal {
  return state.leaving.signal;
}

/** Changes the account the page speaks for; the caller has asked the user first. */
export function setMode(mode: Mode): void {
  store('virtualStatus', mode === 'demo' ? DEMO : REAL);
  change({ ...state.session, mode });
}
