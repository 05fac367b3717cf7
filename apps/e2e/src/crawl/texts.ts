import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language, rowOf, textsOf } from '../support/words.ts';
import type { Said } from './in-page.ts';

const LOCALES = new URL('../../../../packages/locales/', import.meta.url);
const listOf = (file: string): string[] =>
  JSON.parse(readFileSync(new URL(file, LOCALES), 'utf8')) as string[];

/** Words that are the same in every language, each looked at. */
const SAME_WORDS = new Set(listOf('same-words.json'));
/** What readers of other scripts read in Latin letters anyway. */
const LATIN_NAMES = listOf('latin-names.json');
/** Languages that are written in other letters. */
const OTHER_LETTERS: readonly Language[] = ['zh', 'hk', 'ja', 'ko', 'ar', 'th'];

/** Addresses, codes, numbers with letters in them, words in capitals, single letters. */
const CODES = [
  /\b(?:https?|wss?):\/\/\S+/g,
  /\S+@\S+\.\S+/g,
  /(?<![\p{L}\p{N}])\/[\w./:?=&-]+/gu,
  // A unit of the international system is one too.
  /\b[\d.,]+ ms\b/g,
  /\b[\w-]*\d[\w.:/-]*\b/g,
  /\b[A-Z]{2,}(?:\/[A-Z]+)*\b/g,
  /(?<!\p{L})[A-Za-z](?!\p{L})/gu,
];
const MARKS = /[\u200E\u200F\u2066-\u2069\u00AD]/g;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** By list of names: a crawl reads ten thousands of texts with one list. */
const NAMED = new WeakMap<readonly string[], RegExp>();

function namedIn(names: readonly string[]): RegExp {
  const made = NAMED.get(names);
  if (made !== undefined) return made;
  const known = [...names, ...LATIN_NAMES].toSorted((a, b) => b.length - a.length).map(escaped);
  const named = new RegExp(`(?<![\\p{L}])(?:${known.join('|')})(?![\\p{Script=Latin}])`, 'gu');
  NAMED.set(names, named);
  return named;
}

/** A text without codes and names: what is left has to be words of its language. */
function wordsLeft(text: string, names: readonly string[]): string {
  return CODES.reduce((rest, code) => rest.replaceAll(code, ' '), text.replaceAll(MARKS, ''))
    .replaceAll(namedIn(names), ' ')
    .trim();
}

/** What the texts of a page are compared with. */
type Reading = {
  readonly language: Language;
  /** Names nobody translates: of markets, of the user. */
  readonly names: readonly string[];
  /** Every text the same pages showed in English. */
  readonly english: ReadonlySet<string>;
};

const clean = (text: string): string => text.replaceAll(MARKS, '').replaceAll(/\s+/g, ' ').trim();
const holes = /\{\w+\}|\bundefined\b|\bNaN\b|\[object |Invalid Date/;

/** A text that is no text: the key of one, or one whose figures are missing. */
function findMissing({ text, where }: Said, keys: ReadonlyMap<string, string>): string[] {
  const key = text.match(/[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*/g)?.find((one) => keys.has(one));
  if (key !== undefined) return [`${where}: the key ${key} instead of its text`];
  return holes.test(text) ? [`${where}: a hole in “${text}”`] : [];
}

/** A text that stands in English on a page of another language. */
function findEnglish({ text, where }: Said, reading: Reading): string[] {
  const said = clean(text);
  if (!reading.english.has(said) || SAME_WORDS.has(said)) return [];
  const hasWords = /\p{Script=Latin}{2,}/u.test(wordsLeft(said, reading.names));
  if (!hasWords || [...textsOf(reading.language).values()].includes(said)) return [];
  return [`${where}: “${said}” is English`];
}

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
/** Most Latin letters of a hundred on a page of another script. */
const LATIN_MAX = 0.01;

/** A page with more Latin letters than its script leaves room for. */
function findLatin(said: readonly Said[], { language, names }: Reading): string[] {
  if (!OTHER_LETTERS.includes(language)) return [];
  const left = said.map(({ text }) => wordsLeft(text, names)).join('\n');
  const latin = left.match(/\p{Script=Latin}+/gu) ?? [];
  const share = latin.join('').length / Math.max(1, lettersIn(left));
  if (share < LATIN_MAX) return [];
  return [
    `${Math.round(share * 1000) / 10}% Latin letters: ${[...new Set(latin)].slice(0, 20).join(' ')}`,
  ];
}

/** What is wrong with the texts of a page, as short lines. */
export function faultsOfTexts(said: readonly Said[], reading: Reading): string[] {
  const keys = textsOf('en');
  const found = said.flatMap((one) => [
    ...findMissing(one, keys),
    ...(reading.language === 'en' ? [] : findEnglish(one, reading)),
  ]);
  return [...new Set([...found, ...findLatin(said, reading)])];
}

/** The texts of an English page, to compare others with. */
export const plainTexts = (said: readonly Said[]): string[] => said.map(({ text }) => clean(text));

/** What the browser writes by itself: the months of a date, the name of a time zone. */
const OF_THE_BROWSER =
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b|Coordinated Universal Time/g;
/** What a language calls itself. */
const LANGUAGE_NAMES = LANGUAGES.map((language) => rowOf(language).name);

/** Texts that did not come from the catalogue, on a page that speaks the pseudo language. */
export function faultsOfPseudo(said: readonly Said[], names: readonly string[]): string[] {
  const known = [...names, ...LANGUAGE_NAMES];
  const left = (text: string): string => wordsLeft(text.replaceAll(OF_THE_BROWSER, ' '), known);
  const found = said
    .filter(({ text }) => !known.includes(text.trim()) && /[A-Za-z]{2,}/.test(left(text)))
    .map(({ text, where }) => `${where}: “${clean(text)}” is hard-coded`);
  return [...new Set(found)];
}
