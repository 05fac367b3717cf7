// Promise: a trading term has one translation in each language, the one of the glossary.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { otherTranslations, readGlossary } from './glossary.ts';
import { readPo } from './po.ts';
import { LOCALES } from './table.ts';

const FILES = LOCALES.map(({ file }) => file);
const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const terms = readGlossary(read('../glossary.md'));
const english = readPo(read('en.po'));

/** What is wrong in a language once a text of its catalogue says something else. */
function wrongWith(language: string, planted?: { id: string; text: string }): string[] {
  const texts = readPo(read(`${language}.po`)).map((entry) =>
    entry.id === planted?.id ? planted : entry,
  );
  return otherTranslations(terms, { language, english, texts });
}

test('the glossary has at least sixty terms, each in every language, and none twice', () => {
  expect(terms.length).toBeGreaterThanOrEqual(60);
  const missing = terms.flatMap((term) => FILES.filter((file) => !term[file]?.accepted.length));
  expect(missing).toEqual([]);
  const names = terms.flatMap((term) => term['en']?.accepted ?? []);
  expect(names).toEqual([...new Set(names)]);
});

test('no form is both accepted and refused', () => {
  const both = terms.flatMap((term) =>
    FILES.flatMap((file) =>
      (term[file]?.refused ?? []).filter((form) => term[file]?.accepted.includes(form)),
    ),
  );
  expect(both).toEqual([]);
});

test.each(FILES)('%s says each term as the glossary does', (file) => {
  expect(wrongWith(file)).toEqual([]);
});

test('the desk says each term as the glossary does', () => {
  const texts = readPo(read('desk/en.po'));
  expect(otherTranslations(terms, { language: 'en', english: texts, texts })).toEqual([]);
});

test.each([
  ['de', { id: 'account.floating', text: 'Offener Gewinn' }],
  ['ja', { id: 'ticket.stop-loss', text: 'ロスカット設定' }],
  ['ar', { id: 'account.floating', text: 'النتيجة العائمة' }],
])('another translation of a term alone is found: %s %o', (file, planted) => {
  expect(wrongWith(file, planted).join()).toContain(`${planted.id}: ${planted.text}`);
});

test.each([
  ['fr', { id: 'ticket.stop-closes', text: 'Le stop de perte clôture près de' }],
  ['zh-CN', { id: 'ticket.not-sent', text: '按当前估值价估算' }],
  ['en', { id: 'ticket.not-sent', text: 'Your floating result is gone.' }],
])('a refused form inside a sentence is found: %s %o', (file, planted) => {
  expect(wrongWith(file, planted)).toHaveLength(1);
});
