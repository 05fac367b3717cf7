// Promise: a span of time is written in the short form of the reader's language, in Western digits.
import { LOCALES, type LocaleValue, adoptMessages, localeOf } from '@candor/locales';
import { afterAll, expect, test } from 'vitest';
import { formatSpan } from './format-units.ts';

const speak = (value: LocaleValue): void => {
  const locale = localeOf(value);
  if (locale === null) throw new Error(`no ${value}`);
  adoptMessages(locale, {});
};
afterAll(() => speak('en'));

test.each([
  ['en', '5 min', '2 h', '9 s'],
  ['de', '5 min', '2 h', '9 s'],
  ['ja', '5 分', '2 時間', '9 秒'],
  ['ko', '5분', '2시간', '9초'],
  ['ar', '5 د', '2 س', '9 ث'],
] as const)('in %s', (language, minutes, hours, seconds) => {
  speak(language);
  expect([formatSpan(5, 'minute'), formatSpan(2, 'hour'), formatSpan(9, 'second')]).toEqual([
    minutes,
    hours,
    seconds,
  ]);
});

test('in every language without a word of another', () => {
  for (const { value } of LOCALES) {
    speak(value);
    expect(formatSpan(5, 'minute')).toMatch(/^\p{Script=Common}*5\P{N}+$/u);
  }
});
