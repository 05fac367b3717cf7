import { useSyncExternalStore } from 'react';

/** Whether the last question to the server went unanswered, and who wants to know. */
const state = { isLost: false, listeners: new Set<() => void>() };

/** Said after every call: whether anything answered it. */
export function reportConnectivity(hasAnswered: boolean): void {
  if (state.isLost !== hasAnswered) return;
  state.isLost = !hasAnswered;
  state.listeners.forEach((tell) => tell());
}

/**
 * Whether nobody answers now. Only our own questions count: a browser that says it has no network
 * still reaches a server on its own machine, and one that has a network may not reach ours.
 */
export const isOffline = (): boolean => state.isLost;

/** `isOffline`, in a component. */
export function useOffline(): boolean {
  return useSyncExternalStore((listener) => {
    state.listeners.add(listener);
    return () => state.listeners.delete(listener);
  }, isOffline);
}
