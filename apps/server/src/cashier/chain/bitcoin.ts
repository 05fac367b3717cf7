import { unixMs } from '@candor/kernel';
import { bech32 } from '@scure/base';
import { z } from 'zod';
import { type Answered, ChainUnreadable, askNode, assertSpan, below, jsonOf } from './answers.ts';
import { type BitcoinChain, addressOf, outputsOf } from './bitcoin-blocks.ts';
import { assertFeeRate } from './fee-caps.ts';
import type { Chain, ChainBlock, ChainTransaction, ChainTransfer } from './port.ts';

/**
 * Bitcoin by the HTTP API of Esplora, which an operator runs or rents. Not yet run against the real
 * network.
 *
 * @source github.com/Blockstream/esplora/blob/master/API.md
 */

const HASH = /^[0-9a-f]{64}$/;
const count = z.int().nonnegative();
const hashText = z.string().regex(HASH);

const Block = z.object({
  id: hashText,
  height: count,
  timestamp: count,
  previousblockhash: hashText.nullish(),
});
const Status = z.object({
  confirmed: z.boolean(),
  block_height: count.optional(),
  block_hash: hashText.optional(),
});
const Transaction = z.object({
  txid: hashText,
  fee: count,
  status: Status,
  vin: z.array(z.object({ txid: hashText, vout: count })),
  vout: z.array(z.object({ scriptpubkey: z.string().regex(/^[0-9a-f]*$/), value: count })),
});
const Coins = z.array(z.object({ txid: hashText, vout: count, value: count, status: Status }));
const Fees = z.record(z.string(), z.number().positive());

/** What the first block stands on. */
const NOTHING_BEFORE = '0'.repeat(64);
/** A block has at most four million weight units, thus fewer bytes than that. @source BIP-141 */
const BLOCK_BYTES_MAX = 4_100_000;
/** Coins of one address that are looked at; a hot wallet with more of them is to be swept first. */
const COINS_MAX = 1_000;
/** A fee that gets into one of the next six blocks, as the service estimates it. */
const FEE_TARGET = '6';

/** Which service, and of which of Bitcoin's chains. */
export type BitcoinSettings = { readonly rpc: string; readonly chain: BitcoinChain };

/** An output that a hot wallet can spend. */
export type Coin = {
  readonly txHash: string;
  readonly index: number;
  readonly units: bigint;
  readonly script: Uint8Array;
};

/** Beside reading, what an unsigned transaction has to say. */
export interface BitcoinReader extends Chain {
  spendingOf(
    address: string,
  ): Promise<{ readonly coins: readonly Coin[]; readonly satPerVbyte: number }>;
}

function parsed<Value>(shape: z.ZodType<Value>, value: unknown): Value {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new ChainUnreadable('the service answers in another shape', { cause: read.error });
}

/** A service's "there is none": its own status, and nothing that a proxy would say. */
const isNone = ({ status, bytes }: Answered): boolean =>
  status === 404 && /not found/i.test(bytes.subarray(0, 200).toString('utf8'));

const chainBlock = ({
  id,
  height,
  timestamp,
  previousblockhash,
}: z.output<typeof Block>): ChainBlock => ({
  height,
  hash: id,
  parentHash: previousblockhash ?? NOTHING_BEFORE,
  at: unixMs(timestamp * 1_000),
});

/** The script of a native address of a key, as hot wallets have. @source BIP-84, BIP-141 */
function scriptOf(address: string): Buffer {
  const { words } = bech32.decode(address as `${string}1${string}`, 90);
  const program = Buffer.from(bech32.fromWords(words.slice(1)));
  if (words[0] !== 0 || program.length !== 20)
    throw new ChainUnreadable('no native address of a key');
  return Buffer.concat([Buffer.of(0x00, 0x14), program]);
}

/** The reader of one service. */
class BitcoinService implements BitcoinReader {
  readonly network = 'bitcoin';
  readonly #rpc: string;
  readonly #chain: BitcoinChain;

  constructor({ rpc, chain }: BitcoinSettings) {
    this.#rpc = rpc;
    this.#chain = chain;
  }

  #ask(path: string, bytesMax?: number): Promise<Answered> {
    return askNode(below(this.#rpc, path), bytesMax === undefined ? {} : { bytesMax });
  }

  #hashOf({ status, bytes }: Answered): string {
    const text = bytes.toString('utf8').trim();
    if (status === 200 && HASH.test(text)) return text;
    throw new ChainUnreadable(`the service answers ${status} and no hash`);
  }

