import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_NAMES, MESSAGE_NAMES } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import latinNames from '../latin-names.json' with { type: 'json' };
import sameWords from '../same-words.json' with { type: 'json' };
import { isFirstLoadKey } from './first-load.ts';
import { ENGLISH } from './locales.ts';
import { LOCALES } from './table.ts';
import { readPo, type PoEntry } from './po.ts';

const folder = import.meta.dirname;
const catalogueOf = (file: string): PoEntry[] =>
  readPo(readFileSync(join(folder, `${file}.po`), 'utf8'));
const english = catalogueOf('en');
const OTHERS = LOCALES.filter(({ value }) => value !== 'en').map(({ file }) => file);
const OTHER_SCRIPTS = LOCALES.filter(({ isLatin }) => !isLatin).map(({ file }) => file);
const keysOf = (entries: readonly PoEntry[]): string[] => entries.map((entry) => entry.id);

/** What stands in the outermost braces of a text. */
function inBraces(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === '{' && (depth += 1) === 1) from = at + 1;
    if (sign === '}' && (depth -= 1) === 0) found.push([...text].slice(from, at).join(''));
  }
  return found;
}

/** Names in braces, those inside a choice included; the words of its branches are none. */
function placeholders(text: string): string[] {
  const names = inBraces(text).flatMap((inside) => {
    const [, name = '', branches] = /^\s*(\w+)\s*(?:,\s*\w+\s*,(.*))?$/s.exec(inside) ?? [];
    return [name, ...inBraces(branches ?? '').flatMap((branch) => placeholders(branch))];
  });
  return [...new Set(names)].filter((name) => name !== '').toSorted();
}

/**
 * Names, dates and lengths that are no figure of ours: a file format, the last day, the owner of
 * the chart's licence, the lengths holding is priced for, the unit of a definition.
 */
const DIGITS_ALLOWED = [
  /JPEG 2000/g,
  /SHA-256/g,
  /\b(?:24|48|72) h(?:ours)?\b/g,
  /© 2025 TradingView/g,
  /\b1, 7, 30 days\b/g,
  /^1, /g,
];

/** Figures of a text, in its order. */
const figuresOf = (text: string): string[] => text.match(/\p{Nd}+/gu) ?? [];

/** Words every language of the product writes as English does, each looked at. */
const SAME = new Set<string>(sameWords);

/** What a reader of another script reads in Latin letters anyway: codes, names, units. */
const LATIN_NAMES = new RegExp(`\\b(?:${latinNames.join('|')})\\b`, 'g');

