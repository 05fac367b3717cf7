import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Fast, and nearly as small as slow: what is packed repeats itself from end to end. A window no
 * larger than that needs is sooner made.
 */
const PACKING = { level: 1, windowBits: 13, memLevel: 5 } as const;

/** A text as raw DEFLATE. Some microseconds for a kilobyte. */
export function pack(text: string): Buffer {
  return deflateRawSync(text, PACKING);
}

/** The text that was packed. */
export function unpack(packed: Buffer): string {
  return inflateRawSync(packed).toString('utf8');
}
