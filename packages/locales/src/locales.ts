import table from '../locales.json' with { type: 'json' };

/** What local storage, the wire and `/service.html?lang=` carry. */
export type LocaleValue =
  | 'en'
  | 'zh'
  | 'hk'
  | 'ja'
  | 'ko'
  | 'de'
  | 'fr'
  | 'it'
  | 'es'
  | 'ar'
  | 'th';

/** One language of the product. */
export type Locale = {
  /** Place in the specification's list of eleven. @source seed §3 */
  readonly index: number;
  readonly value: LocaleValue;
  /** Name of the catalogue file. */
  readonly file: string;
  readonly htmlLang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Whether it is written in Latin letters, whose face every page has. */
  readonly isLatin: boolean;
  /** The language's name in its own script. */
  readonly name: string;
  /** Whether a native reader has gone through the catalogue. */
  readonly reviewed: boolean;
  /** Which colour rises, until the user chooses. */
  readonly upDown: 'green-up' | 'red-up';
};

/** The product's languages, in the specification's order. */
export const LOCALES = table as readonly Locale[];

/** The language of a first visit. @source seed §9 */
export const DEFAULT_LOCALE: LocaleValue = 'en';

/** The language a stored value stands for; null when the product does not speak it. */
export function localeOf(value: string | null): Locale | null {
  return LOCALES.find((locale) => locale.value === value) ?? null;
}
