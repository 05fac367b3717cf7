import { crc32, inflateRawSync } from 'node:zlib';
import type { UnixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { zipOf } from './zip.ts';

const AT = Date.UTC(2026, 10, 21, 23, 5, 42) as UnixMs;

/** Reads an archive as a program would: from its end, by its directory. */
function read(zip: Buffer): { name: string; text: string; date: number; time: number }[] {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  return Array.from({ length: count }, () => {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [packed, size, nameLength] = [20, 24]
      .map((place) => zip.readUInt32LE(at + place))
      .concat(zip.readUInt16LE(at + 28)) as [number, number, number];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const body = inflateRawSync(zip.subarray(from, from + packed));
    expect(body.length).toBe(size);
    expect(crc32(body)).toBe(zip.readUInt32LE(at + 16));
    const found = {
      name,
      text: body.toString('utf8'),
      time: zip.readUInt16LE(at + 12),
      date: zip.readUInt16LE(at + 14),
    };
    at += 46 + nameLength;
    return found;
  });
}

describe('zipOf', () => {
  test('gives back every file under its name, byte for byte', () => {
    const files = [
      { name: 'account.json', content: '{"name":"mara"}' },
      { name: 'real/orders.csv', content: 'a,b\r\n'.repeat(10_000) },
      { name: 'سجل.txt', content: Buffer.from('مرحبا', 'utf8') },
      { name: 'empty', content: '' },
    ];
    const found = read(zipOf(files, AT));
    expect(found.map(({ name, text }) => [name, text])).toEqual(
      files.map(({ name, content }) => [name, content.toString()]),
    );
  });

  test('says when it was made, to two seconds', () => {
    const [one] = read(zipOf([{ name: 'a', content: 'a' }], AT));
    expect(one?.date).toBe(((2026 - 1980) << 9) | (11 << 5) | 21);
    expect(one?.time).toBe((23 << 11) | (5 << 5) | 21);
  });

  test('without files is an archive too', () => {
    expect(read(zipOf([], AT))).toEqual([]);
  });
});
