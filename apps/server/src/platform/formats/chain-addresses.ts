import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';

/**
 * How chains write addresses. An address whose checksum does not fit is none: one wrong letter would
 * send money where nobody has the key.
 *
 * @source EIP-55, BIP-13, BIP-141, BIP-173, BIP-350, Tron's account documentation
 */

/** A tenth of a second to load; a server that reads no address of Ethereum does without it. */
const loadHashing = () => import('viem/utils');

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);

/** First byte of an address of Tron's main network. */
const TRON_FIRST_BYTE = 0x41;
const HASH_BYTES = 20;

/** What tells Bitcoin's chains apart: first bytes of base58 addresses, the word before bech32 ones. */
const BITCOIN = {
  main: { words: ['bc'], firstBytes: [0x00, 0x05] },
  test: { words: ['bcrt', 'tb'], firstBytes: [0x6f, 0xc4] },
} as const;

/** Bitcoin's main chain, or the chains on which nothing is money. */
export type BitcoinChain = keyof typeof BITCOIN;

function decodeBase58(text: string): Uint8Array | null {
  try {
    const bytes = base58check.decode(text);
    return bytes.length === HASH_BYTES + 1 ? bytes : null;
  } catch {
    return null;
  }
}

/** An address of Tron as it is; null for what is none. */
export function tronAddress(text: string): string | null {
  return decodeBase58(text)?.[0] === TRON_FIRST_BYTE ? text : null;
}

/** The address of Tron with these twenty bytes, which an address of Ethereum has as well. */
export function tronAddressOf(hash: Uint8Array): string {
  return base58check.encode(Uint8Array.of(TRON_FIRST_BYTE, ...hash));
}

/**
 * An address of Ethereum with its checksum; null for what is none. One in lower case has no
 * checksum and gets its own.
 */
export async function ethereumAddress(text: string): Promise<string | null> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const { getAddress } = await loadHashing();
  const written = getAddress(text.toLowerCase());
  const hasNoChecksum = text.slice(2) === text.slice(2).toLowerCase();
  return hasNoChecksum || text === written ? written : null;
}

/** Whether a witness program may be paid: what is unknown yet would be open to all callers. */
function isKnownProgram(version: number, bytes: number): boolean {
  if (version === 0) return bytes === 20 || bytes === 32;
  return version === 1 && bytes === 32;
}

function segwitAddress(text: string, words: readonly string[]): string | null {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return null;
  for (const coder of [bech32, bech32m]) {
    const read = coder.decodeUnsafe(lower, 90);
    const [version, ...program] = read?.words ?? [];
    if (read === undefined || version === undefined || !words.includes(read.prefix)) continue;
    // Version 0 has the older checksum, every later one the newer; the other would hide a mistake.
    if ((version === 0) !== (coder === bech32)) continue;
    const bytes = coder.fromWordsUnsafe(program);
    return bytes instanceof Uint8Array && isKnownProgram(version, bytes.length) ? lower : null;
  }
  return null;
}

/** An address of Bitcoin as its chain spells it; null for what is none, or of another chain. */
export function bitcoinAddress(text: string, chain: BitcoinChain): string | null {
  const { words, firstBytes } = BITCOIN[chain];
  const first = decodeBase58(text)?.[0];
  if (first !== undefined) return firstBytes.some((byte) => byte === first) ? text : null;
  return segwitAddress(text, words);
}

/** The native address of a key's hash (version 0, twenty bytes). @source BIP-84 */
export function bitcoinKeyAddress(hash: Uint8Array, chain: BitcoinChain): string {
  return bech32.encode(BITCOIN[chain].words[0], [0, ...bech32.toWords(hash)], 90);
}
