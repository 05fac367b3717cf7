import type { Asset } from '@candor/kernel';
import type { Network } from '@candor/protocol';

/** Blocks that follow a transaction before a chain rests: more than any deposit waits for. */
export const SETTLED_BLOCKS = 40;

/** Which transaction pays which withdrawal of a batch. */
export type SignedBatch = readonly { readonly withdrawalId: string; readonly hash: string }[];

/** What the desk exports. */
export type Batch = {
  readonly batch: string;
  readonly network: Network;
  readonly items: readonly { readonly withdrawalId: string; readonly unsigned: unknown }[];
  readonly psbt?: string | undefined;
};

/** A chain on this machine, which mines when it is told to. */
export interface LocalChain {
  readonly network: Network;
  /** Where it is read, as a node of the real network would be. */
  readonly rpc: string;
  height(): number;
  /** Whether something waits for blocks. */
  isBusy(): Promise<boolean>;
  mine(): Promise<void>;
  /** Sends from the treasury; it waits for a block. */
  fund(payment: {
    readonly asset: Asset;
    readonly to: string;
    readonly units: bigint;
  }): Promise<string>;
  /** Takes the newest blocks away and puts one more in their place, with their transactions or without. */
  reorg(options: { readonly depth: number; readonly keeps: boolean }): Promise<void>;
  /** Signs with the hot wallet's key and sends. */
  sign(batch: Batch): Promise<SignedBatch>;
  stop(): Promise<void>;
}
