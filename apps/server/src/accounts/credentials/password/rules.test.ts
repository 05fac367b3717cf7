import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWeakPassword } from '../../../platform/credentials/password.ts';
import { type Registration, decideLogin, decideRegistration as decide } from './rules.ts';

const decideRegistration = (asked: Registration) => decide(asked, isWeakPassword);

const GOOD = { username: 'somebody', password: 'a quiet harbour at nine' };

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
  const decideFor = (isPasswordRight: boolean, status: 'active' | 'disabled' | null) => {
    const decided = decideLogin({ isPasswordRight, status });
    return decided.ok ? 'in' : decided.failure.name;
  };
  expect([
    decideFor(true, 'active'),
    decideFor(true, 'disabled'),
    decideFor(true, null),
    decideFor(false, 'active'),
    decideFor(false, 'disabled'),
    decideFor(false, null),
  ]).toEqual([
    'in',
    'account-disabled',
    'credentials-wrong',
    'credentials-wrong',
    'credentials-wrong',
    'credentials-wrong',
  ]);
});
