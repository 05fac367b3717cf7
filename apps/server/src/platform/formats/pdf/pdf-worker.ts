/**
 * Writes documents in a thread of its own: laying one out takes the processor for as long as a
 * hundred orders, and no order waits for it.
 */
import { ensure } from '@candor/kernel';
import { parentPort } from 'node:worker_threads';
import type { PdfDocument } from './document.ts';
import { createFonts } from './fonts.ts';
import { type Outline, type OutlineParams, outlinesOf } from './outline.ts';
import { TooLong, writePdf } from './write.ts';

/** What is asked of it. */
export type WriterParams =
  | { readonly document: PdfDocument }
  | { readonly outlines: OutlineParams };

/** A document or outlines, or why there is none. */
export type Written =
  | { readonly bytes: Uint8Array }
  | { readonly outlines: readonly Outline[] }
  | { readonly refused: 'too-long' };

const port = ensure(parentPort, 'it runs in a thread');
const fonts = createFonts();

async function write(asked: WriterParams): Promise<Written> {
  try {
    if ('outlines' in asked) return { outlines: await outlinesOf(asked.outlines, fonts) };
    return { bytes: await writePdf(asked.document, fonts) };
  } catch (error) {
    if (error instanceof TooLong) return { refused: 'too-long' };
    throw error;
  }
}

port.on('message', (asked: WriterParams) => {
  write(asked)
    .then((written) => port.postMessage(written))
    // Thrown in a turn of its own, it ends the thread, and its owner is told why.
    .catch((error: unknown) => setImmediate(() => Promise.reject(error)));
});
