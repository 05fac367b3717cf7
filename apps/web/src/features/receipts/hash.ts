import type { Receipt } from '@candor/protocol/light';

/** JSON with its keys sorted and no spaces: what the hash of a receipt is made over. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value as Record<string, unknown>)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`);
  return `{${fields.join(',')}}`;
}

/**
 * SHA-256 of a receipt without its hash and signature, in hex, by the browser itself; null where the browser
 * does not hash, which it does only over https and on this machine.
 */
export async function hashOf(receipt: Receipt): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return null;
  const { hash: _, signed: __, ...rest } = receipt;
  const bytes = new TextEncoder().encode(canonicalJson(rest));
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
