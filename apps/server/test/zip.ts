import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** One file as an archive holds it. */
type Found = { readonly text: string; readonly date: number; readonly time: number };

/** Reads an archive as a program would: from its end, by its directory; every sum is checked. */
export function readZipFully(zip: Buffer): ReadonlyMap<string, Found> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  const found = new Map<string, Found>();
  for (let file = 0; file < count; file += 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const body = inflateRawSync(zip.subarray(from, from + packed));
    expect(body.length).toBe(size);
    expect(crc32(body)).toBe(zip.readUInt32LE(at + 16));
    const [time, date] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)];
    found.set(name, { text: body.toString('utf8'), date, time });
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return found;
}

/** The texts of an archive's files by their names. */
export function readZip(zip: Buffer): ReadonlyMap<string, string> {
  return new Map([...readZipFully(zip)].map(([name, { text }]) => [name, text]));
}
