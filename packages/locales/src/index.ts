/**
 * locales — the product's texts in its languages, by typed key.
 * Owns the catalogues (PO files) and the active language; knows no screen and no endpoint.
 */
export {
  DEFAULT_LOCALE,
  ENGLISH,
  type Locale,
  type LocaleValue,
  type Separators,
} from './locales.ts';
export { LOCALES, localeOf } from './table.ts';
export {
  activateLocale,
  activeLocale,
  activeTranslate,
  adoptMessages,
  loadAllTexts,
  loadMarketTexts,
  onLocaleChange,
  t,
  type TextValues,
  type Translate,
} from './runtime.ts';
export type { MessageKey } from './keys.ts';
