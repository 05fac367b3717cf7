import { unixMs } from '@candor/kernel';
import type { PublicClient } from 'viem';
import { AskedTooMuch, ChainUnreadable, assertSpan } from './answers.ts';
import { assertGas } from './fee-caps.ts';
import {
  type Hex,
  type RawRpcLog,
  type RawRpcBlock,
  TRANSFER,
  bigOf,
  hexOf,
  mayHaveLogs,
  numberOf,
  transferOf,
} from './ethereum-raw.ts';
import { askFor, openClient } from './ethereum-rpc.ts';
import type { Chain, ChainBlock, ChainTransaction, ChainTransfer } from './port.ts';

/**
 * Ethereum by the JSON-RPC of a node, through viem. USDT is read from the contract's Transfer logs,
 * ETH from the value of transactions. ETH that a contract sends on inside of a transaction is in
 * neither: a node says that only by tracing, which public nodes do not offer. Who is paid so is
 * credited by a claim.
 *
 * @source ethereum.github.io/execution-apis, EIP-20
 */

/** Blocks of one request: a busy block has about 300 kB, and its USDT logs 100 kB. */
const BLOCKS_AT_ONCE = 20;

/** Which node, which network it must be of, and where USDT is there. */
export type EthereumSettings = {
  readonly rpc: string;
  readonly chainId: number;
  readonly usdt: string;
};

/** Beside reading, what an unsigned transaction has to say. */
export interface EthereumChain extends Chain {
  spendingOf(sender: string): Promise<{
    readonly chainId: number;
    readonly nonce: number;
    readonly maxFeePerGas: bigint;
    readonly maxPriorityFeePerGas: bigint;
  }>;
}

type RawBlock = {
  readonly number: bigint | null;
  readonly hash: Hex | null;
  readonly parentHash: Hex;
  readonly timestamp: bigint;
};

/** A count of the node as a number; heights and seconds are far below the first that would not fit. */
function countOf(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ChainUnreadable('the node counts beyond what is possible');
  }
  return Number.parseInt(value.toString(), 10);
}

function chainBlock(block: RawBlock, height?: number): ChainBlock {
  if (block.number === null || block.hash === null) {
    throw new ChainUnreadable('the node answers a block that is none yet');
  }
  const found = countOf(block.number);
  if (height !== undefined && found !== height) {
    throw new ChainUnreadable(`the node answers block ${found} for ${height}`);
  }
  const at = unixMs(countOf(block.timestamp) * 1_000);
  return { height: found, hash: block.hash, parentHash: block.parentHash, at };
}

/** Addresses as the chain spells them, with their checksums. @source EIP-55 */
type Spell = (address: Hex) => string;
/** What a node is read with. */
type Opened = {
  readonly client: PublicClient;
  readonly spell: Spell;
  /** Whether a block may have payments of USDT, by its filter of logs. */
  readonly mayPay: (bloom: string) => boolean;
};

/** Whether an error of viem's is a node's plain "there is none". */
const saysNone = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name;

async function orNone<Value>(asked: Promise<Value>, name: string): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (saysNone(error, name)) return null;
    throw error;
  }
}

/** The reader of one node. */
class EthereumNode implements EthereumChain {
  readonly network = 'ethereum';
  readonly #settings: EthereumSettings;
  readonly #usdt: Hex;
  #opened: Promise<Opened> | null = null;
  /** Blocks asked for at once: fewer where a node refused more. */
  #atOnce = BLOCKS_AT_ONCE;

  constructor(settings: EthereumSettings) {
    this.#settings = settings;
    this.#usdt = settings.usdt.toLowerCase() as Hex;
  }

