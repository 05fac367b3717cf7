import { createHash } from 'node:crypto';
import type { Receipt } from '@candor/protocol';

/** JSON with its keys sorted and no spaces: the same text whoever writes it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value as Record<string, unknown>)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`);
  return `{${fields.join(',')}}`;
}

/** What a receipt says without its hash. */
export type Unhashed<Kind extends Receipt = Receipt> = Kind extends Receipt
  ? Omit<Kind, 'hash'>
  : never;

/** SHA-256 over the canonical JSON of a receipt without its hash. */
export function receiptHash(receipt: Unhashed): Buffer {
  return createHash('sha256').update(canonicalJson(receipt)).digest();
}
