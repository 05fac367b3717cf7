import type { FeedsResult } from '@candor/protocol/light';
import { useSyncExternalStore } from 'react';
import { call } from './http.ts';

/** Which feed runs and whether its sources answer; the band and the footer read it together. */
const EVERY_MS = 15_000;
/** A page whose first question was lost does not wait the whole round. */
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
  const wait = answer?.ok === false && state.feeds === null ? AGAIN_MS : EVERY_MS;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => void read(), wait);
}

function listen(listener: () => void): () => void {
  state.listeners.add(listener);
  if (state.listeners.size === 1) void read();
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size === 0) clearTimeout(state.timer);
  };
}

/** The running feed; null until it is known. */
export function useFeeds(): FeedsResult | null {
  return useSyncExternalStore(listen, () => state.feeds);
}
