import { type Asset, assert } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { base64 } from '@scure/base';

/** What an exported document says of one withdrawal, as far as a chain can be asked about it. */
export type Planned = {
  readonly withdrawalId: string;
  readonly asset: Asset;
  readonly to: string;
  readonly units: bigint;
  /** What its transaction would use up, as a chain's reader names it; empty where there is no such thing. */
  readonly uses: readonly string[];
  /** Its transaction's hash, where a signature changes nothing of that (Tron). */
  readonly hash: string | null;
  /** Its unsigned transaction, where there is one for each withdrawal (Ethereum). */
  readonly unsigned: string | null;
  /** When its transaction ends to count. @units milliseconds */
  readonly expiresAt: number | null;
};

/** An exported document: whose wallet pays, and what is planned. */
export type Plan = { readonly from: string | null; readonly planned: readonly Planned[] };

type Written = {
  readonly from?: string;
  readonly psbt?: string;
  readonly items: readonly {
    readonly withdrawalId: string;
    readonly to: string;
    readonly asset: Asset;
    readonly units: string;
    readonly unsigned: unknown;
  }[];
};

const MAGIC = '70736274ff';

/** A count as Bitcoin writes it, and where the bytes go on. @source BIP-174, version 0 */
function countAt(bytes: Buffer, at: number): { count: number; next: number } {
  const first = bytes.readUInt8(at);
  assert(first !== 0xff, 'no batch is so long');
  if (first < 0xfd) return { count: first, next: at + 1 };
  if (first === 0xfd) return { count: bytes.readUInt16LE(at + 1), next: at + 3 };
  return { count: bytes.readUInt32LE(at + 1), next: at + 5 };
}

/** The coins the transaction of a PSBT spends. @source BIP-174, version 0 */
function coinsOf(psbt: string): string[] {
  const bytes = Buffer.from(base64.decode(psbt));
  const isOurs = bytes.subarray(0, 5).toString('hex') === MAGIC && bytes.readUInt16BE(5) === 0x0100;
  assert(isOurs, 'a batch keeps the PSBT it was exported with');
  // Behind its key stands the length of the transaction, and the transaction behind its version.
  const { next: version } = countAt(bytes, 7);
  const { count, next } = countAt(bytes, version + 4);
  return Array.from({ length: count }, (_, n) => {
    const at = next + 41 * n;
    const hash = Buffer.from(bytes.subarray(at, at + 32)).reverse();
    return `${hash.toString('hex')}:${bytes.readUInt32LE(at + 32)}`;
  });
}

async function nonceOf(unsigned: unknown): Promise<number> {
  const { parseTransaction } = await import('viem/utils');
  const { nonce } = parseTransaction(unsigned as `0x${string}`);
  return nonce ?? 0;
}

type Terms = Pick<Planned, 'uses' | 'hash' | 'expiresAt'>;

/** What of an exported document a chain can be asked about. */
export async function readPlan(network: Network, document: string): Promise<Plan> {
  const { from = null, psbt, items } = JSON.parse(document) as Written;
  const coins = network === 'bitcoin' ? coinsOf(psbt ?? '') : [];
  async function termsOf(unsigned: unknown): Promise<Terms> {
    if (network === 'tron') {
      const sent = unsigned as { txID: string; raw_data: { expiration: number } };
      return { uses: [], hash: sent.txID, expiresAt: sent.raw_data.expiration };
    }
    const uses = network === 'bitcoin' ? coins : [`nonce:${await nonceOf(unsigned)}`];
    return { uses, hash: null, expiresAt: null };
  }
  const planned = await Promise.all(
    items.map(async ({ withdrawalId, asset, to, units, unsigned }) => {
      const terms = await termsOf(unsigned);
      const own = network === 'ethereum' ? String(unsigned) : null;
      return { withdrawalId, asset, to, units: BigInt(units), unsigned: own, ...terms };
    }),
  );
  return { from, planned };
}
