import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensure } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { TEST_NETWORK, p2wpkh } from '@scure/btc-signer';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { replaceFile } from './journal.ts';

/**
 * The test key of a rehearsal: made at its first start, on no network worth anything. The server gets
 * extended public keys and addresses of it, as it would get an operator's.
 *
 * @source BIP-32, BIP-39, BIP-44, BIP-84, SLIP-132
 */
export type Keys = {
  readonly xpubs: Readonly<Record<Network, string>>;
  readonly hot: Readonly<Record<Network, Wallet>>;
  /** What deposits come from. */
  readonly treasury: Readonly<Record<Network, Wallet>>;
};

/** A key and the address it stands for. */
export type Wallet = { readonly privateKey: Uint8Array; readonly address: string };

/** First bytes of extended keys on chains on which nothing is money. */
const VERSIONS = {
  tpub: { private: 0x04358394, public: 0x043587cf },
  vpub: { private: 0x045f18bc, public: 0x045f1cf6 },
} as const;

/** What addresses of a local Bitcoin begin with. */
export const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' } as const;

const PATHS = {
  ethereum: { account: "m/44'/60'/0'", version: 'tpub' },
  tron: { account: "m/44'/195'/0'", version: 'tpub' },
  bitcoin: { account: "m/84'/1'/0'", version: 'vpub' },
} as const;
/** Accounts beside the one that deposits are paid in to. */
const HOT = 1;
const TREASURY = 2;

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);

/** A key as libraries of Ethereum take it. */
export const hexKey = ({ privateKey }: Wallet): Hex =>
  `0x${Buffer.from(privateKey).toString('hex')}`;

/** The address on Tron of what is an address of Ethereum. */
export const tronAddressOf = (hex: string): string =>
  base58check.encode(Buffer.from(`41${hex.replace(/^0x/, '')}`, 'hex'));

/** The twenty bytes of an address of Tron, in hex. */
export const tronHexOf = (address: string): string =>
  Buffer.from(base58check.decode(address)).toString('hex').slice(2);

function addressOf(network: Network, privateKey: Uint8Array, publicKey: Uint8Array): string {
  if (network === 'bitcoin')
    return ensure(p2wpkh(publicKey, REGTEST).address, 'a key has its address');
  const { address } = privateKeyToAccount(hexKey({ privateKey, address: '' }));
  return network === 'tron' ? tronAddressOf(address) : address;
}

function mnemonicOf(folder: string): string {
  const path = join(folder, 'test-key');
  if (!existsSync(path)) replaceFile(path, `${generateMnemonic(wordlist)}\n`);
  return readFileSync(path, 'utf8').trim();
}

/** The test key of a data folder; its first reader makes it. */
export function openKeys(folder: string): Keys {
  const seed = mnemonicToSeedSync(mnemonicOf(folder));
  const each = <Value>(of: (network: Network) => Value): Readonly<Record<Network, Value>> => ({
    ethereum: of('ethereum'),
    tron: of('tron'),
    bitcoin: of('bitcoin'),
  });
  const wallet = (network: Network, account: number): Wallet => {
    const path = `${PATHS[network].account.slice(0, -2)}${account}'/0/0`;
    const { privateKey, publicKey } = HDKey.fromMasterSeed(seed).derive(path);
    const key = ensure(privateKey, 'a path of a private key leads to one');
    const address = addressOf(network, key, ensure(publicKey, 'a key has its public one'));
    return { privateKey: key, address };
  };
  return {
    xpubs: each((network) => {
      const { account, version } = PATHS[network];
      return HDKey.fromMasterSeed(seed, VERSIONS[version]).derive(account).publicExtendedKey;
    }),
    hot: each((network) => wallet(network, HOT)),
    treasury: each((network) => wallet(network, TREASURY)),
  };
}
