import { type Network, NETWORKS } from '@candor/protocol';
import { z } from 'zod';
import {
  type ChainSettings,
  type Chains,
  ETHEREUM_CHAINS,
  ETHEREUM_USDT,
  type KeySettings,
  type PayoutSource,
  keyProblem,
  canonicalDestination,
} from './cashier/index.ts';
import { ConfigRefused, assertSafe, isLoopback } from './config-refused.ts';

const node = z.url({ protocol: /^https?$/ }).optional();
const address = z
  .string()
  .regex(/^[0-9A-Za-z]{20,100}$/)
  .optional();

/** Settings that say which chains are read, and what a rehearsal has in the place of USDT there. */
export const CHAIN_VARIABLES = {
  RPC_ETHEREUM: node,
  RPC_TRON: node,
  RPC_BITCOIN: node,
  USDT_ETHEREUM: address,
  USDT_TRON: address,
  HOT_ETHEREUM: address,
  HOT_TRON: address,
  HOT_BITCOIN: address,
} as const;

type KeysSaid = { readonly [Name in (typeof KEY_NAMES)[Network]]?: string | undefined };

type Said = { readonly [Name in keyof typeof CHAIN_VARIABLES]?: string | undefined };

/** Nodes and addresses of an installation's chains. */
export type ChainPlaces = {
  readonly rpc: Readonly<Record<Network, string | null>>;
  /** Contracts of a rehearsal's test USDT; null: the real ones. */
  readonly usdt: { readonly ethereum: string | null; readonly tron: string | null };
  /** Addresses pay-outs are made from, whose keys are elsewhere. */
  readonly hot: Readonly<Record<Network, string | null>>;
};

/** USDT on Tron's main chain. @source Tether, supported protocols */
const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** What the settings say of chains. */
function chainPlacesOf(said: Said): ChainPlaces {
  const { RPC_ETHEREUM, RPC_TRON, RPC_BITCOIN, USDT_ETHEREUM, USDT_TRON } = said;
  const { HOT_ETHEREUM, HOT_TRON, HOT_BITCOIN } = said;
  return {
    rpc: { ethereum: RPC_ETHEREUM ?? null, tron: RPC_TRON ?? null, bitcoin: RPC_BITCOIN ?? null },
    usdt: { ethereum: USDT_ETHEREUM ?? null, tron: USDT_TRON ?? null },
    hot: { ethereum: HOT_ETHEREUM ?? null, tron: HOT_TRON ?? null, bitcoin: HOT_BITCOIN ?? null },
  };
}

/** Names of settings as operators write them. */
const named = (what: string, network: Network): string => `${what}_${network.toUpperCase()}`;

/**
 * What is wrong with the chains that are named, for a kind of installation; null: nothing. A private
 * key in the place of an address is none of an address's length.
 */
function chainProblem(
  { rpc, usdt, hot }: ChainPlaces,
  installation: 'real' | 'rehearsal',
): string | null {
  for (const network of NETWORKS) {
    const url = rpc[network];
    const own = hot[network];
    if (own !== null && /^(?:0x)?[0-9a-f]{64}$|^[a-z]prv/i.test(own)) {
      return `${named('HOT', network)} is a private key. Take it away, and take it for known: it must never be here`;
    }
    if (installation === 'rehearsal' && url !== null && !isLoopback(new URL(url))) {
      return `${named('RPC', network)} names a public network, and this is a rehearsal`;
    }
    if (installation === 'real' && network !== 'bitcoin' && usdt[network] !== null) {
      return `${named('USDT', network)} is for rehearsals: elsewhere USDT is where it is`;
    }
  }
  return null;
}

/** Which nodes are read, of which chains; a rehearsal without its test USDT reads none for it. */
export function chainSettingsOf(
  { rpc, usdt }: ChainPlaces,
  installation: 'real' | 'rehearsal',
): ChainSettings {
  const isReal = installation === 'real';
  const ethereum = isReal ? ETHEREUM_USDT : usdt.ethereum;
  const tron = isReal ? TRON_USDT : usdt.tron;
  const chainId = ETHEREUM_CHAINS[installation];
  return {
    ethereum:
      rpc.ethereum === null || ethereum === null
        ? null
        : { rpc: rpc.ethereum, chainId, usdt: ethereum },
    tron: rpc.tron === null || tron === null ? null : { rpc: rpc.tron, usdt: tron },
    bitcoin: rpc.bitcoin === null ? null : { rpc: rpc.bitcoin, chain: isReal ? 'main' : 'test' },
  };
}

