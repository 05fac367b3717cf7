import { createHash } from 'node:crypto';
import { unixMs } from '@candor/kernel';
import { createBase58check } from '@scure/base';
import { z } from 'zod';
import { ChainUnreadable, askNode, assertSpan, below, jsonOf } from './answers.ts';
import type { Chain, ChainBlock, ChainTransaction, ChainTransfer } from './port.ts';

/**
 * Tron by the HTTP API of a full node. Not yet run against the real network.
 *
 * @source developers.tron.network/reference: getblock, gettransactioninfobyblocknum,
 * gettransactionbyid, gettransactioninfobyid
 */

const HASH = /^[0-9a-f]{64}$/;
const hashText = z.string().regex(HASH);
const count = z.int().nonnegative();

/** The first block has neither height nor parent in its answer. */
const Block = z.object({
  blockID: hashText,
  block_header: z.object({
    raw_data: z.object({
      number: count.default(0),
      timestamp: count.default(0),
      parentHash: hashText.default('0'.repeat(64)),
    }),
  }),
});
/** How many transactions a block has; a node writes no list where it has none. */
const Filled = z.object({
  block_header: z.object({ raw_data: z.object({ number: count.default(0) }) }),
  transactions: z.array(z.unknown()).default([]),
});
const Log = z.object({
  address: z.string(),
  topics: z.array(z.string()).default([]),
  data: z.string().default(''),
});
const Outcome = z.object({
  id: hashText,
  blockNumber: count,
  receipt: z.object({ result: z.string().optional() }).optional(),
  result: z.string().optional(),
  log: z.array(Log).default([]),
});
const Outcomes = z.array(Outcome);
const Sent = z.object({ txID: hashText });
/** Whom a transaction's one contract is of, as the node writes it unless asked for addresses. */
const Owned = z.object({
  raw_data: z.object({
    contract: z.tuple([
      z.object({
        parameter: z.object({
          value: z.object({ owner_address: z.string().regex(/^41[0-9a-f]{40}$/) }),
        }),
      }),
    ]),
  }),
});

/** Who sent a transaction; nothing where the node does not say it that way. */
function senderOf(sent: unknown): { from?: string } {
  const owned = Owned.safeParse(sent);
  if (!owned.success) return {};
  const [{ parameter }] = owned.data.raw_data.contract;
  return { from: base58check.encode(Buffer.from(parameter.value.owner_address, 'hex')) };
}
/** How a node says that it knows no such thing. */
const None = z.strictObject({});

/** `Transfer(address,address,uint256)`, hashed; a node writes no 0x. @source TRC-20 */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const FIRST_BYTE = 0x41;
/** How long an unsigned transaction may be signed and sent; a node takes no more than a day. */
const EXPIRES_MS = 23 * 3_600_000;

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);
const addressOf = (hex: string): string =>
  base58check.encode(Uint8Array.of(FIRST_BYTE, ...Buffer.from(hex, 'hex')));

/** Which node, and where USDT is there. */
export type TronSettings = { readonly rpc: string; readonly usdt: string };

/** Beside reading, what an unsigned transaction has to say. */
export interface TronChain extends Chain {
  spendingOf(): Promise<{
    readonly refBlockBytes: string;
    readonly refBlockHash: string;
    readonly timestamp: number;
    readonly expiration: number;
  }>;
}

function parsed<Value>(shape: z.ZodType<Value>, value: unknown): Value {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new ChainUnreadable('the node answers in another shape', { cause: read.error });
}

/** To whom a log of the contract says it paid how much; null for what is no such log. */
function transferOf(log: z.output<typeof Log>, usdt: string): { to: string; units: bigint } | null {
  const [topic, , to = ''] = log.topics;
  const isTransfer =
    /^[0-9a-f]{40}$/.test(log.address) &&
    addressOf(log.address) === usdt &&
    topic === TRANSFER &&
    log.topics.length === 3 &&
    /^[0-9a-f]{64}$/.test(to) &&
    /^[0-9a-f]{64}$/.test(log.data);
  return isTransfer ? { to: addressOf(to.slice(24)), units: BigInt(`0x${log.data}`) } : null;
}

/** A contract that ran to its end says so; without a contract there is nothing to say. */
const hasFailed = ({ receipt, result }: z.output<typeof Outcome>): boolean =>
  result === 'FAILED' || (receipt?.result ?? 'SUCCESS') !== 'SUCCESS';

/** The reader of one node. */
class TronNode implements TronChain {
  readonly network = 'tron';
  readonly #rpc: string;
  readonly #usdt: string;

  constructor({ rpc, usdt }: TronSettings) {
    this.#rpc = rpc;
    this.#usdt = usdt;
  }

