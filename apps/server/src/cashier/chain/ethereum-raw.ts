/** Bytes as a node writes them. */
export type Hex = `0x${string}`;

/** A transaction as a node answers it; what is left out is not read. */
export type RawTransaction = { readonly to: Hex | null; readonly value: Hex; readonly hash: Hex };
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
