import fc from 'fast-check';
import { foldMail } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { contactOfLogin, foldPhone, readContact, readInviteCode, foldUsername } from './rules.ts';

describe('a user name', () => {
  test('is one spelling for all of its cases, and folding twice changes nothing', () => {
    const messages = fc.constantFrom(...'abcxyzABCXYZ019._-');
    fc.assert(
      fc.property(fc.string({ unit: messages, minLength: 3, maxLength: 32 }), (text) => {
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

describe('a mail address', () => {
  test.each([
    ['a@b.example', 'a@b.example'],
    [' First.Last+tag@Example.CO.UK ', 'first.last+tag@example.co.uk'],
    ["o'hara@sub-domain.example", "o'hara@sub-domain.example"],
  ])('%s is kept as %s', (typed, kept) => {
    expect(foldMail(typed)).toBe(kept);
  });

  test.each([
    '',
    '@',
    'a',
    'a@b',
    '@b.example',
    'a@',
    'a@b..example',
    'a@-b.example',
    'a@b.e',
    'a@b.123',
    '.a@b.example',
    'a.@b.example',
    'a..b@c.example',
    'a b@c.example',
    '"a b"@c.example',
    'a@b.example\r\nBcc: x@y.example',
    'a@b.example,x@y.example',
    '<a@b.example>',
    'a@b@c.example',
    'a@[127.0.0.1]',
    'ä@b.example',
    'a@bücher.example',
    `${'x'.repeat(65)}@b.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}example`,
    'a@b.example\u0000',
  ])('%j cannot be one', (typed) => {
    expect(foldMail(typed)).toBeNull();
  });

  test('in its one spelling is what it was before', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (typed) => {
        const kept = foldMail(typed);
        fc.pre(kept !== null);
        expect(foldMail(kept ?? '')).toBe(kept);
        expect(foldMail(typed.toUpperCase())).toBe(kept);
      }),
    );
  });
});

describe('a phone', () => {
  test.each([
    ['+49', '0151 123-45678', '+4915112345678'],
    ['+49', '(0151) 123.456/78', '+4915112345678'],
    ['+852', '5123 4567', '+85251234567'],
  ])('%s %s is kept as %s', (area, typed, kept) => {
    expect(foldPhone(area, typed)).toBe(kept);
  });

  test.each(['', '0000', '123', '12345678901234', '١٢٣٤٥٦', '12a456', '+4915112345678'])(
    '%j cannot be one',
    (typed) => {
      expect(foldPhone('+49', typed)).toBeNull();
    },
  );

  test('needs its area code', () => {
    const typed = { channel: 'phone', target: '015112345678' } as const;
    expect(readContact(typed)).toEqual({
      ok: false,
      failure: { name: 'unreadable', field: 'phone' },
    });
    expect(readContact({ ...typed, areaCode: '+49' }).ok).toBe(true);
  });
});

test('what somebody logs in by is a mail address, a phone or a user name, never two of them', () => {
  expect(contactOfLogin(' A@B.example')).toEqual({ channel: 'email', target: 'a@b.example' });
  expect(contactOfLogin('+49 151 12345678')).toEqual({
    channel: 'phone',
    target: '+4915112345678',
  });
  expect(contactOfLogin('+49 0151 12345678')).toEqual({
    channel: 'phone',
    target: '+4915112345678',
  });
  expect(contactOfLogin('+852 5123 4567')?.target).toBe('+85251234567');
  for (const name of ['+1 555 123456', 'somebody', '4915112345678', 'a@b', '+', '+x', '']) {
    expect(contactOfLogin(name), name).toBeNull();
  }
});

test('an invite code is twelve signs, however it was copied', () => {
  expect(readInviteCode(' 0a1b-2c3d 4e5f ')).toBe('0A1B2C3D4E5F');
  for (const odd of ['', 'FRIEND', '0A1B2C3D4E5', '0A1B2C3D4E5G', '0A1B2C3D4E5F0']) {
    expect(readInviteCode(odd), odd).toBeNull();
  }
});
