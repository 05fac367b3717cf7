import { createHash } from 'node:crypto';
import type { Receipt } from '@candor/protocol';
import { canonicalJson } from '../platform/formats/canonical-json.ts';

/** What a receipt says without its hash and what was signed of it. */
export type Unhashed<Kind extends Receipt = Receipt> = Kind extends Receipt
  ? Omit<Kind, 'hash' | 'signed'>
  : never;

/** SHA-256 over the canonical JSON of a receipt without its hash. */
export function receiptHash(receipt: Unhashed): Buffer {
  return createHash('sha256').update(canonicalJson(receipt)).digest();
}

/** The text that is signed of a receipt: whose it is, its number and its hash. */
export function receiptText(
  origin: string,
  said: { readonly number: string; readonly hash: Buffer },
): string {
  return `candor.receipt/1\n${origin}\n${said.number}\n${said.hash.toString('hex')}\n`;
}
