import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PASSWORD_LENGTH_MIN } from '@candor/protocol';
import { plainLetters } from './password.ts';

/**
 * Passwords of the minimum length and more that are among the million most often leaked, as a Bloom
 * filter: who reads the file reads no password in it. Made by `scripts/write-leaked-passwords.ts`.
 */
const FILE = new URL('./leaked-passwords.bin', import.meta.url);

/** Bits of the filter for each password, and places each one sets: one of 100,000 others is taken for one. */
const BITS_EACH = 24;
const PLACES = 16;
const PART_BYTES = 6;

/** A password in the one spelling lists have it in; what is compared is without case. */
const spelling = (password: string): string => password.normalize('NFKC').toLowerCase();

/** The places of a text in a filter of so many bits; all sums stay below 2^53. */
function placesOf(text: string, bits: number): number[] {
  const digest = createHash('sha256').update(text).digest();
  const first = digest.readUIntBE(0, PART_BYTES);
  const step = digest.readUIntBE(PART_BYTES, PART_BYTES);
  return Array.from({ length: PLACES }, (_, count) => (first + count * step) % bits);
}

/** A filter of the passwords of a list that are long enough to be tried here at all. */
export function filterOf(list: Iterable<string>): Buffer {
  const long = new Set<string>();
  for (const one of list) {
    const text = spelling(one);
    if ([...text].length >= PASSWORD_LENGTH_MIN) long.add(text);
  }
  const filter = Buffer.alloc(Math.ceil((long.size * BITS_EACH) / 8));
  for (const text of long) {
    for (const place of placesOf(text, filter.length * 8)) {
      const byte = place >> 3;
      filter.writeUInt8(filter.readUInt8(byte) | (1 << (place & 7)), byte);
    }
  }
  return filter;
}

function isIn(filter: Buffer, text: string): boolean {
  return placesOf(text, filter.length * 8).every(
    (place) => (filter.readUInt8(place >> 3) & (1 << (place & 7))) !== 0,
  );
}

const leaked = readFileSync(FILE);

/**
 * Whether a password is among the million most often leaked: as it is, without its spaces, or with
 * letters for the signs that stand for them.
 */
export function isLeaked(password: string): boolean {
  const text = spelling(password);
  return [text, text.replaceAll(/\s+/g, ''), plainLetters(text)].some((form) => isIn(leaked, form));
}
