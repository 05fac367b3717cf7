import { useSyncExternalStore } from 'react';
import { readStored, store } from './storage.ts';

/** The theme chosen here; null follows the system. */
export type Theme = 'light' | 'dark' | null;

function stored(): Theme {
  const theme = readStored('theme');
  return theme === 'light' || theme === 'dark' ? theme : null;
}

const state = { theme: stored(), listeners: new Set<() => void>() };

/** Chooses a theme for this browser; null follows the system again. */
export function setTheme(theme: Theme): void {
  state.theme = theme;
  store('theme', theme ?? '');
  if (theme === null) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  state.listeners.forEach((tell) => tell());
}

/** The theme chosen here, in a component. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    () => state.theme,
  );
}
