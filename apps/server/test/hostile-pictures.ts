import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** A file a user may send instead of a picture, and whether a picture comes of it. */
export type Hostile = {
  readonly name: string;
  readonly bytes: Buffer;
  /** Taken: what is kept is a clean copy. Else how it is refused. */
  readonly becomes: 'taken' | '11011' | '11012';
};

/** Stands in every file where it must not stay. */
export const MARK = '<script>steal(document.cookie)</script>';

const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** A part of a PNG with its right checksum. */
function part(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([text(name), body]);
  return Buffer.concat([long(body.length), named, long(crc32(named))]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const head = (width: number, height: number, depth = 8, colour = 0): Buffer =>
  part('IHDR', Buffer.concat([long(width), long(height), Buffer.from([depth, colour, 0, 0, 0])]));
const END = part('IEND', Buffer.alloc(0));
const png = (...parts: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...parts, END]);
const rows = (width: number, height: number): Buffer =>
  part('IDAT', deflateSync(Buffer.alloc((width + 1) * height), { level: 9 }));

/** Behind the signature and the first part of a PNG. */
const AFTER_HEAD = 33;
const withPart = (picture: Buffer, more: Buffer): Buffer =>
  Buffer.concat([picture.subarray(0, AFTER_HEAD), more, picture.subarray(AFTER_HEAD)]);
/** Behind the first two bytes of a JPG. */
const withSegment = (picture: Buffer, marker: number, body: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, marker]), length, body]);
  return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)]);
};
const changed = (picture: Buffer, at: number, byte: number): Buffer => {
  const copy = Buffer.from(picture);
  copy[at] = byte;
  return copy;
};

const size = { width: 64, height: 48, channels: 3, background: '#345' } as const;

/** Files with the right start and a wrong rest: what comes of them is a clean copy. */
function dressedUp(jpg: Buffer, good: Buffer): Hostile[] {
  const mark = text(MARK);
  const files: readonly (readonly [string, Buffer])[] = [
    ['a JPG with a script behind it', Buffer.concat([jpg, mark])],
    ['a JPG with a ZIP behind it', Buffer.concat([jpg, text('PK\u0003\u0004'), mark])],
    ['a JPG with a page in its comment', withSegment(jpg, 0xfe, mark)],
    [
      'a JPG with a page in what the camera says',
      withSegment(jpg, 0xe1, Buffer.concat([text('Exif\0\0'), mark])),
    ],
    [
      'a JPG with a page in its description',
      withSegment(jpg, 0xe1, Buffer.concat([text('http://ns.adobe.com/xap/1.0/\0'), mark])),
    ],
    [
      'a JPG with a page for Photoshop',
      withSegment(jpg, 0xed, Buffer.concat([text('Photoshop 3.0\0'), mark])),
    ],
    [
      'a JPG with PHP in its comment',
      withSegment(jpg, 0xfe, text(`<?php system($_GET[0]); ?>${MARK}`)),
    ],
    ['a JPG with a picture of another behind it', Buffer.concat([jpg, mark, jpg])],
    ['a PNG with a script behind it', Buffer.concat([good, mark])],
    [
      'a PNG with a page as a text',
      withPart(good, part('tEXt', Buffer.concat([text('Comment\0'), mark]))),
    ],
    [
      'a PNG with a page as an international text',
      withPart(good, part('iTXt', Buffer.concat([text('XML:com.adobe.xmp\0\0\0\0\0'), mark]))),
    ],
    ['a PNG with a page in a part of its own', withPart(good, part('spYx', mark))],
    [
      'a PNG with a page in what the camera says',
      withPart(good, part('eXIf', Buffer.concat([text('II*\0\u0008\0\0\0\0\0'), mark]))),
    ],
  ];
  return files.map(([name, bytes]) => ({ name, bytes, becomes: 'taken' }));
}

