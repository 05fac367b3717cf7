import type { WalletChain } from '@candor/protocol';
import type { Hex } from 'viem';
import {
  ethereumAddress,
  tronAddress,
  tronAddressOf,
} from '../../../platform/formats/chain-addresses.ts';

/**
 * What wallets of both chains compute: addresses and the keys behind signatures. They share one
 * curve and one hash; only what is put before a message and how an address is written differ.
 *
 * @source EIP-55, EIP-191, TIP-191
 */

/** A tenth of a second to load; a server nobody signs in to by wallet does without it. */
const load = () => import('viem/utils');

/** Two numbers of 32 bytes and one byte that says which of the keys they fit is meant. */
const SIGNATURE = /^(?:0x)?([0-9a-f]{64})([0-9a-f]{64})(00|01|1b|1c)$/;

/** Half the order of the curve: of the two signatures there are, wallets make the lower. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * An address as its chain spells it; null when it is none, or its checksum does not fit. Addresses
 * of Ethereum in lower case have no checksum and get theirs.
 */
export function canonicalAddress(chain: WalletChain, text: string): Promise<string | null> {
  return chain === 'tron' ? Promise.resolve(tronAddress(text)) : ethereumAddress(text);
}

const PREFIX: Readonly<Record<WalletChain, string>> = {
  ethereum: '\u0019Ethereum Signed Message:\n',
  tron: '\u0019TRON Signed Message:\n',
};

/** What a wallet signs of a message: the hash of the text behind its chain's own words. */
export async function signingHash(chain: WalletChain, message: string): Promise<Hex> {
  const { keccak256 } = await load();
  const text = Buffer.from(message, 'utf8');
  return keccak256(Buffer.concat([Buffer.from(`${PREFIX[chain]}${text.length}`, 'utf8'), text]));
}

/** The address of the key that signed; null for what is no signature, or not the lower one. */
export async function signerOf(
  chain: WalletChain,
  signed: { readonly message: string; readonly signature: string },
): Promise<string | null> {
  const [, r, s, v] = SIGNATURE.exec(signed.signature.toLowerCase()) ?? [];
  if (r === undefined || s === undefined || v === undefined) return null;
  if (BigInt(`0x${s}`) > HALF_ORDER) return null;
  const { recoverAddress } = await load();
  try {
    const hash = await signingHash(chain, signed.message);
    const address = await recoverAddress({ hash, signature: `0x${r}${s}${v}` });
    if (chain === 'ethereum') return address;
    return tronAddressOf(Buffer.from(address.slice(2), 'hex'));
  } catch {
    // Two numbers that are on no point of the curve.
    return null;
  }
}
