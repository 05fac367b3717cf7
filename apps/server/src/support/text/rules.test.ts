import { describe, expect, test } from 'vitest';
import { comparedText } from './compared-text.ts';
import { contactsIn, isOnlyContacts } from './contacts-in-text.ts';
import {
  allContacts,
  decideRoom,
  isOurs,
  keptLine,
  keptText,
  numberOf,
  ownContactsOf,
  referencesIn,
  shownName,
  withoutReference,
} from './rules.ts';

describe('a text that is kept', () => {
  test('keeps its words and lines and nothing that controls or turns them', () => {
    expect(keptText(' a\r\nb\u0007\u0000\u202e<b>c</b>\u2066 \n')).toBe('a\nb<b>c</b>');
    expect(keptText('\u202e \u0000\n')).toBe('');
    expect(keptLine('one\n two\tthree')).toBe('one two three');
  });
  test('keeps the marks and joiners that a script is written with', () => {
    for (const text of ['مرحبا\u200f.', 'می\u200cخواهم', '👩\u200d👧'])
      expect(keptText(text)).toBe(text);
  });
  test('has no half of a pair of signs', () => {
    expect(keptText('a\ud800b')).toBe('a\ufffdb');
  });
});

describe('a text that is compared', () => {
  test('does not mind spaces, lines, and what nobody sees', () => {
    expect(comparedText(' a\u00a0 b\r\n\u200bc\u2068d\u2069\ufeff ')).toBe('a b cd');
    expect(comparedText('e\u0301')).toBe('é');
  });
  test('minds every sign somebody sees, and every sign that turns the others', () => {
    for (const [one, other] of [
      ['Pay 100', 'Pay 1000'],
      ['Pay', 'pay'],
      ['a.', 'a'],
      ['１００', '100'],
      ['abc', '\u202eabc'],
      ['abc', '\u2067abc\u2069'],
      ['candor', 'c\u0430ndor'],
    ] as const) {
      expect(comparedText(one)).not.toBe(comparedText(other));
    }
  });
});

describe('references', () => {
  test('are groups of four signs that nobody takes for others', () => {
    expect(numberOf(new Uint8Array(8))).toBe('0000-0000');
    expect(numberOf(Uint8Array.from([31, 63, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBe(
      'ZZZ1-2345-6789',
    );
  });
  test('are found as people write them, and nowhere inside of longer numbers', () => {
    expect(referencesIn('ref. 7k2m-9qxd-4hto, and 7K2M-9QXD-4HT0')).toEqual(['7K2M-9QXD-4HT0']);
    expect(referencesIn('019abcde-7K2M-9QXD-4HTW and 7K2M-9QXD')).toEqual([]);
  });
  test('leave a text with the line that says nothing else', () => {
    const lines = new Set(['Reference: 7K2M-9QXD-4HTW', '7K2M-9QXD-4HTW']);
    const text =
      '7k2m-9qxd-4htw\nWords.\r\n  Reference: 7K2M-9QXD-4HTW \nReference: 7K2M-9QXD-4HTW, ask Bob';
    expect(withoutReference(text, lines)).toBe('Words.\nReference: 7K2M-9QXD-4HTW, ask Bob');
  });
});

const OWN = allContacts([
  {
    origins: ['https://candor.example'],
    mails: ['service@candor.example'],
    phones: ['+4930123456'],
    handles: [],
  },
  ownContactsOf('help@candor.example, @Candor https://t.me/candor'),
]);

describe('an address is ours by all of it', () => {
  test.each([
    'https://candor.example',
    'https://candor.example/pass/login?a=b#c',
    'candor.example',
    'CANDOR.example/help.',
    'service@candor.example',
    'Help@Candor.Example',
    '+49 30 123456',
    '0049 (30) 123-456',
    '@candor',
  ])('%s is', (text) => {
    const found = contactsIn(text);
    expect([found.length, isOnlyContacts(text)]).toEqual([1, true]);
    expect(found.every((one) => isOurs(one, OWN))).toBe(true);
  });

  test.each([
    'http://candor.example',
    'https://candor.example:8443/',
    'https://candor.example.evil.example',
    'https://candor.example@evil.example/',
    'https://help@candor.example/',
    'https://c\u0430ndor.example',
    'https://candor.exampl\u0435',
    'candor-support.example',
    'help.candor.example',
    'service@candor.example.evil.example',
    'service@candor.examp1e',
    '+49 30 1234567',
    '@candor_help',
    '@candor.help',
    'https://evil.example/?help@candor.example',
  ])('%s is not', (text) => {
    const found = contactsIn(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((one) => isOurs(one, OWN))).toBe(false);
  });

  test('words beside it make it a message', () => {
    expect(isOnlyContacts('Write to help@candor.example')).toBe(false);
    expect(isOnlyContacts('help@candor.example\n(@candor)')).toBe(true);
  });
  test('what the operator did not set says nothing', () => {
    expect(ownContactsOf('Not set by the operator')).toEqual({
      origins: [],
      mails: [],
      phones: [],
      handles: [],
    });
  });
  test('each kind is named once, a sum of money is no phone', () => {
    expect(
      contactsIn('a@b.example a@b.example 10 000 000 @x1 https://b.example/a, and t.me/c'),
    ).toEqual([
      { kind: 'mail', text: 'a@b.example' },
      { kind: 'link', text: 'https://b.example/a' },
      { kind: 'link', text: 't.me/c' },
      { kind: 'handle', text: '@x1' },
    ]);
  });
});

test('a conversation has room up to its last message', () => {
  expect(decideRoom(199, 200).ok).toBe(true);
  expect(decideRoom(200, 200)).toMatchObject({
    failure: { name: 'limit-reached', facts: { what: 'messages', max: '200' } },
  });
});

test('a member writes under the beginning of a long name, whole characters alone', () => {
  expect(shownName('Anna\u202e\n')).toBe('Anna');
  expect(shownName(`${'x'.repeat(39)}\u{1f600}`)).toBe('x'.repeat(39));
  expect(shownName('\u202e')).toBe('Support');
});
