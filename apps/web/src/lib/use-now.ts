import { useSyncExternalStore } from 'react';
import { pageNow } from './clock.ts';

/** One clock for everything on a page that grows older. @units milliseconds */
const BEAT_MS = 250;

type State = {
  now: number;
  timer: ReturnType<typeof setInterval> | undefined;
  readonly listeners: Set<() => void>;
};

const state: State = { now: pageNow(), timer: undefined, listeners: new Set() };

function beat(): void {
  state.now = pageNow();
  state.listeners.forEach((tell) => tell());
}

function listen(listener: () => void): () => void {
  state.listeners.add(listener);
  if (state.listeners.size === 1) state.timer = setInterval(beat, BEAT_MS);
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size === 0) clearInterval(state.timer);
  };
}

/** Milliseconds of `pageNow()`, four times a second. */
export function useNow(): number {
  return useSyncExternalStore(listen, () => state.now);
}
