import { type UnixMs, plusMs, unixMs } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { deviceOf, maskAddress } from './device.ts';
import { isWeakPassword } from './password.ts';
import {
  GRACE_MS,
  SESSION_MS,
  decideLogin,
  decideRefresh,
  decideRegistration,
  foldUsername,
} from './rules.ts';

const NOW = unixMs(1_704_067_200_000);
const GOOD = { username: 'somebody', password: 'a quiet harbour at nine' };

describe('a user name', () => {
  test('is one spelling for all of its cases, and folding twice changes nothing', () => {
    const letters = fc.constantFrom(...'abcxyzABCXYZ019._-');
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 3, maxLength: 32 }), (text) => {
        const folded = foldUsername(text);
        expect(folded).toBe(text.toLowerCase());
        expect(foldUsername(text.toUpperCase())).toBe(folded);
        expect(foldUsername(folded ?? '')).toBe(folded);
      }),
    );
  });

  test('has no other letter, no other length, and no letter that folds into one of ours', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const fits = /^[A-Za-z0-9._-]{3,32}$/.test(text);
        expect(foldUsername(text) !== null).toBe(fits);
      }),
      {
        examples: [['\u212Aelvin'], ['İstanbul'], ['ab'], ['a'.repeat(33)], ['abc\n'], ['ａｂｃ']],
      },
    );
  });
});

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

describe('a refresh token', () => {
  const facts = {
    expiresAt: plusMs(NOW, 1),
    usedAt: null as UnixMs | null,
    begunAt: plusMs(NOW, 1 - SESSION_MS),
    isSessionOver: false,
    isDisabled: false,
    isWhereItBelongs: true,
  };

  test.each([
    ['unused', {}, 'rotate'],
    ['at its last millisecond', { expiresAt: plusMs(NOW, 1) }, 'rotate'],
    ['expired', { expiresAt: NOW }, 'refuse'],
    ['of a session that ended', { isSessionOver: true }, 'refuse'],
    ['of a disabled account', { isDisabled: true }, 'refuse'],
    ['out of its place', { isWhereItBelongs: false }, 'refuse'],
    ['used within the grace', { usedAt: plusMs(NOW, -GRACE_MS) }, 'rotate'],
    ['used before the grace', { usedAt: plusMs(NOW, -GRACE_MS - 1) }, 'end-family'],
    ['used and out of its place', { usedAt: unixMs(0), isWhereItBelongs: false }, 'end-family'],
    ['used and expired', { usedAt: unixMs(0), expiresAt: NOW }, 'refuse'],
    ['used, of a session that ended', { usedAt: unixMs(0), isSessionOver: true }, 'refuse'],
    ['of a session that began 90 days ago', { begunAt: plusMs(NOW, -SESSION_MS) }, 'refuse'],
    ['used by a clock ahead of ours', { usedAt: plusMs(NOW, 500) }, 'rotate'],
  ])('%s', (_what, rest, decision) => {
    expect(decideRefresh({ ...facts, ...rest }, NOW)).toBe(decision);
  });
});

describe('the list of devices', () => {
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>alert(1)</script>', ''],
    ['', ''],
  ])('shows %s as "%s"', (userAgent, shown) => {
    expect(deviceOf(userAgent)).toBe(shown);
  });

  test.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001::3', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['::1', '::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['', ''],
    ['unix:/var/run/x', ''],
    ['1:2:3', ''],
  ])('shows the network of %s as "%s"', (address, shown) => {
    expect(maskAddress(address)).toBe(shown);
  });

  test('never shows the last part of an address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const masked = maskAddress(address);
        expect(masked).toMatch(/^(\d{1,3}(\.\d{1,3}){2}\.0\/24|[0-9a-f:]*::\/48)?$/);
        expect(masked.length).toBeLessThanOrEqual(19);
      }),
    );
  });
});
