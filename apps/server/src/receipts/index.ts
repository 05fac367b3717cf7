/**
 * receipts — what a closed contract, a settled option, a conversion, a day of a plan, a donation or a loss the house took
 * over came from, with everything a verifier needs to recompute it.
 * Owns: the hash each receipt had when it was first written, its signature, and the terms no other
 *   row keeps; the specifications and fee schedules that were published, by their hashes.
 * Announces: nothing.
 * Needs: contracts, options, exchange, plans, tokens, the tape, the journal, the fee schedule.
 * Refuses: a second version of a receipt; it derives what it says from rows nobody can change.
 */
import { MINUTE_MS, type UserId } from '@candor/kernel';
import type { Receipt } from '@candor/protocol';
import type { ContractsChanged } from '../contracts/index.ts';
import type { ConvertedFact } from '../exchange/index.ts';
import type { TradingAccount } from '../ledger/index.ts';
import type { OptionsChanged } from '../options/index.ts';
import type { PlanFundMoved, PlansChanged } from '../plans/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Log } from '../platform/process/log.ts';
import { createRelay } from '../platform/commit/outbox.ts';
import { type Unhashed, receiptHash, receiptText } from './canonical.ts';
import { isSettled, optionNumber } from './option-receipt.ts';
import { type Documents, createDocuments } from './published.ts';
import { deriveDonation, writeDonations } from './donation-writing.ts';
import { derivePlan, writeFundMoved, writePlans } from './plan-writing.ts';
import { type Written, findWritten } from './store.ts';
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
  /** Writes the receipts of tokens that were sold. */
  donated(tokenIds: readonly string[]): Promise<void>;
  /** Writes the receipts of days and ends of plan orders. */
  plansChanged(changed: PlansChanged['changed']): Promise<void>;
  /** Writes the receipts of what a fund traded and of its settled days. */
  fundMoved(moved: PlanFundMoved): Promise<void>;
  /** Writes the receipts of conversions. */
  converted(changed: ConvertedFact['changed']): Promise<void>;
  /** Goes on where writing ended: each closing is heard of at least once, also after a crash. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Nobody waits for receipts, and each look that finds something keeps its place with a commit. */
const BATCH_MS = 250;

/** How long receipts of plans wait before they look again whether midnights are through. */
const CALM_MS = 1_000;
/** How long they wait at most: a midnight that does not end keeps no receipt from being written. */
const CALM_MAX_MS = 2 * MINUTE_MS;
/** Between two batches, so that whatever a price sets off goes first. */
const BREATH_MS = 20;
/** How long a reader waits for receipts of plans that are not written yet. */
const ASKED_MS = 3_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const NUMBER = /^[0-9A-F]{32}$/;

/**
 * Opens the capability. It reads the facts by itself, from a place that is kept, so that no order
 * waits for a receipt and none is forgotten; `bus` carries them to nobody else.
 */
export function createReceipts(
  given: ReceiptDeps & { readonly log: Log; readonly bus: Bus; readonly planBus: Bus },
): Receipts {
  const { db, log, bus, planBus } = given;
  let isStopping = false;
  const documents = createDocuments(given);
  const deps = { ...given, documents };
  const relay = createRelay({
    db,
    bus,
    name: 'receipts',
    batchMs: BATCH_MS,
    onError: (error) => log.error({ err: error }, 'facts for receipts could not be read'),
  });

  const planRelay = createRelay({
    db,
    bus: planBus,
    name: 'plan-receipts',
    batchMs: BATCH_MS,
    onError: (error) => log.error({ err: error }, 'facts for receipts of plans could not be read'),
  });

  /** Settling goes first: a receipt of a day can wait for it, its owner's money should not. */
  async function afterMidnights(): Promise<void> {
    for (let waited = 0; waited < CALM_MAX_MS; waited += CALM_MS) {
      if (isStopping || !(await deps.plans.isSettling())) break;
      await pause(CALM_MS);
    }
    await pause(BREATH_MS);
  }

  async function find(number: string) {
    const written = (await findWritten(db, [number])).get(number);
    if (written !== undefined) return written;
    // The closing may be a moment old: what was committed before the call is written first.
    const closing = await deps.contracts.closingByReceipt(number);
    if (closing === null) await relay.settled();
    else await writeClosings(deps, [{ userId: closing.userId, id: closing.contractId }]);
    const first = (await findWritten(db, [number])).get(number);
    if (first !== undefined) return first;
    await Promise.race([planRelay.settled(), pause(ASKED_MS)]);
    return (await findWritten(db, [number])).get(number);
  }

  async function derivedFrom(written: Written): Promise<Unhashed | null> {
    if (written.kind === 'donation') return deriveDonation(deps, written);
    const ofPlan = await derivePlan(deps, written);
    return ofPlan === undefined ? derive(deps, written) : ofPlan;
  }

  return {
    async get(number) {
      if (!NUMBER.test(number)) return null;
      const written = await find(number);
      const receipt = written === undefined ? null : await derivedFrom(written);
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
        if (converted !== null) return [conversionNumber(converted)];
        return (await deps.plans.receiptsOf(params)) ?? deps.nft.receiptsOf(params);
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
    async plansChanged(changed) {
      await afterMidnights();
      await writePlans(deps, changed);
    },
    fundMoved: (moved) => writeFundMoved(deps, moved),
    sold: (ids) => writeSales(deps, ids),
    donated: (tokenIds) => writeDonations(deps, tokenIds),
    documents,
    async start() {
      await documents.publish();
      await relay.start();
      await planRelay.start();
    },
    async stop() {
      isStopping = true;
      await Promise.all([relay.stop(), planRelay.stop()]);
    },
  };
}
