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
