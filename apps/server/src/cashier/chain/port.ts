import type { Asset, UnixMs } from '@candor/kernel';
import type { Network } from '@candor/protocol';

/**
 * Blocks on top of each other, the one of a transaction counted, after which it stays: Ethereum finalises two
 * epochs of 32, Tron's 27 makers have all built on it, six of Bitcoin are nobody's to replace.
 */
export const FINAL_BLOCKS: Readonly<Record<Network, number>> = {
  ethereum: 64,
  tron: 40,
  bitcoin: 6,
};

/**
 * Blocks after which what was sent counts as confirmed: fewer, since nothing is paid out by it, and it is watched
 * down to `FINAL_BLOCKS` and taken back if its block leaves. What a deposit needs is a parameter: its
 * credit can be spent at once.
 */
export const SENT_BLOCKS: Readonly<Record<Network, number>> = {
  ethereum: 12,
  tron: 20,
  bitcoin: 3,
};

/** A block of a chain, by its place and its hash: the same height with another hash is another block. */
export type BlockRef = { readonly height: number; readonly hash: string };

/** A block with the one it stands on. */
export type ChainBlock = BlockRef & { readonly parentHash: string; readonly at: UnixMs };

/** A payment that a block carries; `index` tells those of one transaction apart. */
export type ChainTransfer = {
  readonly asset: Asset;
  readonly txHash: string;
  /**
   * Which payment of its transaction, the same in whichever block that is: a log's place in it (tokens),
   * output index (Bitcoin), 0 (a chain's own coin).
   */
  readonly index: number;
  readonly to: string;
  /** @units the asset's smallest */
  readonly units: bigint;
  readonly block: BlockRef;
};

/** What became of a transaction; `missing`: the node does not know it (yet, or any more). */
export type ChainTransaction =
  | { readonly state: 'missing' | 'waiting' }
  | {
      readonly state: 'failed' | 'mined';
      readonly block: BlockRef;
      /** The address that sent it; left out where a chain names none. */
      readonly from?: string;
      /** What it paid to whom, in its order; of a failed one nothing. */
      readonly paid: readonly {
        readonly asset: Asset;
        readonly to: string;
        readonly units: bigint;
      }[];
      /** What the sender paid the network, in the chain's own coin; null where it is none of ours. */
      readonly gas: { readonly asset: Asset; readonly units: bigint } | null;
      /**
       * What it used up, so that no other transaction can: "nonce:7" of its sender's (Ethereum), "hash:index"
       * of a coin (Bitcoin); left out where a chain knows no such thing.
       */
      readonly uses?: readonly string[];
    };

/**
 * A chain as the cashier sees it: it reads and can never send. Each call ends within its own time and
 * throws when the node does not answer; what a node does not say is never read as "nothing".
 */
export interface Chain {
  readonly network: Network;
  /** The newest block the node has. */
  head(): Promise<ChainBlock>;
  /** The block at a height; null above the head. */
  blockAt(height: number): Promise<ChainBlock | null>;
  /**
   * Payments in the blocks `from` to `to` (both included, at most 500) to addresses of ours. It costs
   * the same however many addresses those are. `isOurs` is asked for addresses as the node writes them:
   * those of Ethereum without their checksum.
   */
  transfersTo(
    isOurs: (address: string) => boolean,
    span: { readonly from: number; readonly to: number },
  ): Promise<ChainTransfer[]>;
  /** What became of a transaction. */
  transaction(hash: string): Promise<ChainTransaction>;
}
