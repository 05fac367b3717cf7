import { readFileSync } from 'node:fs';
import { preferences } from '@candor/protocol';

/** The product's sentences in one language, as its catalogue of texts has them. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Every language of the product, as local storage and the wire spell it. */
export const { LANGUAGES } = preferences;
export type Language = (typeof LANGUAGES)[number];

type Row = {
  readonly value: Language;
  readonly file: string;
  readonly htmlLang: string;
  readonly dir: string;
  readonly name: string;
};
const TABLE = new URL('../../../../packages/locales/locales.json', import.meta.url);

/** A language's row in the product's own table. */
export function rowOf(language: Language): Row {
  const table = JSON.parse(readFileSync(TABLE, 'utf8')) as readonly Row[];
  const row = table.find(({ value }) => value === language);
  if (row === undefined) throw new Error(`locales.json has no ${language}`);
  return row;
}

const known = new Map<Language, ReadonlyMap<string, string>>();

/** Text of one message: its lines in quotes, put together. */
function textOf(quoted: string): string {
  return [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, line = '']) => line.replaceAll('\\n', '\n').replaceAll('\\"', '"'))
    .join('');
}

function readCatalogue(name: string): ReadonlyMap<string, string> {
  const file = new URL(`../../../../packages/locales/src/${name}.po`, import.meta.url);
  const entry = /^msgid ((?:".*"\s*)+)^msgstr ((?:".*"\s*)+)/gm;
  const found = readFileSync(file, 'utf8').matchAll(entry);
  return new Map([...found].map(([, id = '', text = '']) => [textOf(id), textOf(text)]));
}

/** Every text of a language, by its key. */
export function textsOf(language: Language): ReadonlyMap<string, string> {
  const texts = known.get(language) ?? readCatalogue(rowOf(language).file);
  known.set(language, texts);
  return texts;
}

const sayFrom =
  (texts: ReadonlyMap<string, string>, file: string): Say =>
  (key, values = {}) => {
    const text = texts.get(key);
    if (text === undefined || text === '') throw new Error(`${file}.po has no text for ${key}`);
    return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
  };

/**
 * What the page should say, read from the translators' files rather than from the page's own code.
 *
 * @throws Error for a key the language does not have
 */
export function wordsOf(language: Language): Say {
  return sayFrom(textsOf(language), language);
}

/** What the operator's desk should say: its own English, and what it shares with the product. */
export function deskWords(): Say {
  const all = new Map([...textsOf('en'), ...readCatalogue('desk/en')]);
  return sayFrom(all, 'desk/en');
}

/** One branch of a sentence that chooses by a word: "{why, select, stale {…} closed {…}}". */
export function branchOf(say: Say, key: string, word: string): string {
  const [, text] = new RegExp(`\\b${word} \\{([^}]*)\\}`).exec(say(key)) ?? [];
  if (text === undefined) throw new Error(`${key} says nothing for ${word}`);
  return text;
}

/** Marks of direction around a figure; a reader does not see them. */
const ISOLATES = '[\\u2066-\\u2069]*';

/**
 * A sentence whose figures are not known yet, to be looked for on the page.
 *
 * @shape holes: by name, a regular expression each; its groups are kept
 */
export function patternOf(say: Say, key: string, holes: Readonly<Record<string, string>>): RegExp {
  const names = Object.keys(holes);
  const marked = say(key, Object.fromEntries(names.map((name) => [name, `@${name}@`])));
  const escaped = marked.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const source = escaped.replaceAll(
    /@(\w+)@/g,
    (_, name: string) => `${ISOLATES}${holes[name] ?? ''}${ISOLATES}`,
  );
  return new RegExp(source);
}
