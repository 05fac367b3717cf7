import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { ChainUnreadable } from './answers.ts';

/**
 * A block of Bitcoin as it travels: its header, and what its transactions pay to whom. A block is read
 * whole and its own hashes are computed, so that a service cannot leave a payment out or add one.
 *
 * @source developer.bitcoin.org/reference/block_chain.html, BIP-141, BIP-173, BIP-350
 */

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const doubleSha256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));
/** Hashes are written from their last byte to their first. */
const written = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');

const base58check = createBase58check(sha256);

/** What Bitcoin's main chain and a test chain put before an address. */
const PREFIXES = {
  main: { word: 'bc', keyHash: 0x00, scriptHash: 0x05 },
  test: { word: 'bcrt', keyHash: 0x6f, scriptHash: 0xc4 },
} as const;

/** Bitcoin's main chain, or a chain on which nothing is money. */
export type BitcoinChain = keyof typeof PREFIXES;

/** The address that an output's script pays; null where it is none (an OP_RETURN, a bare key …). */
export function addressOf(script: Buffer, chain: BitcoinChain): string | null {
  const { word, keyHash, scriptHash } = PREFIXES[chain];
  const hex = script.toString('hex');
  if (/^76a914[0-9a-f]{40}88ac$/.test(hex)) {
    return base58check.encode(Uint8Array.of(keyHash, ...script.subarray(3, 23)));
  }
  if (/^a914[0-9a-f]{40}87$/.test(hex)) {
    return base58check.encode(Uint8Array.of(scriptHash, ...script.subarray(2, 22)));
  }
  const program = script.subarray(2);
  if (/^00(?:14[0-9a-f]{40}|20[0-9a-f]{64})$/.test(hex)) {
    return bech32.encode(word, [0, ...bech32.toWords(program)], 90);
  }
  return /^5120[0-9a-f]{64}$/.test(hex)
    ? bech32m.encode(word, [1, ...bech32m.toWords(program)], 90)
    : null;
}

/** One output of a transaction. */
export type BlockOutput = {
  readonly txHash: string;
  readonly index: number;
  readonly units: bigint;
  readonly script: Buffer;
};

/** Reads bytes from their begin to their end; beyond it there is nothing to read. */
class Reader {
  at = 0;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  take(length: number): Buffer {
    if (length > this.bytes.length - this.at) throw new ChainUnreadable('a block is cut short');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A count in one, three, five or nine bytes; nine are more than a block can hold. */
  count(): number {
    const [first = 0] = this.take(1);
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.take(2).readUInt16LE();
    if (first === 0xfe) return this.take(4).readUInt32LE();
    throw new ChainUnreadable('a block counts beyond its length');
  }
}

type Read = { readonly id: Buffer; readonly outputs: readonly BlockOutput[] };

/** A transaction; its id is of everything but the witnesses. @source BIP-144 */
function readTransaction(reader: Reader): Read {
  const version = reader.take(4);
  const hasWitness = reader.bytes[reader.at] === 0;
  if (hasWitness) reader.take(2);
  const begin = reader.at;
  const inputs = reader.count();
  for (let n = 0; n < inputs; n += 1) {
    reader.take(36);
    reader.take(reader.count());
    reader.take(4);
  }
  const outputs: Omit<BlockOutput, 'txHash'>[] = [];
  const count = reader.count();
  for (let index = 0; index < count; index += 1) {
    const units = reader.take(8).readBigUInt64LE();
    outputs.push({ index, units, script: reader.take(reader.count()) });
  }
  const body = reader.bytes.subarray(begin, reader.at);
  for (let n = 0; hasWitness && n < inputs; n += 1) {
    for (let left = reader.count(); left > 0; left -= 1) reader.take(reader.count());
  }
  const id = doubleSha256(Buffer.concat([version, body, reader.take(4)]));
  const txHash = written(id);
  return { id, outputs: outputs.map((output) => ({ ...output, txHash })) };
}

function merkleRoot(ids: readonly Buffer[]): Buffer {
  let row = [...ids];
  while (row.length > 1) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, n) => {
      const left = row[2 * n] ?? Buffer.alloc(0);
      return doubleSha256(Buffer.concat([left, row[2 * n + 1] ?? left]));
    });
  }
  return row[0] ?? Buffer.alloc(0);
}

/**
 * What a block pays, but for its first transaction: a miner's own pay is spent a hundred blocks later.
 *
 * @throws ChainUnreadable when it is not the block with that hash, or not all of it
 */
export function outputsOf(bytes: Buffer, hash: string): BlockOutput[] {
  const reader = new Reader(bytes);
  const header = reader.take(80);
  if (written(doubleSha256(header)) !== hash)
    throw new ChainUnreadable(`this is not block ${hash}`);
  const read: Read[] = [];
  for (let left = reader.count(); left > 0; left -= 1) read.push(readTransaction(reader));
  if (
    reader.at !== bytes.length ||
    !merkleRoot(read.map(({ id }) => id)).equals(header.subarray(36, 68))
  ) {
    throw new ChainUnreadable(`block ${hash} is not what its header says`);
  }
  return read.slice(1).flatMap(({ outputs }) => outputs);
}
