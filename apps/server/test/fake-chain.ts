import type { Asset, UnixMs } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Chain, ChainBlock, ChainTransfer } from '../src/cashier/index.ts';

/** A payment as a test plants it. */
export type Planted = {
  readonly asset: Asset;
  readonly to: string;
  readonly units: bigint;
  readonly txHash: string;
  readonly index?: number;
};

/** A chain of a test's own: blocks are mined and taken back as it says. */
export type FakeChain = Chain & {
  mine(...blocks: readonly (readonly Planted[])[]): void;
  /** Takes the newest blocks away and puts others in their place. */
  reorg(depth: number, ...blocks: readonly (readonly Planted[])[]): void;
  /** Until it is over, nothing is answered. */
  isAway: boolean;
  /** Changes what a question is answered; for nodes that lie. */
  between: { transfers?: (found: ChainTransfer[]) => ChainTransfer[] };
  /** Questions that were asked so far. */
  readonly asked: { count: number };
};

/** An empty chain at block 1,000. */
export function createFakeChain(network: Network): FakeChain {
  type Block = ChainBlock & { readonly payments: readonly Planted[] };
  let made = 0;
  const blockOf = (height: number, parentHash: string, payments: readonly Planted[]): Block => ({
    height,
    hash: `${network}-${height}-${(made += 1)}`,
    parentHash,
    at: 0 as UnixMs,
    payments,
  });
  const FIRST = 1_000;
  let blocks: Block[] = [blockOf(FIRST, 'none', [])];
  const at = (height: number): Block | null => blocks[height - FIRST] ?? null;
  const asked = { count: 0 };
  const answer = async (): Promise<void> => {
    asked.count += 1;
    if (chain.isAway) throw new Error('the node does not answer');
  };
  const chain: FakeChain = {
    network,
    isAway: false,
    between: {},
    asked,
    mine(...added) {
      for (const payments of added.length === 0 ? [[]] : added) {
        const last = blocks.at(-1);
        blocks.push(blockOf((last?.height ?? 0) + 1, last?.hash ?? 'none', payments));
      }
    },
    reorg(depth, ...added) {
      blocks = blocks.slice(0, -depth);
      chain.mine(...added);
    },
    async head() {
      await answer();
      return blocks.at(-1) as Block;
    },
    async blockAt(height) {
      await answer();
      return at(height);
    },
    async transfersTo(isOurs, { from, to }) {
      await answer();
      const found: ChainTransfer[] = [];
      for (let height = from; height <= to; height += 1) {
        const block = at(height);
        for (const { index = 0, ...paid } of block?.payments ?? []) {
          if (!isOurs(paid.to) || block === null) continue;
          found.push({ ...paid, index, block: { height, hash: block.hash } });
        }
      }
      return chain.between.transfers?.(found) ?? found;
    },
    async transaction() {
      await answer();
      return { state: 'missing' };
    },
  };
  return chain;
}