/** Wallets withdrawals are paid from: a network has one where its node and an address are named. */
export function payoutSourceOf(
  { ethereum, tron, bitcoin }: Chains,
  settings: ChainSettings,
  hot: ChainPlaces['hot'],
): PayoutSource {
  return {
    ...(ethereum !== undefined &&
      settings.ethereum !== null &&
      hot.ethereum !== null && {
        ethereum: {
          hot: hot.ethereum,
          usdt: settings.ethereum.usdt,
          spendingOf: (from: string) => ethereum.spendingOf(from),
        },
      }),
    ...(tron !== undefined &&
      settings.tron !== null &&
      hot.tron !== null && {
        tron: { hot: hot.tron, usdt: settings.tron.usdt, spendingOf: () => tron.spendingOf() },
      }),
    ...(bitcoin !== undefined &&
      hot.bitcoin !== null && {
        bitcoin: { hot: hot.bitcoin, spendingOf: (from: string) => bitcoin.spendingOf(from) },
      }),
  };
}

/** The settings extended public keys are read from. */
const KEY_NAMES = {
  ethereum: 'XPUB_ETHEREUM',
  tron: 'XPUB_TRON',
  bitcoin: 'XPUB_BITCOIN',
} as const;

/** Sentences of what a setting is refused for; never the setting itself. */
const KEY_PROBLEMS = {
  private:
    'is a private key or a phrase. Take it away, and take it for known: it must never be here',
  unreadable: 'is no extended public key',
  'other-chain': 'is a key of another kind of chain than this installation has',
} as const;

function assertKeys(keys: KeySettings, installation: 'real' | 'rehearsal' | null): void {
  for (const network of NETWORKS) {
    const text = keys[network];
    const problem = text === null ? null : keyProblem(text, installation);
    if (problem !== null) throw new ConfigRefused(`${KEY_NAMES[network]} ${KEY_PROBLEMS[problem]}`);
  }
}

/** Which chains are read. @throws ConfigRefused */
export function chainsOf(data: Said): ChainPlaces {
  assertSafe('RPC_TRON', data.RPC_TRON);
  assertSafe('RPC_BITCOIN', data.RPC_BITCOIN);
  return chainPlacesOf(data);
}

/** Extended public keys as the settings say them. @throws ConfigRefused */
export function payInKeysOf(data: KeysSaid): KeySettings {
  const of = (text: string | undefined): string | null =>
    text === undefined || text.trim() === '' ? null : text.trim();
  const keys = {
    ethereum: of(data.XPUB_ETHEREUM),
    tron: of(data.XPUB_TRON),
    bitcoin: of(data.XPUB_BITCOIN),
  };
  assertKeys(keys, null);
  return keys;
}

/**
 * A key of a main chain has no place in a rehearsal, one of a test chain none outside.
 *
 * @throws ConfigRefused
 */
export function assertOwnKeys(
  { payInKeys }: { readonly payInKeys: KeySettings },
  installation: 'real' | 'rehearsal',
): void {
  assertKeys(payInKeys, installation);
}

/**
 * In a rehearsal nothing is money: a node of a public network has no place there. Nor has a test
 * contract's address outside of one.
 *
 * @throws ConfigRefused
 */
export function assertOwnNetworks(
  { chains }: { readonly chains: ChainPlaces },
  installation: 'real' | 'rehearsal',
): void {
  const problem = chainProblem(chains, installation);
  if (problem !== null) throw new ConfigRefused(problem);
}

/**
 * A wallet that pays out is an address of its network, with its checksum: a mistyped one would be published
 * and asked for nonces and coins.
 *
 * @throws ConfigRefused
 */
export async function assertOwnWallets(
  { chains }: { readonly chains: ChainPlaces },
  installation: 'real' | 'rehearsal',
): Promise<void> {
  for (const network of NETWORKS) {
    const own = chains.hot[network];
    if (own === null) continue;
    const isRehearsal = installation === 'rehearsal';
    if ((await canonicalDestination(network, own, { isRehearsal })) !== null) continue;
    throw new ConfigRefused(`${named('HOT', network)} is no address of ${network}`);
  }
}
