/**
 * receipts — what a closed contract, a settled option, a conversion or a loss the house took over came
 * from, with everything a verifier needs to recompute it.
 * Owns: the hash each receipt had when it was first written, its signature, and the terms no other
 *   row keeps; the specifications and fee schedules that were published, by their hashes.
 * Announces: nothing.
 * Needs: contracts, options, exchange, the tape, the journal, the fee schedule.
 * Refuses: a second version of a receipt; it derives what it says from rows nobody can change.
 */
import type { UserId } from '@candor/kernel';
import type { Receipt } from '@candor/protocol';
import type { ContractsChanged } from '../contracts/index.ts';
import type { ConvertedFact } from '../exchange/index.ts';
import type { TradingAccount } from '../ledger/index.ts';
import type { OptionsChanged } from '../options/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Log } from '../platform/process/log.ts';
import { createRelay } from '../platform/commit/outbox.ts';
import { receiptHash, receiptText } from './canonical.ts';
import { isSettled, optionNumber } from './option-receipt.ts';
import { type Documents, createDocuments } from './published.ts';
import { findWritten } from './store.ts';
import { conversionNumber } from './conversion-receipt.ts';
import {
  type ReceiptDeps,
  derive,
  writeClosings,
  writeConversions,
  writeSales,
  writeOptions,
} from './writing.ts';

export type { ReceiptDeps } from './writing.ts';
export type { Documents } from './published.ts';

/** Everything receipts offer. */
export type Receipts = {
  /** The receipt under a number, with the hash it was first written with; null for none. */
  get(number: string): Promise<Receipt | null>;
  /** Whose receipt a number names; null for none. */
  ownerOf(number: string): Promise<UserId | null>;
  /**
   * Numbers of the receipts of a user’s order, oldest first, by the number of the order; null when
   * it is not theirs in this mode.
   */
  ofOrder(params: TradingAccount & { readonly orderNo: string }): Promise<string[] | null>;
  /** The specifications and fee schedules receipts take their figures from. */
  readonly documents: Pick<Documents, 'get' | 'history'>;
  /** Writes the receipts of contracts closed, whole or in part. */
  closed(changed: ContractsChanged['changed']): Promise<void>;
  /** Writes the receipts of options settled. */
  settled(changed: OptionsChanged['changed']): Promise<void>;
  /** Writes the receipts of sales of collateral. */
  sold(ids: readonly { readonly userId: UserId; readonly id: string }[]): Promise<void>;
  /** Writes the receipts of conversions. */
  converted(changed: ConvertedFact['changed']): Promise<void>;
  /** Goes on where writing ended: each closing is heard of at least once, also after a crash. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Nobody waits for receipts, and each look that finds something keeps its place with a commit. */
const BATCH_MS = 250;

const NUMBER = /^[0-9A-F]{32}$/;

/**
 * Opens the capability. It reads the facts by itself, from a place that is kept, so that no order
 * waits for a receipt and none is forgotten; `bus` carries them to nobody else.
 */
export function createReceipts(
  given: ReceiptDeps & { readonly log: Log; readonly bus: Bus },
): Receipts {
  const { db, log, bus } = given;
  const documents = createDocuments(given);
  const deps = { ...given, documents };
  const relay = createRelay({
    db,
    bus,
    name: 'receipts',
    batchMs: BATCH_MS,
    onError: (error) => log.error({ err: error }, 'facts for receipts could not be read'),
  });

  async function find(number: string) {
    const written = (await findWritten(db, [number])).get(number);
    if (written !== undefined) return written;
    // The closing may be a moment old: what was committed before the call is written first.
    const closing = await deps.contracts.closingByReceipt(number);
    if (closing === null) await relay.settled();
    else await writeClosings(deps, [{ userId: closing.userId, id: closing.contractId }]);
    return (await findWritten(db, [number])).get(number);
  }

  return {
    async get(number) {
      if (!NUMBER.test(number)) return null;
      const written = await find(number);
      const receipt = written === undefined ? null : await derive(deps, written);
      if (written === undefined || receipt === null) return null;
      if (!receiptHash(receipt).equals(written.hash)) {
        // Served with the hash it was written with, so that a verifier finds the difference.
        log.error({ number }, 'a receipt differs from what was first written');
      }
      const { signed } = written;
      const text = receiptText(deps.signer.name(), { number, hash: written.hash });
      return {
        ...receipt,
        hash: written.hash.toString('hex'),
        signed: signed === null ? null : deps.signer.noteOf(text, signed),
      } as Receipt;
    },
    async ownerOf(number) {
      return NUMBER.test(number) ? ((await find(number))?.userId ?? null) : null;
    },
    async ofOrder(params) {
      const numbers = await deps.contracts.receiptsOf(params);
      if (numbers !== null) return numbers;
      const option = await deps.options.byNumber(params);
      if (option === null) {
        const converted = await deps.exchange.byNumber(params);
        return converted === null ? null : [conversionNumber(converted)];
      }
      return isSettled(option) ? [optionNumber(option)] : [];
    },
    closed: (changed) =>
      writeClosings(
        deps,
        changed.map(({ userId, contractId }) => ({ userId, id: contractId })),
      ),
    settled: (changed) =>
      writeOptions(
        deps,
        changed.map(({ userId, optionId }) => ({ userId, id: optionId })),
      ),
    converted: (changed) =>
      writeConversions(
        deps,
        changed.map(({ userId, conversionId }) => ({ userId, id: conversionId })),
      ),
    sold: (ids) => writeSales(deps, ids),
    documents,
    async start() {
      await documents.publish();
      await relay.start();
    },
    stop: () => relay.stop(),
  };
}
