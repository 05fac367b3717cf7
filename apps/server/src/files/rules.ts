import { DAY_MS, MINUTE_MS, type Result, fail, ok } from '@candor/kernel';
import { UPLOAD_PIXELS_MAX } from '@candor/protocol';

/** Pictures one account may bring within a day. @source RELIABILITY 4.3 */
export const PICTURES_A_DAY = 20;
/** How long a link opens a picture. @units milliseconds */
export const LINK_MS = 2 * MINUTE_MS;
/** How long a picture nobody used is kept. @units milliseconds */
export const UNUSED_MS = DAY_MS;

/** A kind of picture that is taken. */
export type PictureKind = 'image/jpeg' | 'image/png';

/** What a picture says about itself before it is read. */
export type Announced = {
  readonly kind: PictureKind;
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

/**
 * What a file says it is, by its own bytes; its name and what the sender calls it do not count.
 *
 * @shape the first bytes of a JPG or PNG up to where it says its size
 * @failure image-format — anything else, JPEG 2000 and pictures that say no size included
 * @failure image-size — more points than 25 million, whatever the file weighs
 * @source RELIABILITY P29
 */
export function decidePicture(
  bytes: Uint8Array,
): Result<Announced, { name: 'image-format' | 'image-size' }> {
  const kind = startsWith(bytes, PNG) ? 'image/png' : startsWith(bytes, JPEG) ? 'image/jpeg' : null;
  if (kind === null) return fail({ name: 'image-format' });
  const size = kind === 'image/png' ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  if (size === null || size.width === 0 || size.height === 0) return fail({ name: 'image-format' });
  if (size.width * size.height > UPLOAD_PIXELS_MAX) return fail({ name: 'image-size' });
  return ok({ kind, ...size });
}

/** Name of a picture in the downloads. */
export function fileNameOf(picture: { readonly id: string; readonly kind: PictureKind }): string {
  return `candor-${picture.id.slice(-12)}.${picture.kind === 'image/png' ? 'png' : 'jpg'}`;
}
