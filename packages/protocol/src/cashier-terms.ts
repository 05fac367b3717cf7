import type { Asset } from '@candor/kernel';

/** Networks money comes and goes by. @source PRODUCT 9 */
export const NETWORKS = ['ethereum', 'tron', 'bitcoin'] as const;

/** One of the networks. */
export type Network = (typeof NETWORKS)[number];

/** Which assets each network carries: USDT as ERC-20 and TRC-20, coins on their own chain. */
export const NETWORK_ASSETS = {
  ethereum: ['USDT', 'ETH'],
  tron: ['USDT'],
  bitcoin: ['BTC'],
} as const satisfies Readonly<Record<Network, readonly Asset[]>>;

/** Whether a network carries an asset. */
export function isCarried(network: Network, asset: Asset): boolean {
  return (NETWORK_ASSETS[network] as readonly Asset[]).includes(asset);
}

/**
 * How an address was shown to be its owner's: by a wallet's signature, by the owner's word for who
 * keeps it, or not at all.
 */
export const ADDRESS_PROOFS = ['signed', 'declared', 'none'] as const;

/** One of them. */
export type AddressProof = (typeof ADDRESS_PROOFS)[number];

/** What a list of deposits may be narrowed to: those under way, or one of the ends. */
export const DEPOSIT_FILTERS = ['open', 'credited', 'reversed'] as const;

/** One of them. */
export type DepositFilter = (typeof DEPOSIT_FILTERS)[number];

/** Hours new addresses may wait; a day unless their owner chose more. @source RELIABILITY P37 */
export const DELAY_HOURS = [24, 72, 168] as const;

/** One of them. */
export type DelayHours = (typeof DELAY_HOURS)[number];

/** Characters of a hash by which a user names a payment that is missing. @source seed §3 "last 6 digits" */
export const HASH_TAIL_LENGTH = 6;

/** Where the authorization of a wallet stands. */
export const AUTHORIZATION_STATES = ['none', 'authorized', 'expired', 'revoked'] as const;
