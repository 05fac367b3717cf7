import {
  activeLocale,
  activeTranslate,
  onLocaleChange,
  type Locale,
  type Translate,
} from '@candor/locales';
import { useSyncExternalStore } from 'react';

/** The text function of the active language; the component reads again when it changes. */
export function useT(): Translate {
  return useSyncExternalStore(onLocaleChange, activeTranslate);
}

/** The active language. */
export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, activeLocale);
}
