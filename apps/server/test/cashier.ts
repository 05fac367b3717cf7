import { type Asset, type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { AppOptions } from '../src/app.ts';
import type { Chain, ChainTransaction } from '../src/cashier/index.ts';
import { commitEntries } from '../src/ledger/index.ts';
import { entryOf, pays } from './books.ts';
import type { TestApp } from './start-app.ts';

type Entry = NonNullable<
  Awaited<
    ReturnType<NonNullable<NonNullable<AppOptions['cashier']>['book']>['findEntries']>
  >[number]
>;

/** Chains, addresses and a screening service a test turns. */
export type TestCashier = {
  readonly given: NonNullable<AppOptions['cashier']>;
  /** What became of transactions, by their hashes. */
  readonly mined: Map<string, ChainTransaction>;
  height: number;
  /** Gives a user an address; usable at once unless said. */
  addAddress(userId: UserId, change?: Partial<Entry>): string;
  /** When the blocks of the chains were made; null: there are none to be asked for. */
  blockTime: UnixMs | null;
  /** The hash of every block that is asked for by its height. */
  blockHash: string;
  /** Networks whose node does not answer. */
  readonly silent: Set<Network>;
  /** What Ethereum's node says is the next nonce. */
  nonce: number;
  /** Coins the pay-out wallet of Bitcoin has. */
  coins: { txHash: string; index: number; units: bigint; script: Uint8Array }[];
  /** Runs while the node is asked what a transaction needs. */
  whileAsked: () => Promise<void>;
  /** What screening answers; null: nothing in its time. */
  verdict: 'clear' | 'review' | null;
  /** Withdrawals, by their amounts, about which screening is silent until the promise is kept. */
  readonly hanging: Map<string, Promise<void>>;
};

/** Cashier's doubles; `isScreened` with a screening service. */
export function testCashier({ isScreened = false } = {}): TestCashier {
  const book = new Map<string, Entry>();
  const mined = new Map<string, ChainTransaction>();
  const chainOf = (network: Network): Chain => ({
    network,
    async head() {
      if (cashier.silent.has(network)) throw new Error('the node does not answer');
      return { height: cashier.height, hash: 'head', parentHash: 'parent', at: 0 as UnixMs };
    },
    blockAt: async (height) =>
      cashier.blockTime === null
        ? null
        : { height, hash: cashier.blockHash, parentHash: 'parent', at: cashier.blockTime },
    transfersTo: async () => [],
    transaction: async (hash) => mined.get(hash) ?? { state: 'missing' },
  });
  let asked = 0;
  const cashier: TestCashier = {
    mined,
    height: 1_000,
    blockTime: null,
    blockHash: 'block',
    silent: new Set(),
    nonce: 0,
    coins: [],
    whileAsked: async () => {},
    verdict: 'clear',
    hanging: new Map(),
    addAddress(userId, change = {}) {
      const id = newUuid(0 as UnixMs);
      book.set(id, {
        id,
        userId,
        asset: 'USDT',
        network: 'tron',
        address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
        label: 'my wallet',
        usableAt: 0 as UnixMs,
        proof: 'signed',
        holder: null,
        needsProof: false,
        ...change,
      });
      return id;
    },
    given: {
      payoutSource: {
        ethereum: {
          hot: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
          usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
          spendingOf: async () => ({
            chainId: 1,
            nonce: cashier.nonce,
            maxFeePerGas: 2n,
            maxPriorityFeePerGas: 1n,
          }),
        },
        tron: {
          hot: 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9',
          usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
          async spendingOf() {
            await cashier.whileAsked();
            return {
              refBlockBytes: 'a1b2',
              refBlockHash: '0102030405060708',
              timestamp: (asked += 1_000),
              expiration: 2,
            };
          },
        },
        bitcoin: {
          hot: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
          spendingOf: async () => ({ coins: cashier.coins, satPerVbyte: 1 }),
        },
      },
      book: {
        findEntries: async (_, asked) => asked.map(({ id }) => book.get(id) ?? null),
        useSignatures: async () => {},
      },
      chains: {
        ethereum: chainOf('ethereum'),
        tron: chainOf('tron'),
        bitcoin: chainOf('bitcoin'),
      },
      ...(isScreened && {
        screening: {
          async screen({ amount }) {
            await cashier.hanging.get(amount);
            if (cashier.verdict === null) throw new Error('no answer');
            return cashier.verdict;
          },
        },
      }),
    },
  };
  return cashier;
}

/** Money of an asset into a real account. @units units of the asset */
export async function depositOf(
  product: TestApp,
  userId: UserId,
  { asset, units }: { asset: Asset; units: bigint },
): Promise<void> {
  const at = product.clock.now();
  const entry = entryOf('deposit', userId, [pays('world:outside', 'user:cash', units, asset)], {
    at,
  });
  await product.db.transaction((tx) => commitEntries(tx, [entry], at));
}

/** What puts a withdrawal into a batch, for what two do at one moment. */
export { putIntoBatch } from '../src/cashier/withdrawals/batch-store.ts';
