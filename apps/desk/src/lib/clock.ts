import { useSyncExternalStore } from 'react';

/** Waiting clocks show minutes; a second is fine enough for all of them. @units milliseconds */
const BEAT_MS = 1_000;

/** How far a member's clock may be off: the server says whole seconds, some of them on the way. @units milliseconds */
const NEAR_MS = 2_000;

/** The latest that any answer said it was, less the page's own clock: one that came slowly says too early. */
let heard = Number.NEGATIVE_INFINITY;
/** Wall time when the page's own clock was at zero, by the server; null while this machine's clock says the same. */
let origin: number | null = null;

/**
 * Takes the time an answer says: deadlines are by the server's clock, in a rehearsal one that is ahead. What was
 * heard never goes back.
 */
export function hearWallTime({ headers }: Response): void {
  const said = Date.parse(headers.get('date') ?? '') - performance.now();
  if (said > heard) heard = said;
  const own = Date.now() - performance.now();
  origin = heard > Number.NEGATIVE_INFINITY && Math.abs(heard - own) > NEAR_MS ? heard : null;
}

/** Wall time, by the server as far as the page heard of it. @units Unix milliseconds */
export function wallNow(): number {
  return origin === null ? Date.now() : Math.round(origin + performance.now());
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
