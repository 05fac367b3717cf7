import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { isWeakPassword } from './password.ts';

describe('a password', () => {
  test('is weak when it is one of the common ones, of which there are at least 200', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(200);
    for (const password of COMMON_PASSWORDS) {
      expect(isWeakPassword(password, 'somebody'), password).toBe(true);
      expect(isWeakPassword(password.toUpperCase(), 'somebody'), password).toBe(true);
    }
  });

  test.each([
    ['nine characters', 'k7#mQ2!vx'],
    ['nine signs of two halves each', '😀😁😂🤣😃😄😅😆😉'],
    ['one letter', 'zzzzzzzzzzzz'],
    ['one piece', 'xy1xy1xy1xy1'],
    ['a row of the keyboard', 'sdfghjklasdf'],
    ['the alphabet backwards', 'zyxwvutsrqponm'],
    ['digits in order', '34567890123'],
    ['spaces between', 'p a s s w o r d 1 2 3'],
    ['a common word dressed up', '!!Dragon2024'],
    ['signs for letters', 'P@$$w0rd2024'],
    ['the product’s name', 'candor123456'],
    ['the user’s name', 'somebody-1'],
    ['the user’s name twice', 'somebodysomebody'],
    ['the user’s name backwards', 'ydobemos2024'],
    ['wide letters of a common one', 'ｐａｓｓｗｏｒｄ１２３'],
    ['half a character', 'a quiet harbour \ud800'],
  ])('is weak with %s', (_what, password) => {
    expect(isWeakPassword(password, 'somebody')).toBe(true);
  });

  test.each([
    'correct horse battery',
    'a quiet harbour at nine',
    'k7#mQ2!vxL',
    'пароль для проверки',
    '一二三四五六七八九十甲',
    'somebody else was at the door',
    'Tr0ub4dor&3xyz',
  ])('may be %s', (password) => {
    expect(isWeakPassword(password, 'somebody')).toBe(false);
  });

  test('of ten random characters is not weak', () => {
    const random = fc.string({
      unit: fc.constantFrom(...'bdfhkmpvwxz2468#%&?'),
      minLength: 12,
      maxLength: 40,
    });
    fc.assert(
      fc.property(random, (password) => {
        fc.pre(new Set(password).size > 6);
        expect(isWeakPassword(password, 'somebody')).toBe(false);
      }),
    );
  });
});
