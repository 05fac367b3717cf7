import { describe, expect, test } from 'vitest';
import { decidePicture, fileNameOf } from './rules.ts';

const bytes = (...parts: (readonly number[] | string)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const long = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];
const word = (value: number): number[] => [value >> 8, value & 255];
const png = (width: number, height: number): Uint8Array =>
  bytes(PNG, long(13), 'IHDR', long(width), long(height), [8, 2, 0, 0, 0]);
const sizePart = (marker: number, width: number, height: number): number[] => [
  0xff,
  marker,
  ...word(17),
  8,
  ...word(height),
  ...word(width),
  3,
  1,
  0x22,
  0,
  2,
  0x11,
  1,
  3,
  0x11,
  1,
];
const jpeg = (...parts: readonly (readonly number[])[]): Uint8Array =>
  bytes(
    [0xff, 0xd8],
    ...parts,
    Array.from({ length: 16 }, () => 0),
  );

describe('what a file says it is', () => {
  test('a PNG says its size in its first part', () => {
    expect(decidePicture(png(640, 480))).toEqual({
      ok: true,
      value: { kind: 'image/png', width: 640, height: 480 },
    });
  });

  test.each([0xc0, 0xc1, 0xc2])('a JPG says its size in the part %i', (marker) => {
    const camera = [0xff, 0xe1, ...word(6), 1, 2, 3, 4];
    // A table of codes stands before it and looks alike.
    const table = [0xff, 0xc4, ...word(4), 9, 9];
    expect(decidePicture(jpeg(camera, table, [0xff], sizePart(marker, 300, 200)))).toEqual({
      ok: true,
      value: { kind: 'image/jpeg', width: 300, height: 200 },
    });
  });

  test('25 million points are taken, one row more is not', () => {
    expect(decidePicture(png(5_000, 5_000)).ok).toBe(true);
    for (const [width, height] of [
      [5_000, 5_001],
      [14_000, 14_000],
      [0xffff_ffff, 1],
      [1, 0xffff_ffff],
    ] as const) {
      expect(decidePicture(png(width, height))).toEqual({
        ok: false,
        failure: { name: 'image-size' },
      });
    }
    expect(decidePicture(jpeg(sizePart(0xc0, 65_535, 65_535)))).toEqual({
      ok: false,
      failure: { name: 'image-size' },
    });
  });

  test.each([
    ['nothing', bytes()],
    ['one byte', bytes([0x89])],
    ['a PNG that ends behind its signature', bytes(PNG)],
    [
      'a PNG whose first part is another one',
      bytes(PNG, long(13), 'tEXt', long(1), long(1), long(0)),
    ],
    ['a PNG of no width', png(0, 5)],
    ['a JPG that ends at once', bytes([0xff, 0xd8, 0xff])],
    ['a JPG of no height', jpeg(sizePart(0xc0, 5, 0))],
    ['a JPG that says no size', jpeg([0xff, 0xda, ...word(4), 0, 0])],
    ['a JPG whose part has no length', jpeg([0xff, 0xe0, 0, 0])],
    ['a JPG with nothing where a part should begin', jpeg([0xff, 0xe0, ...word(2)], [1, 2, 3])],
    ['JPEG 2000', bytes(long(12), 'jP  \r\n', [0x87, 0x0a])],
    ['a bare stream of JPEG 2000', bytes([0xff, 0x4f, 0xff, 0x51])],
    ['GIF', bytes('GIF89a', [1, 0, 1, 0])],
    ['WebP', bytes('RIFF', long(9), 'WEBPVP8 ')],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', bytes('<!doctype html><script>alert(1)</script>')],
    ['PDF', bytes('%PDF-1.7')],
    ['a program', bytes('MZ', [0x90, 0])],
    ['ZIP', bytes('PK\u0003\u0004')],
  ])('%s is no picture of ours', (_, odd) => {
    expect(decidePicture(odd)).toEqual({ ok: false, failure: { name: 'image-format' } });
  });
});

test('a picture is named by its kind, never by its sender', () => {
  const id = '01234567-89ab-7cde-8f01-23456789abcd';
  expect(fileNameOf({ id, kind: 'image/png' })).toBe('candor-23456789abcd.png');
  expect(fileNameOf({ id, kind: 'image/jpeg' })).toBe('candor-23456789abcd.jpg');
});
