import { ENGLISH, activateLocale, activeLocale, type Locale } from '@candor/locales';
import { useSyncExternalStore } from 'react';
import { readStored, store } from './storage.ts';

/** The user's tastes; null follows the system (theme) or the language (colours). */
export type Preferences = {
  readonly theme: 'light' | 'dark' | null;
  readonly upDown: 'green-up' | 'red-up' | null;
  /** Whether it is asked once before a position is closed. */
  readonly asksBeforeClose: boolean;
};

const DARK = '(prefers-color-scheme: dark)';

type State = { preferences: Preferences; readonly listeners: Set<() => void> };

function stored(): Preferences {
  const theme = readStored('theme');
  const upDown = readStored('upDown');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    upDown: upDown === 'green-up' || upDown === 'red-up' ? upDown : null,
    asksBeforeClose: readStored('closesUnasked') !== '1',
  };
}

const state: State = { preferences: stored(), listeners: new Set() };

/** Writes language, direction, theme and colours on the document. */
function applyToDocument(): void {
  const { htmlLang, dir, upDown } = activeLocale();
  const { documentElement } = document;
  documentElement.lang = htmlLang;
  documentElement.dir = dir;
  const { theme } = state.preferences;
  if (theme === null) delete documentElement.dataset['theme'];
  else documentElement.dataset['theme'] = theme;
  documentElement.dataset['updown'] = state.preferences.upDown ?? upDown;
}

function change(preferences: Preferences): void {
  state.preferences = preferences;
  applyToDocument();
  state.listeners.forEach((tell) => tell());
}

/** The reader's tastes now. */
export function currentPreferences(): Preferences {
  return state.preferences;
}

/** Calls back after each change of theme, colours or language; answers how to stop. */
export function onPreferencesChange(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

/** The reader's tastes, in a component. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, currentPreferences);
}

/** Chooses a theme for this browser; null follows the system again. */
export function setTheme(theme: Preferences['theme']): void {
  store('theme', theme ?? '');
  change({ ...state.preferences, theme });
}

/** Chooses which colour rises; null follows the language again. */
export function setUpDown(upDown: Preferences['upDown']): void {
  store('upDown', upDown ?? '');
  change({ ...state.preferences, upDown });
}

/** Chooses whether it is asked once before a position is closed. */
export function setAsksBeforeClose(asksBeforeClose: boolean): void {
  store('closesUnasked', asksBeforeClose ? '' : '1');
  change({ ...state.preferences, asksBeforeClose });
}

/** The theme on screen now, in a component; follows the system while none is chosen. */
export function useShownTheme(): 'light' | 'dark' {
  const { theme } = usePreferences();
  const isSystemDark = useSyncExternalStore(
    (listener) => {
      const media = matchMedia(DARK);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(DARK).matches,
  );
  return theme ?? (isSystemDark ? 'dark' : 'light');
}

/** Loads a language, its script's face with it, and remembers it. */
export async function setLanguage(locale: Locale): Promise<void> {
  await showLanguage(locale);
  store('currentLanguage', locale.value);
  state.listeners.forEach((tell) => tell());
}

/**
 * The language a visit starts in: the one its address asks for, else the one chosen before.
 *
 * @source seed §9: English until another is chosen
 */
export async function startLocale(params: string | null): Promise<Locale> {
  const stored = readStored('currentLanguage') ?? ENGLISH.value;
  if ((params ?? stored) === ENGLISH.value) return ENGLISH;
  // The table of all languages is not part of what every page loads first.
  const { localeOf } = await import('@candor/locales/table');
  return localeOf(params ?? stored) ?? localeOf(stored) ?? ENGLISH;
}

/** Loads a language and shows the page in it. */
export async function showLanguage(locale: Locale): Promise<void> {
  // The face arrives in its own time; the text stands in the system's face until then.
  if (!locale.isLatin) void import('./fonts.ts').then(({ loadFont }) => loadFont(locale));
  await activateLocale(locale);
  applyToDocument();
}
