import { useEffect, useSyncExternalStore } from 'react';

/** What the page on screen is about, when that is more than its place in the product says. */
const state: { name: string | null; readonly listeners: Set<() => void> } = {
  name: null,
  listeners: new Set(),
};

function setName(name: string | null): void {
  state.name = name;
  state.listeners.forEach((tell) => tell());
}

function listen(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

/** The name the page on screen gave itself for the browser's title; null without one. */
export function usePageName(): string | null {
  return useSyncExternalStore(listen, () => state.name);
}

/** Names the page in the browser's title for as long as the caller is shown. */
export function useNamedPage(name: string): void {
  useEffect(() => {
    setName(name);
    return () => setName(null);
  }, [name]);
}
