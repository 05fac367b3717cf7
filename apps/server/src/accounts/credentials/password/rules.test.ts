import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { isWeakPassword } from './password.ts';
import { decideLogin, decideRegistration } from './rules.ts';

const GOOD = { username: 'somebody', password: 'a quiet harbour at nine' };

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

describe('a registration', () => {
  test('is taken under the folded name, blank fields count as not given', () => {
    const asked = {
      ...GOOD,
      username: 'SomeBody',
      email: '',
      phone: ' ',
      code: '',
      inviteCode: '',
    };
    expect(decideRegistration(asked)).toEqual({
      ok: true,
      value: { ...GOOD, contact: null, inviteCode: null },
    });
  });

  test('keeps mail, phone and invite code in their one spelling', () => {
    const said = (rest: object) => {
      const decided = decideRegistration({ ...GOOD, ...rest });
      return decided.ok ? decided.value : decided.failure;
    };
    expect(said({ email: ' A.B@Example.ORG ', code: '123 456' })).toEqual({
      ...GOOD,
      contact: { channel: 'email', target: 'a.b@example.org', code: '123 456' },
      inviteCode: null,
    });
    expect(said({ phone: '0151 123-45678', areaCode: '+49', code: '1' })).toMatchObject({
      contact: { channel: 'phone', target: '+4915112345678' },
    });
    expect(said({ inviteCode: '0a1b-2c3d-4e5f' })).toMatchObject({ inviteCode: '0A1B2C3D4E5F' });
  });

  test('with mail or phone is never taken without a code', () => {
    const text = fc.option(fc.oneof(fc.string(), fc.emailAddress()), { nil: undefined });
    const blank = fc.constantFrom(undefined, '', '  ');
    fc.assert(
      fc.property(fc.record({ email: text, phone: text, code: blank }), (rest) => {
        const isBare = Object.values(rest).every((one) => one === undefined || one.trim() === '');
        expect(decideRegistration({ ...GOOD, ...rest }).ok).toBe(isBare);
      }),
    );
  });
});

test('a log-in says that an account is disabled only after the right password', () => {
  const decide = (isPasswordRight: boolean, status: 'active' | 'disabled' | null) => {
    const decided = decideLogin({ isPasswordRight, status });
    return decided.ok ? 'in' : decided.failure.name;
  };
  expect([
    decide(true, 'active'),
    decide(true, 'disabled'),
    decide(true, null),
    decide(false, 'active'),
    decide(false, 'disabled'),
    decide(false, null),
  ]).toEqual([
    'in',
    'account-disabled',
    'credentials-wrong',
    'credentials-wrong',
    'credentials-wrong',
    'credentials-wrong',
  ]);
});
