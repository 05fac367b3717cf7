import type { QuoteItem } from '@candor/protocol/light';
import { useCallback, useSyncExternalStore } from 'react';

/** A quote with the moment it reached this browser, on a clock that never jumps. */
export type LiveQuote = QuoteItem & {
  /** Milliseconds of `pageNow()`. */
  readonly arrivedAt: number;
};

/**
 * The latest quote of every instrument. Ticks stay out of the query cache: only rows on screen
 * listen, and they hear at most once per frame.
 */
export type QuoteStore = {
  readonly accept: (items: readonly QuoteItem[], arrivedAt: number) => void;
  readonly get: (code: string) => LiveQuote | undefined;
  readonly subscribe: (code: string, listener: () => void) => () => void;
  /** Codes a component listens to now. */
  readonly watched: () => string[];
  readonly onWatched: (listener: () => void) => () => void;
  /** A new socket counts from its own beginning. */
  readonly restart: () => void;
};

type State = {
  /** What arrived, newest per code. */
  readonly latest: Map<string, LiveQuote>;
  /** What listeners have been told. */
  readonly shown: Map<string, LiveQuote>;
  readonly changed: Set<string>;
  readonly listeners: Map<string, Set<() => void>>;
  readonly watchers: Set<() => void>;
  sequences: Map<string, number>;
  scheduled: boolean;
};

function flush(state: State): void {
  state.scheduled = false;
  const codes = [...state.changed];
  state.changed.clear();
  for (const code of codes) {
    const quote = state.latest.get(code);
    if (quote !== undefined) state.shown.set(code, quote);
  }
  for (const code of codes) state.listeners.get(code)?.forEach((listener) => listener());
}

function accept(
  state: State,
  options: { items: readonly QuoteItem[]; arrivedAt: number; schedule: (run: () => void) => void },
): void {
  for (const item of options.items) {
    const seen = state.sequences.get(item.code);
    // A coalesced frame may arrive behind a newer one; the older price must not come back.
    if (seen !== undefined && item.seq <= seen) continue;
    state.sequences.set(item.code, item.seq);
    const known = state.latest.get(item.code);
    // Said again, after a reconnect or with another status, a tick is as old as it was.
    const isSame = known?.tickId === item.tickId;
    const arrivedAt = isSame ? known.arrivedAt : options.arrivedAt;
    state.latest.set(item.code, { ...item, arrivedAt });
    state.changed.add(item.code);
  }
  if (state.changed.size === 0 || state.scheduled) return;
  state.scheduled = true;
  options.schedule(() => flush(state));
}

function subscribe(state: State, code: string, listener: () => void): () => void {
  const known = state.listeners.get(code);
  const own = known ?? new Set();
  own.add(listener);
  if (known === undefined) {
    state.listeners.set(code, own);
    state.watchers.forEach((tell) => tell());
  }
  return () => {
    own.delete(listener);
    if (own.size > 0 || state.listeners.get(code) !== own) return;
    state.listeners.delete(code);
    state.watchers.forEach((tell) => tell());
  };
}

/** An empty store; `schedule` decides when listeners hear (a browser's next frame). */
export function createQuoteStore(options: {
  readonly schedule: (run: () => void) => void;
}): QuoteStore {
  const state: State = {
    latest: new Map(),
    shown: new Map(),
    changed: new Set(),
    listeners: new Map(),
    watchers: new Set(),
    sequences: new Map(),
    scheduled: false,
  };
  return {
    accept: (items, arrivedAt) => accept(state, { items, arrivedAt, schedule: options.schedule }),
    get: (code) => state.shown.get(code),
    subscribe: (code, listener) => subscribe(state, code, listener),
    watched: () => [...state.listeners.keys()].toSorted(),
    onWatched: (listener) => {
      state.watchers.add(listener);
      return () => state.watchers.delete(listener);
    },
    restart: () => {
      state.sequences = new Map();
    },
  };
}

/** The store of this page. */
export const quotes: QuoteStore = createQuoteStore({
  schedule: (run) => requestAnimationFrame(run),
});

/**
 * The quote of the socket while it is no older than the answer beside it: either may be behind,
 * and of two the one that reached the server later counts.
 */
export function newestQuote(
  quote: LiveQuote | undefined,
  answer: { readonly receivedAt: number | null },
): LiveQuote | undefined {
  return quote !== undefined && quote.receivedAt < (answer.receivedAt ?? 0) ? undefined : quote;
}

const NOTHING = (): void => undefined;

/** The newest quote of one instrument; undefined until one has arrived. */
export function useQuote(code: string | undefined): LiveQuote | undefined {
  const listen = useCallback(
    (listener: () => void) => (code === undefined ? NOTHING : quotes.subscribe(code, listener)),
    [code],
  );
  return useSyncExternalStore(listen, () => (code === undefined ? undefined : quotes.get(code)));
}