  async #block(hash: string): Promise<ChainBlock> {
    const block = chainBlock(parsed(Block, jsonOf(await this.#ask(`/block/${hash}`))));
    if (block.hash !== hash) throw new ChainUnreadable('the service answers another block');
    return block;
  }

  async head(): Promise<ChainBlock> {
    return this.#block(this.#hashOf(await this.#ask('/blocks/tip/hash')));
  }

  async blockAt(height: number): Promise<ChainBlock | null> {
    const answered = await this.#ask(`/block-height/${height}`);
    if (isNone(answered)) {
      const { height: newest } = await this.head();
      if (height > newest) return null;
      throw new ChainUnreadable(`the service does not have block ${height}, and is at ${newest}`);
    }
    const block = await this.#block(this.#hashOf(answered));
    if (block.height !== height) throw new ChainUnreadable('the service answers another block');
    return block;
  }

  async transfersTo(
    isOurs: (address: string) => boolean,
    span: { readonly from: number; readonly to: number },
  ): Promise<ChainTransfer[]> {
    assertSpan(span);
    const found: ChainTransfer[] = [];
    let last: ChainBlock | null = null;
    for (let height = span.from; height <= span.to; height += 1) {
      const block = await this.blockAt(height);
      if (block === null) throw new ChainUnreadable(`the service does not have block ${height}`);
      const moved = last !== null && last.hash !== block.parentHash;
      if (moved) throw new ChainUnreadable('the chain moved while it was read');
      found.push(...(await this.#transfersOf(block, isOurs)));
      last = block;
    }
    return found;
  }

  async #transfersOf(
    { height, hash }: ChainBlock,
    isOurs: (address: string) => boolean,
  ): Promise<ChainTransfer[]> {
    const { status, bytes } = await this.#ask(`/block/${hash}/raw`, BLOCK_BYTES_MAX);
    if (status !== 200) throw new ChainUnreadable(`the service answers ${status} for a block`);
    return outputsOf(bytes, hash).flatMap(({ txHash, index, units, script }) => {
      const to = addressOf(script, this.#chain);
      if (to === null || units === 0n || !isOurs(to)) return [];
      return [{ asset: 'BTC' as const, txHash, index, to, units, block: { height, hash } }];
    });
  }

  async transaction(hash: string): Promise<ChainTransaction> {
    if (!HASH.test(hash)) return { state: 'missing' };
    const answered = await this.#ask(`/tx/${hash}`);
    if (isNone(answered)) return { state: 'missing' };
    const { txid, fee, status, vin, vout } = parsed(Transaction, jsonOf(answered));
    if (txid !== hash) throw new ChainUnreadable('the service answers another transaction');
    if (!status.confirmed) return { state: 'waiting' };
    const { block_height: height, block_hash: blockHash } = status;
    if (height === undefined || blockHash === undefined) {
      throw new ChainUnreadable('a transaction is in a block that has no name');
    }
    // A script without an address keeps its place: outputs are told apart by it.
    const paid = vout.map(({ scriptpubkey, value }) => {
      const to = addressOf(Buffer.from(scriptpubkey, 'hex'), this.#chain) ?? '';
      return { asset: 'BTC' as const, to, units: BigInt(value) };
    });
    const gas = { asset: 'BTC', units: BigInt(fee) } as const;
    const uses = vin.map(({ txid: coin, vout: index }) => `${coin}:${index}`);
    return { state: 'mined', block: { height, hash: blockHash }, paid, gas, uses };
  }

  async spendingOf(address: string): ReturnType<BitcoinReader['spendingOf']> {
    const script = scriptOf(address);
    const [coins, fees] = await Promise.all([
      this.#ask(`/address/${address}/utxo`),
      this.#ask('/fee-estimates'),
    ]);
    const satPerVbyte = parsed(Fees, jsonOf(fees))[FEE_TARGET];
    if (satPerVbyte === undefined) throw new ChainUnreadable('the service estimates no fee');
    assertFeeRate(satPerVbyte);
    const spendable = parsed(Coins, jsonOf(coins)).filter(({ status }) => status.confirmed);
    return {
      coins: spendable.slice(0, COINS_MAX).map(({ txid, vout, value }) => {
        return { txHash: txid, index: vout, units: BigInt(value), script };
      }),
      satPerVbyte,
    };
  }
}

/** A reader of Bitcoin by an Esplora service. */
export function openBitcoin(settings: BitcoinSettings): BitcoinReader {
  return new BitcoinService(settings);
}
