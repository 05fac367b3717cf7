import { ChainUnreadable } from './answers.ts';

/** Bytes as a node writes them. */
export type Hex = `0x${string}`;

/** A transaction as a node answers it; what is left out is not read. */
export type RawTransaction = { readonly to: Hex | null; readonly value: Hex; readonly hash: Hex };
/** A block as a node answers it, with its transactions. */
export type RawRpcBlock = {
  readonly number: Hex | null;
  readonly hash: Hex | null;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly logsBloom?: Hex | null;
  readonly transactions: readonly RawTransaction[];
};
/** A log as a node answers it. */
export type RawRpcLog = {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: Hex | null;
  readonly blockHash: Hex | null;
  readonly logIndex: Hex | null;
  readonly transactionHash: Hex | null;
  readonly removed?: boolean;
};

/** A number of a node's; null where it says none. */
export const bigOf = (hex: Hex | null): bigint | null => (hex === null ? null : BigInt(hex));
/** The same, where it is a place or a count. */
export const numberOf = (hex: Hex | null): number | null =>
  hex === null ? null : Number.parseInt(hex, 16);

/** A number as a node reads it. */
export const hexOf = (count: number): Hex => `0x${count.toString(16)}`;

/** `Transfer(address,address,uint256)`, hashed. @source EIP-20 */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

type RawLog = {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly logIndex: number | null;
  readonly transactionHash: Hex | null;
};

/** To whom a log of the contract says it paid how much; null for what is no such log. */
export function transferOf(log: RawLog, usdt: string): { to: Hex; units: bigint } | null {
  const [topic, , to = ''] = log.topics;
  const isTransfer =
    log.address.toLowerCase() === usdt &&
    topic === TRANSFER &&
    log.topics.length === 3 &&
    /^0x0{24}[0-9a-f]{40}$/.test(to) &&
    /^0x[0-9a-f]{64}$/.test(log.data);
  return isTransfer ? { to: `0x${to.slice(26)}`, units: BigInt(log.data) } : null;
}

/** Bytes of a filter of logs, and how many bits of a hash's first bytes choose a place in it. */
const BLOOM_BYTES = 256;
const PLACES = [0, 2, 4] as const;

/**
 * Whether a block's filter of logs leaves it open that it has a log of all these values: false says that it
 * has none, true says little.
 *
 * @param hash Keccak-256
 * @source ethereum.org, Yellow Paper 4.3.1
 */
export function mayHaveLogs(
  bloom: string,
  values: readonly Hex[],
  hash: (value: Hex) => Hex,
): boolean {
  if (!/^0x[0-9a-f]{512}$/i.test(bloom)) {
    throw new ChainUnreadable('the node answers a block without its filter of logs');
  }
  const bits = Buffer.from(bloom.slice(2), 'hex');
  return values.every((value) => {
    const chosen = Buffer.from(hash(value).slice(2), 'hex');
    return PLACES.every((place) => {
      const bit = chosen.readUInt16BE(place) % (BLOOM_BYTES * 8);
      const byte = bits[BLOOM_BYTES - 1 - Math.floor(bit / 8)] ?? 0;
      return Math.floor(byte / 2 ** (bit % 8)) % 2 === 1;
    });
  });
}
