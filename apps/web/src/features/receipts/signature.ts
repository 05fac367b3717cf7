import type { CallResult, Receipt } from '@candor/protocol/light';
import { isSignedByAny } from '../../lib/signed-note.ts';

function writtenAt(receipt: Receipt): number {
  if (receipt.kind === 'contract') return receipt.closedAt;
  return receipt.kind === 'option' ? receipt.settledAt : receipt.at;
}

/**
 * Whether a receipt is signed, with its number and hash, by a published key; null where this browser
 * cannot tell. What was written before there were keys has no signature.
 */
export async function isReceiptSigned(
  receipt: Receipt,
  { origin, keys }: CallResult<'market.keys'>,
): Promise<boolean | null> {
  const note = receipt.signed ?? null;
  if (note === null) return writtenAt(receipt) < (keys[0]?.from ?? 0);
  const text = `candor.receipt/1\n${origin}\n${receipt.number}\n${receipt.hash}\n`;
  if (!note.startsWith(`${text}\n`)) return false;
  // What is no base64 is no signature.
  return isSignedByAny(
    note,
    keys.map(({ verifier }) => verifier),
  ).catch(() => false);
}