/** A text without its placeholders and the grammar of its choices. */
function proseOf(text: string): string {
  const choice = /\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/g;
  const branch = /(?:^|\s)(?:=\d+|zero|one|two|few|many|other|[a-z][A-Za-z]*)\s*\{/g;
  return text
    .replace(choice, ' ')
    .replace(/\{\w+\}/g, ' ')
    .replace(branch, ' ');
}

/** Whether a text says anything besides figures, codes and names. */
const hasWords = (text: string): boolean =>
  /\p{L}{2,}/u.test(proseOf(text).replace(LATIN_NAMES, ' '));

describe('the catalogues', () => {
  it('are those of locales.json, no more and no fewer', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.po'));
    expect(files.toSorted()).toEqual(LOCALES.map((locale) => `${locale.file}.po`).toSorted());
  });

  it.each(LOCALES.map((locale) => locale.file))(
    '%s has every key of English, once, in order',
    (file) => {
      const keys = keysOf(catalogueOf(file));
      expect(keys).toEqual(keysOf(english));
      expect(keys).toEqual([...new Set(keys)].toSorted());
    },
  );

  it.each(LOCALES.map((locale) => locale.file))('%s fills the same placeholders', (file) => {
    const texts = new Map(catalogueOf(file).map((entry) => [entry.id, entry.text]));
    for (const { id, text } of english) {
      expect(placeholders(texts.get(id) ?? ''), id).toEqual(placeholders(text));
    }
  });

  it.each(LOCALES.map((locale) => locale.file))(
    '%s leaves no text empty and claims no figure',
    (file) => {
      const texts = new Map(catalogueOf(file).map((entry) => [entry.id, entry.text]));
      for (const { id, text } of english) {
        const claimed = DIGITS_ALLOWED.reduce((rest, allowed) => rest.replace(allowed, ''), text);
        expect(claimed, id).not.toMatch(/\p{Nd}/u);
        const said = texts.get(id) ?? '';
        expect(said.trim(), id).not.toBe('');
        expect(figuresOf(said).toSorted(), id).toEqual(figuresOf(text).toSorted());
      }
    },
  );

  it.each(OTHERS)('%s leaves nothing in English but the words that are the same', (file) => {
    const texts = new Map(catalogueOf(file).map((entry) => [entry.id, entry.text]));
    const left = english.filter(
      ({ id, text }) => texts.get(id) === text && hasWords(text) && !SAME.has(text),
    );
    expect(left.map(({ id, text }) => `${id}: ${text}`)).toEqual([]);
  });

  it('write the same as English in few words, each of them in use', () => {
    expect(sameWords.length).toBeLessThanOrEqual(40);
    const used = OTHERS.flatMap((file) => {
      const texts = new Map(catalogueOf(file).map((entry) => [entry.id, entry.text]));
      return english.filter(({ id, text }) => texts.get(id) === text).map(({ text }) => text);
    });
    expect(sameWords.filter((word) => !used.includes(word))).toEqual([]);
  });

  it.each(OTHER_SCRIPTS)('%s has less than one Latin letter in a hundred', (file) => {
    const prose = catalogueOf(file)
      .map(({ text }) => proseOf(text).replace(LATIN_NAMES, ' '))
      .join(' ');
    const letters = prose.match(/\p{L}/gu)?.length ?? 0;
    const latin = prose.match(/\p{Script=Latin}+/gu) ?? [];
    expect(latin.join('').length / letters, latin.slice(0, 40).join(' ')).toBeLessThan(0.01);
  });

  it('set French punctuation off with the narrow space that does not break', () => {
    const wrong = catalogueOf('fr')
      .filter(({ text }) => /[^\u202F\d:;?!][:;?!](?![:/]\/?\S)/u.test(text))
      .map(({ id }) => id);
    expect(wrong).toEqual([]);
  });

  it('begin with English, as the table has it', () => {
    expect(LOCALES[0]).toEqual(ENGLISH);
  });

  it('have a text for every refusal and every sentence of the protocol', () => {
    const keys = new Set(keysOf(english));
    const missing = [
      ...ERROR_NAMES.map((name) => `error.${name}`),
      ...MESSAGE_NAMES.map((name) => `message.${name}`),
    ].filter((key) => !keys.has(key));
    expect(missing).toEqual([]);
  });

  it('say nothing in exclamation marks', () => {
    const loud = LOCALES.flatMap((locale) => catalogueOf(locale.file))
      .filter((entry) => /[!！]/.test(entry.text))
      .map((entry) => entry.id);
    expect(loud).toEqual([]);
  });
});

describe('the catalogue of the desk', () => {
  const desk = readPo(readFileSync(join(folder, 'desk', 'en.po'), 'utf8'));

  it('has each key once, in order, none of them one of the product’s', () => {
    const keys = keysOf(desk);
    expect(keys).toEqual([...new Set(keys)].toSorted());
    expect(keys.filter((key) => keysOf(english).includes(key))).toEqual([]);
  });

  it('leaves no text empty and says nothing in exclamation marks', () => {
    expect(desk.filter(({ text }) => text.trim() === '' || text.includes('!'))).toEqual([]);
  });
});

describe('the keys of the first load', () => {
  it('are a part of the catalogue, not the whole and not nothing', () => {
    const first = keysOf(english).filter(isFirstLoadKey);
    expect(first).toContain('home.headline-start');
    expect(first).not.toContain('error.plan-unavailable');
    expect(first.length).toBeLessThan(english.length / 2);
  });
});

describe('readPo', () => {
  it('reads texts over several lines, quotes and breaks, and leaves the header out', () => {
    const po = [
      'msgid ""',
      'msgstr ""',
      '"Language: en\\n"',
      '',
      '# a remark',
      'msgid "one.two"',
      'msgstr "first \\"quoted\\" "',
      '"and second\\nline"',
    ].join('\n');
    expect(readPo(po)).toEqual([{ id: 'one.two', text: 'first "quoted" and second\nline' }]);
  });
});
