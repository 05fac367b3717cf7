import { expect, test } from 'vitest';
import { createSealing } from './sealing.ts';

const sealing = createSealing('a secret of this installation', 'tests');

test('opens what it sealed, for its owner, and seals differently each time', () => {
  const [one, other] = [sealing.seal('JBSWY3DP', 'mara'), sealing.seal('JBSWY3DP', 'mara')];
  expect(one).not.toBe(other);
  expect([one, other].map((text) => sealing.open(text, 'mara'))).toEqual(['JBSWY3DP', 'JBSWY3DP']);
  expect(one).not.toContain('JBSWY3DP');
});

test('opens nothing with a proof of fewer bytes', () => {
  const [version, nonce, tag = '', body] = sealing.seal('JBSWY3DP', 'mara').split('.');
  for (const bytes of [4, 8, 12, 15]) {
    const short = Buffer.from(tag, 'base64url').subarray(0, bytes).toString('base64url');
    expect(() => sealing.open([version, nonce, short, body].join('.'), 'mara')).toThrow('sealing');
  }
});

test('opens nothing for another owner, under another key, or after a change', () => {
  const sealed = sealing.seal('JBSWY3DP', 'mara');
  const [version, nonce, tag, body = ''] = sealed.split('.');
  const flipped = `${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`;
  expect(() => sealing.open(sealed, 'noor')).toThrow('sealing key');
  expect(() => createSealing('another', 'tests').open(sealed, 'mara')).toThrow('sealing key');
  expect(() => sealing.open([version, nonce, tag, flipped].join('.'), 'mara')).toThrow('sealing');
  const elsewhere = createSealing('a secret of this installation', 'another purpose');
  expect(() => elsewhere.open(sealed, 'mara')).toThrow('sealing key');
  expect(() => sealing.open('', 'mara')).toThrow('known version');
  expect(() => sealing.open('v2.a.b.c', 'mara')).toThrow('known version');
});
