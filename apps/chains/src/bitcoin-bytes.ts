import { createHash } from 'node:crypto';

/**
 * Blocks of Bitcoin as they travel. There is no work in them: who made them is this machine.
 *
 * @source developer.bitcoin.org/reference/block_chain.html
 */
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const twice = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));
const written = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

function count(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value);
  return Buffer.of(0xfd, value & 0xff, value >> 8);
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** What a block pays from nowhere: its first transaction. */
export function coinbase(
  height: number,
  outputs: readonly { readonly script: Uint8Array; readonly units: bigint }[],
): Buffer {
  const mark = Buffer.concat([Buffer.of(4), fourBytes(height)]);
  const input = Buffer.concat([Buffer.alloc(32), fourBytes(0xffffffff), count(mark.length), mark]);
  const paid = outputs.map(({ script, units }) => {
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(units);
    return Buffer.concat([value, count(script.length), script]);
  });
  return Buffer.concat([
    fourBytes(1),
    count(1),
    input,
    fourBytes(0xffffffff),
    count(outputs.length),
    ...paid,
    fourBytes(0),
  ]);
}

/** The id of a transaction without witnesses. */
export const plainId = (bytes: Uint8Array): string => written(twice(bytes));

function merkleRoot(ids: readonly string[]): Buffer {
  let row: Buffer[] = ids.map((id) => Buffer.from(id, 'hex').reverse());
  while (row.length > 1) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, n) => {
      const left = row[2 * n] ?? Buffer.alloc(0);
      return twice(Buffer.concat([left, row[2 * n + 1] ?? left]));
    });
  }
  return row[0] ?? Buffer.alloc(32);
}

/** A block of these transactions, each with its id, on another block. */
export function blockOf(parts: {
  readonly parent: string;
  readonly seconds: number;
  readonly transactions: readonly { readonly id: string; readonly bytes: Uint8Array }[];
}): { readonly hash: string; readonly bytes: Buffer } {
  const { parent, seconds, transactions } = parts;
  const header = Buffer.concat([
    fourBytes(0x20000000),
    Buffer.from(parent, 'hex').reverse(),
    merkleRoot(transactions.map(({ id }) => id)),
    fourBytes(seconds),
    fourBytes(0x207fffff),
    fourBytes(0),
  ]);
  const all = transactions.map(({ bytes }) => bytes);
  return {
    hash: written(twice(header)),
    bytes: Buffer.concat([header, count(all.length), ...all]),
  };
}
