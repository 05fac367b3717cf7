import { readFileSync } from 'node:fs';
import { LOCALES } from '@candor/locales';
import { readPo } from '@candor/locales/po';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../platform/http/language.ts';
import { type MessageTemplate, writeMail, writeSms } from './mail-text.ts';

const CODES = ['code-register', 'code-reset', 'code-security'] as const;
const english = readPo(
  readFileSync(new URL('./en.po', import.meta.resolve('@candor/locales/po')), 'utf8'),
);
const templates = english.flatMap(({ id }) => {
  const [, name] = /^mail\.(.+)-subject$/.exec(id) ?? [];
  return name === undefined ? [] : [name as MessageTemplate];
});
/** Everything the message's texts have a place for. */
const valuesOf = (template: string): Record<string, string> => {
  const texts = english.filter(({ id }) => /^(mail|sms)\./.test(id) && id.includes(template));
  const names = texts.flatMap(({ text }) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  );
  return Object.fromEntries(names.map((name) => [name ?? '', `<${name}>`]));
};
const FRAME = { phrase: 'Green teapot', isCustomer: true, operator: 'Harbour Ltd' };

describe.each(LOCALES.map(({ value }) => value))('in %s', (language) => {
  test('every letter is whole: no place is left open, nothing is missing', () => {
    expect(templates.length).toBeGreaterThan(3);
    for (const template of templates) {
      const values = valuesOf(template);
      const { subject, text } = writeMail({ template, language, values }, FRAME);
      expect(`${subject}${text}`, template).not.toMatch(/[{}]/);
      for (const value of Object.values(values)) expect(`${subject}${text}`).toContain(value);
      expect(text).toContain('Green teapot');
      expect(text).toContain('Harbour Ltd');
    }
  });

  test('a text message says its code and no link', () => {
    for (const template of CODES) {
      const text = writeSms({ template, language, values: { code: '012345', minutes: '10' } });
      expect(text).toContain('012345');
      expect(text).not.toMatch(/http|www|[{}]/);
    }
  });
});

test('who has chosen no words is told so; a stranger is told why the mail came', () => {
  const write = (isCustomer: boolean) =>
    writeMail(
      { template: 'code-reset', language: 'en', values: { code: '1', minutes: '10' } },
      { phrase: null, isCustomer, operator: 'Harbour Ltd' },
    ).text;
  expect(write(true)).toContain('You have not chosen an anti-phishing phrase yet.');
  expect(write(false)).toContain('somebody typed this address at Candor');
});

test('a letter that lacks a value is a broken promise, not a letter with a hole', () => {
  expect(() =>
    writeMail({ template: 'code-reset', language: 'en', values: { code: '1' } }, FRAME),
  ).toThrow(/minutes/);
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ar', 'ar'],
  ['ar-EG,ar;q=0.9', 'ar'],
  ['de-AT', 'de'],
  ['zh-Hant-HK', 'hk'],
  ['zh-Hans', 'zh'],
  ['zh-Hant', 'hk'],
  ['zh-TW', 'hk'],
  ['zh-CN', 'zh'],
  ['x-klingon', 'en'],
  ['../../etc', 'en'],
])('a page in %s is written to in %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
