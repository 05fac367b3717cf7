import { preferences } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { type DefaultText, defaultTexts } from './defaults.ts';
import { PLACEHOLDERS } from './fill.ts';
import { DEFAULT_PAGES } from './rules.ts';

const ALL = defaultTexts();
const ENGLISH = new Map(
  ALL.filter(({ language }) => language === 'en').map((text) => [text.pageId, text]),
);
const LONG = new Set(['terms', 'privacy', 'risk']);
const WORDS_MIN = 120;
const LONG_WORDS_MIN = 600;

/** Languages whose own writing is not Latin, and how much of it may be: names and codes apart. */
const NOT_LATIN = new Set(['zh', 'hk', 'ja', 'ko', 'ar', 'th']);
const LATIN_MAX = 0.01;
const NAMES = /\b(?:Candor|USDT|BTC|ETH|Ethereum|Tron)\b/g;

const placesIn = (html: string): string[] =>
  [...html.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name).toSorted();
const tagsIn = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];
const wordsOnly = ({ title, html }: DefaultText): string =>
  `${title}\n${html}`.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, ' ').replaceAll('&amp;', '&');

function countWords(text: DefaultText): number {
  const segments = new Intl.Segmenter(text.language === 'hk' ? 'zh' : text.language, {
    granularity: 'word',
  }).segment(wordsOnly(text));
  return [...segments].filter(({ isWordLike }) => isWordLike === true).length;
}

const named = (texts: readonly DefaultText[]) =>
  texts.map((text) => [`${text.language}/${text.pageId}`, text] as const);

test('every text is there in English', () => {
  expect([...ENGLISH.keys()]).toEqual(DEFAULT_PAGES.map(({ id }) => id));
});

test('every language has every text', () => {
  for (const language of preferences.LANGUAGES) {
    const ids = ALL.filter((text) => text.language === language).map(({ pageId }) => pageId);
    expect([language, ids]).toEqual([language, [...ENGLISH.keys()]]);
  }
});

test('French punctuation is set off by the narrow space that does not break', () => {
  const wrong = ALL.filter(({ language }) => language === 'fr').filter((text) =>
    /[ \u00A0][:;?!]/.test(`${text.title} ${text.html.replaceAll(/<[^>]*>/g, ' | ')}`),
  );
  expect(wrong.map(({ pageId }) => pageId)).toEqual([]);
});

describe.each(named(ALL))('%s', (_, text) => {
  const english = ENGLISH.get(text.pageId) as DefaultText;

  test('is a real text', () => {
    const least = LONG.has(text.pageId) ? LONG_WORDS_MIN : WORDS_MIN;
    expect(countWords(text)).toBeGreaterThanOrEqual(least);
    expect(text.title.length).toBeLessThanOrEqual(60);
    expect(wordsOnly(text)).not.toMatch(/[!！]/);
  });

  test('claims no figure: they come from the parameter table', () => {
    expect(wordsOnly(text)).not.toMatch(/\p{Nd}/u);
    expect(placesIn(text.html).filter((name) => !PLACEHOLDERS.includes(name))).toEqual([]);
    // In a place where text stands, never inside a tag.
    expect(tagsIn(text.html).filter((tag) => tag.includes('{{'))).toEqual([]);
  });

  test('says what the English text says: same parts, same links, same figures', () => {
    expect(tagsIn(text.html)).toEqual(tagsIn(english.html));
    expect(placesIn(text.html)).toEqual(placesIn(english.html));
  });

  test.runIf(text.language !== 'en')('is written in its language', () => {
    expect(text.title).not.toBe(english.title);
    const paragraphs = english.html.split('\n').filter((line) => /^<(?:p|h2|li)>/.test(line));
    const copied = paragraphs.filter((line) => text.html.includes(line));
    // A line of nothing but a figure may be the same.
    expect(
      copied.filter((line) => /[a-z]{4}/i.test(line.replaceAll(/<[^>]*>|\{\{.*?\}\}/g, ''))),
    ).toEqual([]);
  });

  test.runIf(NOT_LATIN.has(text.language))('has its own letters', () => {
    const words = wordsOnly(text).replaceAll(NAMES, '');
    const letters = words.match(/\p{L}/gu)?.length ?? 0;
    const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
    expect(latin / letters).toBeLessThan(LATIN_MAX);
  });
});
