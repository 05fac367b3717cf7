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

/** The language of a first visit, known before any table is loaded. @source seed §9 */
export const ENGLISH: Locale = {
  index: 0,
  value: 'en',
  file: 'en',
  htmlLang: 'en',
  dir: 'ltr',
  name: 'English',
  isLatin: true,
  reviewed: true,
  upDown: 'green-up',
};

/** Wire value of the language of a first visit. */
export const DEFAULT_LOCALE: LocaleValue = ENGLISH.value;
