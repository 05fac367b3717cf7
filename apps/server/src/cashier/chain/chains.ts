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

/** Readers of the chains that are open; the others are not there. */
export type Chains = {
  readonly ethereum?: EthereumChain;
  readonly tron?: TronChain;
  readonly bitcoin?: BitcoinReader;
};

/** Readers of the nodes that are named; nothing is asked of them before the first question. */
export function openChains({ ethereum, tron, bitcoin }: ChainSettings): Chains {
  return {
    ...(ethereum === null ? {} : { ethereum: openEthereum(ethereum) }),
    ...(tron === null ? {} : { tron: openTron(tron) }),
    ...(bitcoin === null ? {} : { bitcoin: openBitcoin(bitcoin) }),
  };
}