/** Files that say they are what they are not. */
function disguised(): Hostile[] {
  const files: readonly (readonly [string, Buffer])[] = [
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['nothing but zeros', Buffer.alloc(5_000)],
    ['a page', text(`<!doctype html>${MARK}`)],
    ['an SVG', text(`<svg xmlns="http://www.w3.org/2000/svg">${MARK}</svg>`)],
    [
      'an SVG behind a declaration',
      text(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;${MARK}</svg>`,
      ),
    ],
    [
      'a script for a picture converter',
      text('push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "|id"\npop'),
    ],
    ['PostScript', text('%!PS-Adobe-3.0\n(/etc/passwd) (r) file')],
    ['a PDF', text(`%PDF-1.7\n${MARK}`)],
    ['a program of Windows', Buffer.concat([text('MZ'), Buffer.alloc(200)])],
    ['a program of Linux', Buffer.concat([text('\u007fELF'), Buffer.alloc(200)])],
    ['a ZIP', Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(60)])],
    ['a gzip', gzipSync(Buffer.alloc(1_000_000))],
    ['JPEG 2000', Buffer.concat([long(12), text('jP  \r\n'), Buffer.from([0x87, 0x0a])])],
    [
      'a bare stream of JPEG 2000',
      Buffer.concat([Buffer.from([0xff, 0x4f, 0xff, 0x51]), Buffer.alloc(90)]),
    ],
    [
      'a PNG that begins one byte late',
      Buffer.concat([text(' '), SIGNATURE, head(4, 4), rows(4, 4), END]),
    ],
  ];
  return files.map(([name, bytes]) => ({ name, bytes, becomes: '11011' }));
}

/** Files that begin right and cannot be read. */
function broken(jpg: Buffer, good: Buffer): Hostile[] {
  const files: readonly (readonly [string, Buffer])[] = [
    ['the start of a JPG and a page', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text(MARK)])],
    ['the head of a JPG and a page', Buffer.concat([jpg.subarray(0, 200), text(MARK)])],
    ['half a JPG', jpg.subarray(0, Math.floor(jpg.length / 2))],
    [
      'a JPG whose parts never end',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), Buffer.alloc(100)]),
    ],
    ['the start of a PNG and a page', Buffer.concat([SIGNATURE, text(MARK)])],
    ['the head of a PNG and a page', Buffer.concat([SIGNATURE, head(4, 4), text(MARK)])],
    ['half a PNG', good.subarray(0, Math.floor(good.length * 0.6))],
    ['a PNG with a wrong checksum', changed(good, 30, 0)],
    ['a PNG without a picture', png(head(40, 40))],
    ['a PNG with less picture than it says', png(head(400, 400), rows(10, 10))],
    ['a PNG whose picture is no deflate', png(head(4, 4), part('IDAT', text(MARK)))],
    ['a PNG of an unknown colour', png(head(4, 4, 8, 5), rows(4, 4))],
    ['a PNG of an unknown depth', png(head(4, 4, 7, 0), rows(4, 4))],
    [
      'a PNG that says a part of two gigabytes',
      Buffer.concat([SIGNATURE, head(4, 4), long(0x7fff_ffff), text('IDAT'), text(MARK)]),
    ],
    ['a PNG of no height', png(head(4, 0), rows(4, 4))],
  ];
  return files.map(([name, bytes]) => ({ name, bytes, becomes: '11011' }));
}

/** Small files of large pictures. */
function bombs(): Hostile[] {
  const files: readonly (readonly [string, Buffer])[] = [
    ['a PNG of 196 million points', png(head(14_000, 14_000), rows(14_000, 14_000))],
    ['a PNG one row too high', png(head(5_000, 5_001), rows(5_000, 5_001))],
    ['a PNG that says four thousand million columns', png(head(0xffff_fff0, 2), rows(4, 4))],
    [
      'a JPG that says 65535 by 65535',
      Buffer.from([
        0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0xff, 0xff, 0xff, 0xff, 3, 1, 0x22, 0, 2, 0x11, 1, 3,
        0x11, 1, 0xff, 0xd9,
      ]),
    ],
    ['3 MB of noise', Buffer.alloc(3 * 1024 * 1024, 0xd8)],
  ];
  return files.map(([name, bytes]) => ({ name, bytes, becomes: '11012' }));
}

/** Every hostile file there is. */
export async function hostilePictures(): Promise<Hostile[]> {
  const jpg = await sharp({ create: size }).jpeg().toBuffer();
  const good = await sharp({ create: size }).png().toBuffer();
  return [...dressedUp(jpg, good), ...disguised(), ...broken(jpg, good), ...bombs()];
}
