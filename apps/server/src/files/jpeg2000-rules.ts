/** A JPEG 2000 picture takes long to read for its points: 12 million take about 1.2 s of a processor. */
export const JPEG2000_PIXELS_MAX = 12_000_000;
/** Each tile is opened by itself, however small it is. */
const TILES_MAX = 1_024;

/** What a JPEG 2000 picture says about itself. */
export type Jpeg2000Size = { readonly width: number; readonly height: number };

const FILE = [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a];
/** A codestream begins with SOC, and SIZ follows at once. */
const STREAM = [0xff, 0x4f, 0xff, 0x51];
const STREAM_BOX = 0x6a_70_32_63;
const BOX_HEAD = 8;
/** Boxes before the codestream; files of cameras and scanners have four or five. */
const BOXES_MAX = 32;

const isAt = (bytes: Uint8Array, start: readonly number[], at: number): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);

/** Whether a file begins as a JPEG 2000 picture does: in its boxes, or bare. */
export function isJpeg2000(bytes: Uint8Array): boolean {
  return isAt(bytes, FILE, 0) || isAt(bytes, STREAM, 0);
}

function streamAt(bytes: Uint8Array, view: DataView): number | null {
  if (isAt(bytes, STREAM, 0)) return 0;
  let at = FILE.length;
  for (let count = 0; count < BOXES_MAX && at + BOX_HEAD < bytes.length; count += 1) {
    if (view.getUint32(at + 4) === STREAM_BOX) return at + BOX_HEAD;
    const length = view.getUint32(at);
    // 1 says that a length of eight bytes follows: no picture that may be sent is that long.
    if (length < BOX_HEAD) return null;
    at += length;
  }
  return null;
}

/** Behind SOC and the name and length of SIZ. */
const SIZ_AT = 6;
const SIZ_BYTES = 38;

/**
 * How large a JPEG 2000 picture says it is; null for what is none of eight bits a point, one, three
 * or four colours of equal size, and few tiles.
 *
 * @shape a JP2 file or a bare codestream, up to where its size is said
 * @source ISO/IEC 15444-1 A.5.1
 */
export function sizeOfJpeg2000(bytes: Uint8Array): Jpeg2000Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stream = streamAt(bytes, view);
  if (stream === null || !isAt(bytes, STREAM, stream)) return null;
  const at = stream + SIZ_AT;
  if (at + SIZ_BYTES > bytes.length) return null;
  const [right, bottom, left, top] = [2, 6, 10, 14].map((offset) => view.getUint32(at + offset));
  const [tileWidth, tileHeight] = [18, 22].map((offset) => view.getUint32(at + offset));
  const colours = view.getUint16(at + 34);
  const [width, height] = [(right ?? 0) - (left ?? 0), (bottom ?? 0) - (top ?? 0)];
  if (width <= 0 || height <= 0 || !tileWidth || !tileHeight) return null;
  const tiles = Math.ceil((right ?? 0) / tileWidth) * Math.ceil((bottom ?? 0) / tileHeight);
  if (tiles > TILES_MAX || ![1, 3, 4].includes(colours)) return null;
  for (let colour = 0; colour < colours; colour += 1) {
    // Eight bits without a sign, a point for each point of the picture.
    if (!isAt(bytes, [7, 1, 1], at + 36 + colour * 3)) return null;
  }
  return { width, height };
}
