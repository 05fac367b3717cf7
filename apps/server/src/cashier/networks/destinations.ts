import type { Network } from '@candor/protocol';
import {
  bitcoinAddress,
  ethereumAddress,
  tronAddress,
} from '../../platform/formats/chain-addresses.ts';

/** An address is of a few dozen characters; longer texts are not looked into. */
const ADDRESS_LENGTH_MAX = 100;

/**
 * An address as its network spells it; null for what is none there: another network's, one whose
 * checksum does not fit, and of Bitcoin one of the main chain in a rehearsal and of a test chain
 * outside. Ethereum and Tron spell addresses of all their chains alike.
 */
export async function canonicalDestination(
  network: Network,
  text: string,
  { isRehearsal }: { readonly isRehearsal: boolean },
): Promise<string | null> {
  if (text.length > ADDRESS_LENGTH_MAX) return null;
  if (network === 'ethereum') return ethereumAddress(text);
  if (network === 'tron') return tronAddress(text);
  return bitcoinAddress(text, isRehearsal ? 'test' : 'main');
}
