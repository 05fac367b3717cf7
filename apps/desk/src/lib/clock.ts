import { useSyncExternalStore } from 'react';

/** Waiting clocks show minutes; a second is fine enough for all of them. @units milliseconds */
const BEAT_MS = 1_000;

/** Wall time of this machine. @units Unix milliseconds */
function wallNow(): number {
  return Date.now();
}

const state = {
  now: wallNow(),
  timer: undefined as ReturnType<typeof setInterval> | undefined,
  listeners: new Set<() => void>(),
};

function beat(): void {
  state.now = wallNow();
  state.listeners.forEach((tell) => tell());
}

function listen(listener: () => void): () => void {
  state.listeners.add(listener);
  if (state.listeners.size === 1) {
    beat();
    state.timer = setInterval(beat, BEAT_MS);
  }
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size === 0) clearInterval(state.timer);
  };
}

/** Wall time in steps of `stepMs`; the component is drawn again only when a step has passed. */
export function useWallTime(stepMs: number): number {
  return useSyncExternalStore(listen, () => state.now - (state.now % stepMs));
}
