import type { CallResult, Receipt } from '@candor/protocol/light';
import { isSignedByAny } from '../../lib/signed-note.ts';

/** When a receipt was written, of the kinds there were before receipts were signed; else null. */
function unsignedAt(receipt: Receipt): number | null {
  if (receipt.kind === 'contract') return receipt.closedAt;
  return receipt.kind === 'option' ? receipt.settledAt : null;
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
  if (note === null) {
    const at = unsignedAt(receipt);
    return at !== null && at < (keys[0]?.from ?? 0);
  }
  const text = `candor.receipt/1\n${origin}\n${receipt.number}\n${receipt.hash}\n`;
  if (!note.startsWith(`${text}\n`)) return false;
  // What is no base64 is no signature.
  return isSignedByAny(
    note,
    keys.map(({ verifier }) => verifier),
  ).catch(() => false);
}
