import { setupI18n, type I18n, type Messages } from '@lingui/core';
import type { MessageKey } from './keys.ts';
import { ENGLISH, type Locale } from './locales.ts';

/** What a text's placeholders are filled with; decimals as text, already in the reader's form. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Answers the text of a key in the active language. */
export type Translate = (key: MessageKey, values?: TextValues) => string;

// Nobody reads a text before a catalogue is there, so a missing one must show itself.
const i18n: I18n = setupI18n({ missing: (_locale, id) => id });

type State = {
  locale: Locale;
  /** How many parts of the catalogue are there. */
  parts: number;
  translate: Translate;
  readonly listeners: Set<() => void>;
};

const state: State = {
  locale: ENGLISH,
  parts: 0,
  translate: translator(),
  listeners: new Set(),
};

/** First strong isolate and its end: a figure keeps its order inside right-to-left text. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Figures isolated, words as they are: a text may choose by a word. @source DESIGN 7 */
function isolateFigures(values: TextValues): TextValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && /\d/.test(value) ? isolated(value) : value,
  ]);
  return Object.fromEntries(entries) as TextValues;
}

function translator(): Translate {
  return (key, values) => {
    const isRtl = state.locale.dir === 'rtl' && values !== undefined;
    return i18n._(key, isRtl ? isolateFigures(values) : values);
  };
}

type Part = () => Promise<{ messages: Messages }>;

/** English is where every first visit begins; where the others are is asked when one is wanted. */
const ENGLISH_PARTS: readonly Part[] = [
  () => import('./en.po?lingui'),
  () => import('./en.po?market?lingui'),
  () => import('./en.po'),
];

async function partsOf({ value }: Locale): Promise<readonly Part[]> {
  if (value === 'en') return ENGLISH_PARTS;
  const { CATALOGUES } = await import('./catalogues.ts');
  return CATALOGUES[value];
}

/** What the page asked for last; answers that come late must not undo it. */
const wanted = { locale: ENGLISH, parts: 1 };

async function settle(): Promise<void> {
  const { locale, parts } = wanted;
  const known = await partsOf(locale);
  const loaded = await Promise.all(known.slice(0, parts).map((part) => part()));
  // Another language or more texts were asked for meanwhile: that answer settles it.
  if (wanted.locale !== locale || wanted.parts !== parts) return settle();
  if (state.locale === locale && state.parts === parts && i18n.locale !== '') return undefined;
  state.parts = parts;
  adoptMessages(locale, Object.assign({}, ...loaded.map((part) => part.messages)) as Messages);
  return undefined;
}

/** Loads a language and makes it the active one: with as many texts as were asked for. */
export function activateLocale(locale: Locale): Promise<void> {
  wanted.locale = locale;
  return settle();
}

function loadParts(count: number): Promise<void> {
  wanted.parts = Math.max(wanted.parts, count);
  return settle();
}

/** Loads the texts of the market's pages too; from now on every language comes with them. */
export function loadMarketTexts(): Promise<void> {
  return loadParts(2);
}

/** Loads the active language's other texts too; from now on every language comes whole. */
export function loadAllTexts(): Promise<void> {
  return loadParts(3);
}

/** Makes a catalogue that is already loaded the active one; tests read theirs from the file. */
export function adoptMessages(locale: Locale, messages: Messages): void {
  i18n.load(locale.value, messages);
  // Western digits in every language. @source PRODUCT 15
  i18n.activate(locale.value, [`${locale.htmlLang}-u-nu-latn`]);
  state.locale = locale;
  // A new function, so that code that compares by identity reads its texts again.
  state.translate = translator();
  state.listeners.forEach((tell) => tell());
}

/** The text of a key in the active language. */
export const t: Translate = (key, values) => state.translate(key, values);

/** The active language. */
export function activeLocale(): Locale {
  return state.locale;
}

/** The function that translates into the active language; another one after each change. */
export function activeTranslate(): Translate {
  return state.translate;
}

/** Calls back after each change of language; answers how to stop. */
export function onLocaleChange(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}
