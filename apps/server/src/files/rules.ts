import { DAY_MS, HOUR_MS, MINUTE_MS, type Result, fail, ok } from '@candor/kernel';
import { UPLOAD_PIXELS_MAX } from '@candor/protocol';
import { JPEG2000_PIXELS_MAX, isJpeg2000, sizeOfJpeg2000 } from './jpeg2000-rules.ts';

/** Pictures one account may bring within a day. @source RELIABILITY 4.3 */
export const PICTURES_A_DAY = 20;
/** How long a link opens a picture. @units milliseconds */
export const LINK_MS = 2 * MINUTE_MS;
/** How long a picture nobody used is kept. @units milliseconds */
export const UNUSED_MS = DAY_MS;
/** After so long no transaction is open any more: what was not written by then never will be. @units milliseconds */
export const UNKNOWN_MS = HOUR_MS;

/**
 * Who a user is, how one signs, what one paid: each has a key of its own outside the database.
 *
 * @source RELIABILITY P35
 */
const APART: ReadonlySet<string> = new Set([
  'kycFront',
  'kycBack',
  'kycHolding',
  'kycAddress',
  'signature',
  'proof',
]);

/** Whether the key of what is brought for this is kept apart from the database. */
export const isApart = (purpose: string): boolean => APART.has(purpose);

/** What is brought once, and raised where another user brought it too: a signature looks like any other. */
const UNIQUE: ReadonlySet<string> = new Set(['kycFront', 'kycBack', 'kycHolding', 'kycAddress']);

/** Whether pictures brought for this are compared with those of other users. */
export const isCompared = (purpose: string): boolean => UNIQUE.has(purpose);

/** Largest copy that is kept, whatever may be sent: the database is no place for more. @units bytes */
export const KEPT_BYTES_MAX = 8 * 1024 * 1024;

/** Whether what a picture looks like is kept as it is: screens of one program differ in too little for pieces. */
export const isMeasured = (purpose: string): boolean => purpose === 'proof';

/** Places of a look. */
export const LOOK_PLACES = 256;
/** How many of them may differ between two savings of one picture. */
export const LOOK_DISTANCE_MAX = 32;
const BYTE_BITS = 8;

/** A look as a row of bits; null for an even ground, which is in many pictures and says nothing. */
export function bitsOfLook(look: Uint8Array): string | null {
  const bits = [...look].map((byte) => byte.toString(2).padStart(BYTE_BITS, '0')).join('');
  const darker = [...bits].filter((bit) => bit === '1').length;
  const isEven = Math.min(darker, bits.length - darker) <= LOOK_DISTANCE_MAX;
  return isEven ? null : bits;
}

/** A kind of picture that is kept. */
export type PictureKind = 'image/jpeg' | 'image/png';

/** A kind of picture that is taken; JPEG 2000 is kept as JPG. */
export type SentKind = PictureKind | 'image/jp2';

/** What a picture says about itself before it is read. */
export type Announced = {
  readonly kind: SentKind;
  readonly width: number;
  readonly height: number;
};

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const IHDR = [0x49, 0x48, 0x44, 0x52];
const JPEG = [0xff, 0xd8, 0xff];
/** Where a PNG says its size: behind the signature, a length and the name of its first part. */
const PNG_SIZE_AT = 16;

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);

const word = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) * 0x100 + (bytes[at + 1] ?? 0);
const long = (bytes: Uint8Array, at: number): number =>
  word(bytes, at) * 0x1_0000 + word(bytes, at + 2);

function sizeOfPng(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.length < PNG_SIZE_AT + 8 || !startsWith(bytes, IHDR, 12)) return null;
  return { width: long(bytes, PNG_SIZE_AT), height: long(bytes, PNG_SIZE_AT + 4) };
}

/** Begins a part that says the size: SOF0 to SOF15, without DHT, JPG and DAC between them. */
const saysSize = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(bytes: Uint8Array): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (saysSize(marker)) return { height: word(bytes, at + 5), width: word(bytes, at + 7) };
    // The picture itself begins, or ends, and nobody said how large it is.
    if (marker === 0xda || marker === 0xd9) return null;
    const length = word(bytes, at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

const KINDS: readonly {
  readonly kind: SentKind;
  readonly isOne: (bytes: Uint8Array) => boolean;
  readonly sizeOf: (bytes: Uint8Array) => { width: number; height: number } | null;
  readonly pixelsMax: number;
}[] = [
  {
    kind: 'image/png',
    isOne: (bytes) => startsWith(bytes, PNG),
    sizeOf: sizeOfPng,
    pixelsMax: UPLOAD_PIXELS_MAX,
  },
  {
    kind: 'image/jpeg',
    isOne: (bytes) => startsWith(bytes, JPEG),
    sizeOf: sizeOfJpeg,
    pixelsMax: UPLOAD_PIXELS_MAX,
  },
  {
    kind: 'image/jp2',
    isOne: isJpeg2000,
    sizeOf: sizeOfJpeg2000,
    pixelsMax: JPEG2000_PIXELS_MAX,
  },
];

/**
 * What a file says it is, by its own bytes; its name and what the sender calls it do not count.
 *
 * @shape the first bytes of a JPG, PNG or JPEG 2000 up to where it says its size
 * @failure image-format — anything else, and pictures that say no size
 * @failure image-size — more points than 25 million, 12 of JPEG 2000, whatever the file weighs
 * @source RELIABILITY P29, P30
 */
export function decidePicture(
  bytes: Uint8Array,
): Result<Announced, { name: 'image-format' | 'image-size' }> {
  const found = KINDS.find(({ isOne }) => isOne(bytes));
  const size = found?.sizeOf(bytes) ?? null;
  if (found === undefined || size === null) return fail({ name: 'image-format' });
  if (size.width === 0 || size.height === 0) return fail({ name: 'image-format' });
  if (size.width * size.height > found.pixelsMax) return fail({ name: 'image-size' });
  return ok({ kind: found.kind, ...size });
}

/** Name of a picture in the downloads. */
export function fileNameOf(picture: { readonly id: string; readonly kind: PictureKind }): string {
  return `candor-${picture.id.slice(-12)}.${picture.kind === 'image/png' ? 'png' : 'jpg'}`;
}