  async #ask(call: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
    const asking = { method: 'POST', body: JSON.stringify(body) } as const;
    const answer = jsonOf(await askNode(below(this.#rpc, `/wallet/${call}`), asking));
    // A node refuses with status 200 and a word for it.
    const isRefused = typeof answer === 'object' && answer !== null && 'Error' in answer;
    if (isRefused) throw new ChainUnreadable(`the node refuses ${call}`);
    return answer;
  }

  async #block(height: number | null): Promise<ChainBlock | null> {
    const which = height === null ? {} : { id_or_num: String(height) };
    const answer = await this.#ask('getblock', { ...which, detail: false });
    if (None.safeParse(answer).success) return null;
    const { blockID, block_header: header } = parsed(Block, answer);
    const { number, timestamp, parentHash } = header.raw_data;
    if (height !== null && number !== height) {
      throw new ChainUnreadable(`the node answers block ${number} for ${height}`);
    }
    return { height: number, hash: blockID, parentHash, at: unixMs(timestamp) };
  }

  async head(): Promise<ChainBlock> {
    const block = await this.#block(null);
    if (block === null) throw new ChainUnreadable('the node has no newest block');
    return block;
  }

  async blockAt(height: number): Promise<ChainBlock | null> {
    const block = await this.#block(height);
    if (block !== null) return block;
    const { height: newest } = await this.head();
    if (height > newest) return null;
    throw new ChainUnreadable(`the node does not have block ${height}, and is at ${newest}`);
  }

  async #standing(height: number): Promise<ChainBlock> {
    const block = await this.blockAt(height);
    if (block === null) throw new ChainUnreadable(`the node does not have block ${height}`);
    return block;
  }

  async transfersTo(
    isOurs: (address: string) => boolean,
    span: { readonly from: number; readonly to: number },
  ): Promise<ChainTransfer[]> {
    assertSpan(span);
    const before = await this.#standing(span.to);
    const found: ChainTransfer[] = [];
    for (let height = span.from; height <= span.to; height += 1) {
      const asked = this.#ask('gettransactioninfobyblocknum', { num: height });
      const outcomes = parsed(Outcomes, await asked);
      if (outcomes.some(({ blockNumber }) => blockNumber !== height)) {
        throw new ChainUnreadable(`the node answers another block for ${height}`);
      }
      if (outcomes.length === 0) await this.#assertEmpty(height);
      const transfers = outcomes.flatMap((outcome) => this.#transfersOf(outcome));
      const ours = transfers.filter(({ to }) => isOurs(to));
      if (ours.length === 0) continue;
      // Most blocks pay nobody of ours, and their hash need not be known.
      const { hash } = await this.#standing(height);
      found.push(...ours.map((one) => ({ ...one, block: { height, hash } })));
    }
    const after = await this.#standing(span.to);
    if (after.hash !== before.hash) throw new ChainUnreadable('the chain moved while it was read');
    return found;
  }

  /** A node answers no outcomes for a block it does not have, too: an empty one it has to show. */
  async #assertEmpty(height: number): Promise<void> {
    const answer = await this.#ask('getblock', { id_or_num: String(height), detail: true });
    const { block_header: header, transactions } = parsed(Filled, answer);
    if (header.raw_data.number !== height || transactions.length > 0) {
      throw new ChainUnreadable(`the node does not say what became of block ${height}`);
    }
  }

  #transfersOf(outcome: z.output<typeof Outcome>): Omit<ChainTransfer, 'block'>[] {
    if (hasFailed(outcome)) return [];
    return outcome.log.flatMap((log, index) => {
      const transfer = transferOf(log, this.#usdt);
      return transfer === null
        ? []
        : [{ asset: 'USDT' as const, txHash: outcome.id, index, ...transfer }];
    });
  }

  async transaction(hash: string): Promise<ChainTransaction> {
    if (!HASH.test(hash)) return { state: 'missing' };
    const sent = await this.#ask('gettransactionbyid', { value: hash });
    if (None.safeParse(sent).success) return { state: 'missing' };
    if (parsed(Sent, sent).txID !== hash) {
      throw new ChainUnreadable('the node answers another transaction');
    }
    const answer = await this.#ask('gettransactioninfobyid', { value: hash });
    if (None.safeParse(answer).success) return { state: 'waiting' };
    const outcome = parsed(Outcome, answer);
    if (outcome.id !== hash) throw new ChainUnreadable('the node answers another transaction');
    const { height, hash: blockHash } = await this.#standing(outcome.blockNumber);
    const block = { height, hash: blockHash };
    // Tron is paid in its own coin, which no account of ours has.
    const from = senderOf(sent);
    if (hasFailed(outcome)) return { state: 'failed', block, ...from, paid: [], gas: null };
    const paid = this.#transfersOf(outcome).map(({ asset, to, units }) => ({ asset, to, units }));
    return { state: 'mined', block, ...from, paid, gas: null };
  }

  async spendingOf(): ReturnType<TronChain['spendingOf']> {
    const { height, hash, at } = await this.head();
    return {
      refBlockBytes: height.toString(16).padStart(16, '0').slice(-4),
      refBlockHash: hash.slice(16, 32),
      timestamp: at,
      expiration: at + EXPIRES_MS,
    };
  }
}

/** A reader of Tron by a full node's HTTP API. */
export function openTron(settings: TronSettings): TronChain {
  return new TronNode(settings);
}
