import { factors } from '@candor/protocol';
import { property, assert as check, constantFrom, integer, record, boolean } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Means,
  WRONG_MAX,
  formatRecoveryCode,
  hasSecondFactor,
  isTriedTooOften,
  proofMethods,
  readRecoveryCode,
  secondMethods,
} from './rules.ts';

const NOTHING: Means = {
  hasTotp: false,
  passkeys: 0,
  recoveryLeft: 0,
  hasPassword: false,
  hasWallet: false,
  hasSocial: false,
};

const means = record({
  hasTotp: boolean(),
  passkeys: integer({ min: 0, max: 3 }),
  recoveryLeft: integer({ min: 0, max: 10 }),
  hasPassword: boolean(),
  hasWallet: boolean(),
  hasSocial: boolean(),
});

describe('what may prove the owner', () => {
  test.each<[string, Partial<Means>, string[]]>([
    ['nothing', {}, []],
    ['a password', { hasPassword: true, hasWallet: true, hasSocial: true }, ['password']],
    ['a wallet', { hasWallet: true, hasSocial: true }, ['wallet']],
    ['a service', { hasSocial: true }, ['social']],
    ['a code app', { hasPassword: true, hasTotp: true, recoveryLeft: 3 }, ['totp', 'recovery']],
    ['a passkey', { hasPassword: true, hasTotp: true, passkeys: 1 }, ['passkey']],
  ])('%s', (_, has, methods) => {
    expect(proofMethods({ ...NOTHING, ...has }, 'password')).toEqual(methods);
  });

  test('where money leaves to, a second factor alone', () => {
    const first = { ...NOTHING, hasPassword: true, hasWallet: true, hasSocial: true };
    expect(proofMethods(first, 'address')).toEqual([]);
    expect(proofMethods(first, 'withdrawal')).toEqual([]);
    expect(proofMethods({ ...first, hasTotp: true }, 'withdrawal')).toEqual(['totp']);
  });

  test('whoever has a second factor is never asked for less', () => {
    check(
      property(means, (has) => {
        if (!hasSecondFactor(has)) return secondMethods(has).length === 0;
        const first: readonly string[] = factors.SECOND_METHODS;
        return (
          proofMethods(has, 'withdrawal').every((method) => first.includes(method)) &&
          secondMethods(has).every((method) => first.includes(method)) &&
          secondMethods(has).length > 0 &&
          proofMethods(has, 'withdrawal').length > 0
        );
      }),
    );
  });

  test('recovery codes alone ask for nothing: they stand in for a factor', () => {
    expect(secondMethods({ hasTotp: false, passkeys: 0, recoveryLeft: 10 })).toEqual([]);
  });
});

test('wrong answers are counted up to a limit', () => {
  expect([isTriedTooOften(WRONG_MAX - 1), isTriedTooOften(WRONG_MAX)]).toEqual([false, true]);
});

describe('codes as people type them', () => {
  test('a recovery code survives hyphens, spaces, case and letters that look like digits', () => {
    const code = '01AB23CD45EF67GH';
    expect(formatRecoveryCode(code)).toBe('01AB-23CD-45EF-67GH');
    for (const typed of [
      code,
      'o1ab-23cd-45ef-67gh',
      'OIAB 23CD 45EF 67GH',
      ' 0lab–23cd45ef67gh ',
    ]) {
      expect(readRecoveryCode(typed)).toBe(code);
    }
    for (const wrong of ['', '01AB', `${code}0`, '01AB23CD45EF67GU', '01AB23CD45EF67G!']) {
      expect(readRecoveryCode(wrong)).toBeNull();
    }
  });

  test('what is shown is read back as it was made', () => {
    const messages = constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ');
    check(
      property(messages, messages, (one, other) => {
        const code = `${one}${other}`.repeat(8);
        return readRecoveryCode(formatRecoveryCode(code).toLowerCase()) === code;
      }),
    );
  });
});
