import type { FeedsResult } from '@candor/protocol/light';
import { useSyncExternalStore } from 'react';
import { call } from './http.ts';
import { isOffline } from './connectivity.ts';

/** Which feed runs and whether its sources answer; the band and the footer read it together. */
const EVERY_MS = 15_000;
/**
 * A caller that was not answered does not wait the whole round: the page says that nobody answers.
 */
const AGAIN_MS = 3_000;

type State = {
  feeds: FeedsResult | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly listeners: Set<() => void>;
};

const state: State = { feeds: null, timer: undefined, listeners: new Set() };

async function read(): Promise<void> {
  const isHidden = document.visibilityState === 'hidden';
  const answer = isHidden ? null : await call('market.feeds');
  if (answer?.ok === true) {
    state.feeds = answer.value;
    state.listeners.forEach((tell) => tell());
  }
  if (state.listeners.size === 0) return;
  const wait = isOffline() || (answer?.ok === false && state.feeds === null) ? AGAIN_MS : EVERY_MS;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => void read(), wait);
}

/** The browser lost its network or found one: whether the server answers is asked at once. */
const MOMENTS = ['offline', 'online'] as const;
const readNow = (): void => void read();

function listen(listener: () => void): () => void {
  state.listeners.add(listener);
  if (state.listeners.size === 1) {
    void read();
    MOMENTS.forEach((name) => addEventListener(name, readNow));
  }
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size > 0) return;
    clearTimeout(state.timer);
    MOMENTS.forEach((name) => removeEventListener(name, readNow));
  };
}

/** The running feed; null until it is known. */
export function useFeeds(): FeedsResult | null {
  return useSyncExternalStore(listen, () => state.feeds);
}
