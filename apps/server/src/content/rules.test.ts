import { describe, expect, it } from 'vitest';
import { defaultsToAdd, isPublished, languageAsked, versionFor } from './rules.ts';

describe('languageAsked', () => {
  it.each([
    [{}, 'en'],
    [{ languageType: '2' }, 'en'],
    [{ languageType: '1' }, 'zh'],
    [{ language: 'th' }, 'th'],
    [{ languageType: '2', language: 'ja' }, 'ja'],
    [{ languageType: '1', language: 'hk' }, 'hk'],
  ] as const)('%j is %s', (params, language) => {
    expect(languageAsked(params)).toBe(language);
  });
});

describe('versionFor', () => {
  const [en, de] = [{ language: 'en' }, { language: 'de' }];
  it('gives the language asked for, else the original and says so', () => {
    expect(versionFor([en, de], 'de')).toEqual({ version: de, isOriginal: false });
    expect(versionFor([en, de], 'th')).toEqual({ version: en, isOriginal: true });
    expect(versionFor([en, de], 'en')).toEqual({ version: en, isOriginal: false });
    expect(versionFor([], 'en')).toBeNull();
  });
});

describe('defaultsToAdd', () => {
  const text = { pageId: 'terms', language: 'en', hash: 'b' };
  const last = { ...text, version: 3, author: 'default' };
  it('adds what is new or changed, never over the words of an operator', () => {
    expect(defaultsToAdd([text], [])).toEqual([{ ...text, version: 1 }]);
    expect(defaultsToAdd([text], [last])).toEqual([]);
    expect(defaultsToAdd([text], [{ ...last, hash: 'a' }])).toEqual([{ ...text, version: 4 }]);
    expect(defaultsToAdd([text], [{ ...last, hash: 'a', author: 'operator' }])).toEqual([]);
    expect(defaultsToAdd([{ ...text, language: 'de' }], [last])).toEqual([
      { ...text, language: 'de', version: 1 },
    ]);
  });
});

describe('isPublished', () => {
  it('knows the list and nothing a prototype brings', () => {
    expect(isPublished('contract.feeRate')).toBe(true);
    for (const key of [
      'house.floorNewBusiness',
      'constructor',
      '__proto__',
      '',
      'CONTRACT.FEERATE',
    ]) {
      expect(isPublished(key)).toBe(false);
    }
  });
});
