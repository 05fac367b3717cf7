import { type BitcoinReader, openBitcoin } from './bitcoin.ts';
import { type EthereumChain, openEthereum } from './ethereum.ts';
import { type TronChain, openTron } from './tron.ts';

/** Which nodes an installation reads; null: that network is not open. */
export type ChainSettings = {
  readonly ethereum: {
    readonly rpc: string;
    readonly chainId: number;
    readonly usdt: string;
  } | null;
  readonly tron: { readonly rpc: string; readonly usdt: string } | null;
  readonly bitcoin: { readonly rpc: string; readonly chain: 'main' | 'test' } | null;
};

/** Readers of the chains that are open. */
export type Chains = {
  readonly ethereum: EthereumChain | null;
  readonly tron: TronChain | null;
  readonly bitcoin: BitcoinReader | null;
};

/** An installation that reads no chain. */
export const NO_CHAINS: ChainSettings = { ethereum: null, tron: null, bitcoin: null };

/** Readers of the nodes that are named; nothing is asked of them before the first question. */
export function openChains({ ethereum, tron, bitcoin }: ChainSettings): Chains {
  return {
    ethereum: ethereum === null ? null : openEthereum(ethereum),
    tron: tron === null ? null : openTron(tron),
    bitcoin: bitcoin === null ? null : openBitcoin(bitcoin),
  };
}
