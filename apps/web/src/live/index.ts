/**
 * live — what the server pushes: public quotes to every page, private frames to the account. Owns
 * the socket and the quote store, needs `lib` for the session and its tickets; refuses to put a
 * tick into the query cache.
 */
import { SOCKET_PATH, type ServerFrame } from '@candor/protocol/light';
import { useSyncExternalStore } from 'react';
import { pageNow } from '../lib/clock.ts';
import { onReturn } from '../lib/returns.ts';
import { call, refreshSession } from '../lib/http.ts';
import { currentSession, leavingSignal, onSessionChange, tokenAge } from '../lib/session.ts';
import { expireQuotes } from './expire.ts';
import { quotes } from './quotes.ts';
import {
  type LiveSession,
  type LiveSocket,
  type LiveStatus,
  type Looking,
  createLiveSocket,
} from './socket.ts';

export { newestQuote, quotes, useQuote, type LiveQuote } from './quotes.ts';
export type { LiveStatus } from './socket.ts';

type Reader = (frame: ServerFrame) => void;

type State = {
  socket: LiveSocket | null;
  status: LiveStatus;
  reader: Reader | null;
  /** The last introduction, for a reader that arrives later. */
  introduced: ServerFrame | null;
  readonly listeners: Set<() => void>;
};

const state: State = {
  socket: null,
  status: 'connecting',
  reader: null,
  introduced: null,
  listeners: new Set(),
};

function addressOf(location: Location): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}${SOCKET_PATH}`;
}

function liveSession(): LiveSession | null {
  const { user, mode, state: place } = currentSession();
  return user === null || place !== 'in' ? null : { userId: user.id, mode };
}

/** A socket lives as long as the token of its ticket: an old one is renewed before it is used. */
const FRESH_MS = 240_000;

async function ticket(): Promise<string | null> {
  if (tokenAge() > FRESH_MS && (await refreshSession()) !== 'renewed') return null;
  const answer = await call('live.ticket', {});
  return answer.ok ? answer.value.ticket : null;
}

function onFrame(frame: ServerFrame): void {
  if (frame.type === 'AUTH_SUCCESS') state.introduced = frame;
  state.reader?.(frame);
}

function setStatus(status: LiveStatus): void {
  if (status !== 'open') state.introduced = null;
  state.status = status;
  state.listeners.forEach((tell) => tell());
}

/** Opens the line for the life of the page; called once, at start. */
export function startLive(): void {
  if (state.socket !== null) return;
  const socket = createLiveSocket({
    url: addressOf(location),
    session: liveSession,
    ticket,
    onQuotes: (items) => quotes.accept(items, pageNow()),
    onFrame,
    onStatus: setStatus,
    onOpen: () => quotes.restart(),
    // The list asks with the token, so a session that is over is noticed and said.
    onRevoked: () => {
      if (!leavingSignal().aborted) void call('accounts.list-sessions', {});
    },
  });
  state.socket = socket;
  quotes.onWatched(() => look({ type: 'SUBSCRIBE', codes: quotes.watched() }));
  onSessionChange(() => socket.sessionChanged());
  onReturn((hasStood) => {
    if (hasStood) expireQuotes(quotes);
    socket.returned(hasStood);
  });
  socket.start();
}

/** Says what the page looks at from now on. */
export function look(frame: Looking): void {
  state.socket?.look(frame);
}

/** The page changed; a line that is down is tried again soon. */
export function liveNavigated(): void {
  state.socket?.navigated();
}

/**
 * Hands private frames to the code that keeps the account on screen; the last one to ask gets them.
 */
export function attachReader(reader: Reader): void {
  state.reader = reader;
  if (state.introduced !== null) reader(state.introduced);
}

/** Whether the line is up. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    () => state.status,
  );
}
