import type { Asset, UnixMs } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Chain, ChainBlock, ChainTransfer } from '../../../src/cashier/index.ts';

/** A payment to an address of ours, as it stands in a block. */
export type Payment = {
  readonly asset: Asset;
  readonly to: string;
  readonly units: bigint;
  readonly txHash: string;
  readonly index: number;
};
/** A transaction of the house's wallet. */
export type Sent = {
  readonly hash: string;
  readonly from: string;
  readonly state: 'mined' | 'failed';
  readonly paid: readonly { readonly asset: Asset; readonly to: string; readonly units: bigint }[];
  readonly uses: readonly string[];
  readonly gas: { readonly asset: Asset; readonly units: bigint } | null;
};
type Block = ChainBlock & { readonly payments: readonly Payment[]; readonly sent: readonly Sent[] };

/** A chain the simulation mines and takes back; it is the truth that the books are compared with. */
export type SimChain = Chain & {
  /** What waits for the next block. */
  readonly pool: { payments: Payment[]; sent: Sent[] };
  mine(blocks: number): void;
  /** Takes the newest blocks away; what they carried waits again, or its payments are gone for good. */
  reorg(depth: number, keeps: boolean): void;
  /** Says each payment twice. */
  lies: boolean;
  isAway: boolean;
  height(): number;
  /** Where a payment stands now; null: in no block. */
  payment(of: Pick<Payment, 'txHash' | 'index'>): Block | null;
  sentIn(hash: string): { readonly block: Block; readonly sent: Sent } | null;
};

const FIRST = 1_000;

/** An empty chain. */
export function createSimChain(network: Network): SimChain {
  let made = 0;
  const blockOf = (height: number, parentHash: string, carried: Partial<Block> = {}): Block => ({
    height,
    hash: `${network}-${height}-${(made += 1)}`,
    parentHash,
    at: 0 as UnixMs,
    payments: carried.payments ?? [],
    sent: carried.sent ?? [],
  });
  let blocks: Block[] = [blockOf(FIRST, 'none')];
  const answer = (): void => {
    if (chain.isAway) throw new Error('the node does not answer');
  };
  const chain: SimChain = {
    network,
    lies: false,
    isAway: false,
    pool: { payments: [], sent: [] },
    height: () => blocks.at(-1)?.height ?? FIRST,
    mine(count) {
      for (let n = 0; n < count; n += 1) {
        const last = blocks.at(-1) as Block;
        const { payments, sent } = chain.pool;
        blocks.push(blockOf(last.height + 1, last.hash, { payments, sent }));
        chain.pool.payments = [];
        chain.pool.sent = [];
      }
    },
    reorg(depth, keeps) {
      const gone = blocks.slice(Math.max(1, blocks.length - depth));
      blocks = blocks.slice(0, blocks.length - gone.length);
      // The new blocks carry nothing of it; a transaction of the house stays good and waits.
      for (let n = 0; n <= gone.length; n += 1) {
        const last = blocks.at(-1) as Block;
        blocks.push(blockOf(last.height + 1, last.hash));
      }
      chain.pool.sent.unshift(...gone.flatMap(({ sent }) => sent));
      if (keeps) chain.pool.payments.unshift(...gone.flatMap(({ payments }) => payments));
    },
    payment: ({ txHash, index }) =>
      blocks.find(({ payments }) =>
        payments.some((one) => one.txHash === txHash && one.index === index),
      ) ?? null,
    sentIn(hash) {
      for (const block of blocks) {
        const sent = block.sent.find((one) => one.hash === hash);
        if (sent !== undefined) return { block, sent };
      }
      return null;
    },
    async head() {
      answer();
      return blocks.at(-1) as Block;
    },
    async blockAt(height) {
      answer();
      return blocks[height - FIRST] ?? null;
    },
    async transfersTo(isOurs, { from, to }) {
      answer();
      const found = blocks
        .slice(from - FIRST, to - FIRST + 1)
        .flatMap(({ height, hash, payments }) =>
          payments
            .filter((one) => isOurs(one.to))
            .map((one): ChainTransfer => ({ ...one, block: { height, hash } })),
        );
      return chain.lies ? [...found, ...found] : found;
    },
    async transaction(hash) {
      answer();
      const found = chain.sentIn(hash);
      if (found === null) {
        const waits = chain.pool.sent.some((one) => one.hash === hash);
        return { state: waits ? 'waiting' : 'missing' };
      }
      const { height, hash: blockHash } = found.block;
      const { state, from, paid, uses, gas } = found.sent;
      return { state, from, paid, uses, gas, block: { height, hash: blockHash } };
    },
  };
  return chain;
}
