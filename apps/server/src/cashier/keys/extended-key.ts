import { ECDH, createHash } from 'node:crypto';
import { ensure } from '@candor/kernel';
import { type Network, NETWORKS } from '@candor/protocol';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { bitcoinKeyAddress, tronAddressOf } from '../../platform/formats/chain-addresses.ts';

/** An extended public key of the operator: it makes addresses, and can spend nothing. */
export type ExtendedKey = {
  readonly network: Network;
  /**
   * What people compare: SHA-256 over key and chain code, in hex. The four bytes BIP-32 calls so could
   * be met by another key that was searched for.
   */
  readonly fingerprint: string;
  /** The receive address with this number, m/0/number below the key. */
  addressAt(number: number): Promise<string>;
};

/** First bytes of extended public keys: on main chains, and on chains on which nothing is money. */
const VERSIONS = {
  real: [0x0488b21e, 0x04b24746],
  rehearsal: [0x043587cf, 0x045f1cf6],
} as const;

const SERIALIZED_BYTES = 78;
/** Receive addresses stand below child 0; change, which nobody pays in to, below child 1. @source BIP-44 */
const RECEIVE = 0;

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);

/** Why a setting is not taken as an extended public key. */
export type KeyProblem = 'private' | 'unreadable' | 'other-chain';

const PRIVATE = [
  // Extended private keys of all kinds, also one that was cut off.
  /^[a-z]prv/i,
  // A private key, or a seed.
  /^(?:0x)?(?:[0-9a-f]{32}|[0-9a-f]{64}|[0-9a-f]{128})$/i,
  // A private key as wallets of Bitcoin write it.
  /^[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}$/,
];
const WORDS_MIN = 12;

/** Whether a text could spend: a reader of a setting must not be able to. */
function isPrivate(text: string): boolean {
  const isWords = text.split(/\s+/).length >= WORDS_MIN;
  return isWords || PRIVATE.some((pattern) => pattern.test(text));
}

function decoded(text: string): Uint8Array | null {
  try {
    const bytes = base58check.decode(text);
    return bytes.length === SERIALIZED_BYTES ? bytes : null;
  } catch {
    return null;
  }
}

const versionOf = (bytes: Uint8Array): number => Buffer.from(bytes).readUInt32BE(0);
/** In the place of a public key's first byte, which is 2 or 3, a private one has nothing. */
const holdsPrivate = (bytes: Uint8Array): boolean => bytes[45] === 0;

/** The key a text with a known version stands for; null where its bytes are no point of the curve. */
function parsed(text: string, bytes: Uint8Array): HDKey | null {
  try {
    return HDKey.fromExtendedKey(text, { public: versionOf(bytes), private: 0 });
  } catch {
    return null;
  }
}

/** What is wrong with a setting that should be an extended public key; null: nothing. */
export function keyProblem(
  said: string,
  installation: 'real' | 'rehearsal' | null,
): KeyProblem | null {
  const text = said.trim();
  if (isPrivate(text)) return 'private';
  const bytes = decoded(text);
  if (bytes === null) return 'unreadable';
  if (holdsPrivate(bytes)) return 'private';
  const kinds = installation === null ? (['real', 'rehearsal'] as const) : [installation];
  const isKnown = kinds.some((kind) => VERSIONS[kind].some((one) => one === versionOf(bytes)));
  if (!isKnown) return 'other-chain';
  return parsed(text, bytes) === null ? 'unreadable' : null;
}

/** The account a public key stands for on Ethereum, and with another first byte on Tron. */
async function accountAddress(publicKey: Uint8Array): Promise<string> {
  const { publicKeyToAddress } = await import('viem/utils');
  const whole = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed');
  return publicKeyToAddress(`0x${String(whole)}`);
}

/**
 * Reads an extended public key; only public derivation is used, and there is nothing private to
 * derive from.
 *
 * @throws for a text `keyProblem` has something against
 * @source BIP-32, BIP-44 (Ethereum 60', Tron 195'), BIP-84
 */
export function readExtendedKey(network: Network, said: string): ExtendedKey {
  const text = said.trim();
  const bytes = decoded(text);
  if (bytes === null || keyProblem(text, null) !== null) throw new Error('no extended public key');
  const version = versionOf(bytes);
  const key = ensure(parsed(text, bytes), 'a text without a problem is a key');
  const receive = key.deriveChild(RECEIVE);
  const chain = VERSIONS.real.some((one) => one === version) ? 'main' : 'test';
  return {
    network,
    fingerprint: createHash('sha256').update(bytes.subarray(13)).digest('hex'),
    async addressAt(number) {
      const child = receive.deriveChild(number);
      if (network === 'bitcoin') {
        return bitcoinKeyAddress(ensure(child.pubKeyHash, 'a child has its key'), chain);
      }
      const address = await accountAddress(ensure(child.publicKey, 'a child has its key'));
      return network === 'tron' ? tronAddressOf(Buffer.from(address.slice(2), 'hex')) : address;
    },
  };
}

/** Extended public keys of an installation, each as it was set. */
export type KeySettings = Readonly<Record<Network, string | null>>;

/** Where no key is set. */
export const NO_KEYS: KeySettings = { ethereum: null, tron: null, bitcoin: null };

/** The keys that are set, by their network. */
export function readKeys(settings: KeySettings): ReadonlyMap<Network, ExtendedKey> {
  const keys = NETWORKS.flatMap((network) => {
    const text = settings[network];
    return text === null ? [] : [[network, readExtendedKey(network, text)] as const];
  });
  return new Map(keys);
}
