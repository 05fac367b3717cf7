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

/** How a language writes numbers, in Western digits. */
export type Separators = {
  readonly group: string;
  readonly decimal: string;
  /** Fewest whole digits that are grouped: Spanish writes 1234 but 12.345. */
  readonly groupFrom: number;
};

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
  /** As `Intl` has it, which a browser takes long to begin with; a test compares them. */
  readonly numbers: Separators;
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
  numbers: { group: ',', decimal: '.', groupFrom: 4 },
};

/** Wire value of the language of a first visit. */
export const DEFAULT_LOCALE: LocaleValue = ENGLISH.value;
