import { expect, test } from 'vitest';
import { createFileSealing } from './sealing.ts';

const sealing = createFileSealing('a secret');
const label = { userId: 'u', fileId: 'f', kind: 'image/png' };
const picture = Buffer.from('a picture of a passport, page by page');

test('what was sealed opens with its own key and label', () => {
  const sealed = sealing.seal(picture, label);
  expect(sealing.open(sealed, label)).toEqual(picture);
  expect(sealed.body.includes('passport')).toBe(false);
  const again = sealing.seal(picture, label);
  expect(again.body.equals(sealed.body)).toBe(false);
  expect(again.sealedKey.equals(sealed.sealedKey)).toBe(false);
});

test('it opens for no other user, file or kind, under no other secret, with no other key', () => {
  const sealed = sealing.seal(picture, label);
  for (const other of [{ userId: 'v' }, { fileId: 'g' }, { kind: 'image/jpeg' }]) {
    expect(() => sealing.open(sealed, { ...label, ...other })).toThrow();
  }
  expect(() => createFileSealing('another secret').open(sealed, label)).toThrow();
  const { sealedKey } = sealing.seal(picture, label);
  expect(() => sealing.open({ ...sealed, sealedKey }, label)).toThrow();
});

test('what an earlier key sealed opens beside the present one, and nothing new is sealed under it', () => {
  const sealed = sealing.seal(picture, label);
  const now = createFileSealing('another secret', 'a secret');
  expect(now.open(sealed, label)).toEqual(picture);
  expect(() => sealing.open(now.seal(picture, label), label)).toThrow();
});

test('every byte that was changed is noticed, and so is one that is missing', () => {
  const sealed = sealing.seal(picture, label);
  for (const part of ['sealedKey', 'body'] as const) {
    for (let at = 0; at < sealed[part].length; at += 1) {
      const changed = Buffer.from(sealed[part]);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealing.open({ ...sealed, [part]: changed }, label)).toThrow();
    }
    const short = sealed[part].subarray(0, -1);
    expect(() => sealing.open({ ...sealed, [part]: short }, label)).toThrow();
    expect(() => sealing.open({ ...sealed, [part]: Buffer.alloc(0) }, label)).toThrow();
  }
});

test('the proof of a link fits one file and one time', () => {
  const seal = sealing.linkSeal('f', 5);
  expect(sealing.isLinkSeal(seal, { fileId: 'f', until: 5 })).toBe(true);
  expect(sealing.isLinkSeal(seal, { fileId: 'g', until: 5 })).toBe(false);
  expect(sealing.isLinkSeal(seal, { fileId: 'f', until: 6 })).toBe(false);
  expect(sealing.isLinkSeal('', { fileId: 'f', until: 5 })).toBe(false);
  expect(createFileSealing('another').isLinkSeal(seal, { fileId: 'f', until: 5 })).toBe(false);
});