  /** A node of another network would be believed for the wrong chain: it is asked once which it is. */
  async #open(): Promise<Opened> {
    const opening = (this.#opened ??= this.#assertNetwork());
    try {
      return await opening;
    } catch (error) {
      if (this.#opened === opening) this.#opened = null;
      throw error;
    }
  }

  async #assertNetwork(): Promise<Opened> {
    const client = await openClient(this.#settings.rpc);
    const { getAddress, keccak256 } = await import('viem/utils');
    const chainId = await client.getChainId();
    if (chainId !== this.#settings.chainId) {
      throw new ChainUnreadable(`the node is of network ${chainId}`);
    }
    const looked = [this.#usdt, TRANSFER] as const;
    const mayPay = (bloom: string) => mayHaveLogs(bloom, looked, keccak256);
    return { client, spell: getAddress, mayPay };
  }

  async head(): Promise<ChainBlock> {
    const { client } = await this.#open();
    return chainBlock(await client.getBlock({ blockTag: 'latest' }));
  }

  async blockAt(height: number): Promise<ChainBlock | null> {
    const { client } = await this.#open();
    const asked = client.getBlock({ blockNumber: BigInt(height) });
    const block = await orNone(asked, 'BlockNotFoundError');
    if (block !== null) return chainBlock(block, height);
    const { height: newest } = await this.head();
    if (height > newest) return null;
    throw new ChainUnreadable(`the node does not have block ${height}, and is at ${newest}`);
  }

  async transfersTo(
    isOurs: (address: string) => boolean,
    span: { readonly from: number; readonly to: number },
  ): Promise<ChainTransfer[]> {
    assertSpan(span);
    const found: ChainTransfer[] = [];
    let last: ChainBlock | null = null;
    const readFrom = (from: number) => {
      const to = Math.min(span.to, from + this.#atOnce - 1);
      const reading = this.#readBlocks(isOurs, { from, to });
      // What fails is told where it is waited for.
      reading.catch(() => undefined);
      return { from, to, reading };
    };
    // A node that refused so many may take them now: each span tries twice as many as the last one came to.
    this.#atOnce = Math.min(BLOCKS_AT_ONCE, 2 * this.#atOnce);
    let next = readFrom(span.from);
    while (last === null || last.height < span.to) {
      const { from, to, reading } = next;
      // The node makes its next answer while this one is read.
      if (to < span.to) next = readFrom(to + 1);
      const read = await this.#unlessRefused(reading, to - from + 1);
      if (read === null) {
        next = readFrom(from);
        continue;
      }
      if (last !== null && read.first.parentHash !== last.hash) throw moved();
      found.push(...read.transfers);
      last = read.last;
    }
    // What was read is of one chain only if its last block still stands.
    if ((await this.blockAt(span.to))?.hash !== last.hash) throw moved();
    return found;
  }

  /** What was read; null where a node refused so many blocks at once, and half of them are asked for. */
  async #unlessRefused<Read>(reading: Promise<Read>, blocks: number): Promise<Read | null> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof AskedTooMuch) || blocks === 1) throw error;
      this.#atOnce = Math.floor(blocks / 2);
      return null;
    }
  }

  /** Blocks and their logs in one request; each block stands on the one before it. */
  async #readBlocks(
    isOurs: (address: string) => boolean,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<{ transfers: ChainTransfer[]; first: ChainBlock; last: ChainBlock }> {
    const { client, spell, mayPay } = await this.#open();
    const heights = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    const span = { fromBlock: hexOf(from), toBlock: hexOf(to) };
    const asked = [
      { method: 'eth_getLogs', params: [{ address: this.#usdt, topics: [TRANSFER], ...span }] },
      ...heights.map((at) => ({ method: 'eth_getBlockByNumber', params: [hexOf(at), true] })),
    ];
    // One block at last is asked for without a batch: a node may take none.
    const answered = await askFor(this.#settings.rpc, asked, { isTogether: from < to });
    const [logs, ...blocks] = answered as [RawRpcLog[], ...(RawRpcBlock | null)[]];
    if (!Array.isArray(logs)) throw new ChainUnreadable('the node answers no logs');
    const paying = new Set(logs.map(({ blockHash }) => blockHash));
    const doubted: ChainBlock[] = [];
    const chain: ChainBlock[] = [];
    const transfers: ChainTransfer[] = [];
    for (const [n, raw] of blocks.entries()) {
      if (raw === null) throw new ChainUnreadable(`the node does not have block ${from + n}`);
      const { number, timestamp, ...rest } = raw;
      const counted = { ...rest, number: bigOf(number), timestamp: bigOf(timestamp) ?? 0n };
      const block = chainBlock(counted, from + n);
      if (n > 0 && chain[n - 1]?.hash !== block.parentHash) throw moved();
      chain.push(block);
      if (!paying.has(block.hash as Hex) && mayPay(raw.logsBloom ?? '')) doubted.push(block);
      for (const { to: payee, value, hash } of raw.transactions) {
        if (payee === null || value === '0x0' || !isOurs(payee)) continue;
        // What failed moved nothing; only what is ours is asked for.
        const receipt = await client.getTransactionReceipt({ hash });
        if (receipt.blockHash !== block.hash) throw moved();
        if (receipt.status !== 'success') continue;
        const at = { height: block.height, hash: block.hash };
        const paid = { to: spell(payee), units: BigInt(value), block: at };
        transfers.push({ asset: 'ETH', txHash: hash, index: 0, ...paid });
      }
    }
    await Promise.all(doubted.map((block) => this.#assertPaysNobody(block)));
    const placeOf = (log: RawRpcLog): number => numberOf(log.logIndex) ?? 0;
    const counts = new Map<string, number>();
    for (const log of logs.toSorted((a, b) => placeOf(a) - placeOf(b))) {
      const transfer = transferOf({ ...log, logIndex: null }, this.#usdt);
      const block = chain[(numberOf(log.blockNumber) ?? -1) - from];
      const { transactionHash: txHash } = log;
      const stands = block !== undefined && block.hash === log.blockHash && log.removed !== true;
      if (!stands || log.logIndex === null || txHash === null) throw moved();
      // Counted within its transaction, behind the coin's 0: mined anew, its place in the block is another.
      const index = (counts.get(txHash) ?? 0) + 1;
      counts.set(txHash, index);
      if (transfer === null || !isOurs(transfer.to)) continue;
      const at = { height: block.height, hash: block.hash };
      const to = spell(transfer.to);
      transfers.push({ asset: 'USDT', txHash, index, to, units: transfer.units, block: at });
    }
    const [first] = chain;
    const last = chain.at(-1);
    if (first === undefined || last === undefined) throw moved();
    return { transfers, first, last };
  }

  /** A node may have a block and not its logs yet: asked by the block's hash, it has to know it. */
  async #assertPaysNobody({ hash }: ChainBlock): Promise<void> {
    const { client } = await this.#open();
    const logs = await client.getLogs({ address: this.#usdt, blockHash: hash as Hex });
    if (logs.some(({ topics: [topic] }) => (topic as unknown) === TRANSFER)) throw moved();
  }

  async transaction(hash: string): Promise<ChainTransaction> {
    const { client, spell } = await this.#open();
    const asked = client.getTransaction({ hash: hash as Hex });
    const sent = await orNone(asked, 'TransactionNotFoundError');
    if (sent === null) return { state: 'missing' };
    if (sent.blockNumber === null) return { state: 'waiting' };
    const receipt = await client.getTransactionReceipt({ hash: hash as Hex });
    if (receipt.blockHash !== sent.blockHash) throw moved();
    const block = { height: countOf(receipt.blockNumber), hash: receipt.blockHash };
    const gas = { asset: 'ETH', units: receipt.gasUsed * receipt.effectiveGasPrice } as const;
    const from = spell(sent.from);
    const own = { block, from, gas, uses: [`nonce:${sent.nonce}`] };
    if (receipt.status !== 'success') return { state: 'failed', ...own, paid: [] };
    const coin =
      sent.to === null || sent.value === 0n
        ? []
        : [{ asset: 'ETH' as const, to: spell(sent.to), units: sent.value }];
    const tokens = receipt.logs.flatMap((log) => {
      const transfer = transferOf(log, this.#usdt);
      if (transfer === null) return [];
      return [{ asset: 'USDT' as const, to: spell(transfer.to), units: transfer.units }];
    });
    return { state: 'mined', ...own, paid: [...coin, ...tokens] };
  }

  async spendingOf(sender: string): ReturnType<EthereumChain['spendingOf']> {
    const { client } = await this.#open();
    const address = sender as Hex;
    const [nonce, fees] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'pending' }),
      client.estimateFeesPerGas({ chain: null, type: 'eip1559' }),
    ]);
    const { chainId } = this.#settings;
    const { maxFeePerGas, maxPriorityFeePerGas } = fees;
    if (!Number.isSafeInteger(nonce)) throw new ChainUnreadable('the node says no nonce');
    assertGas(fees);
    return { chainId, nonce, maxFeePerGas, maxPriorityFeePerGas };
  }
}

/** Blocks were exchanged while they were read: the caller asks again. */
const moved = (): ChainUnreadable => new ChainUnreadable('the chain moved while it was read');

/** A reader of Ethereum by a node's JSON-RPC. */
export function openEthereum(settings: EthereumSettings): EthereumChain {
  return new EthereumNode(settings);
}
