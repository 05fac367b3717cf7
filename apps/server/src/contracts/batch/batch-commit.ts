import { type ContractId, type Mode, type UserId, ensure } from '@candor/kernel';
import {
  entryStatements,
  holdStatement,
  touchStatements,
  versionsOf,
  versionsStatement,
} from '../../ledger/index.ts';
import { type Statement, type Tx, sendAll } from '../../platform/postgres/db.ts';
import { keepStatements } from '../../platform/commit/idempotency.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import type { AccountCache } from './account-cache.ts';
import {
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
  CONTRACTS_FILLED,
  CONTRACTS_OPENED,
  CONTRACTS_PLACED,
  type ContractsChanged,
} from '../order/events.ts';
import {
  changeStatements,
  closeStatements,
  endStatements,
  fillStatements,
  noteStatements,
  openStatements,
} from '../store/order-store.ts';
import { passedStatements } from '../store/passed-store.ts';
import type { BatchTransaction, Committed } from './batch-transaction.ts';

type Named = { readonly userId: UserId; readonly mode: Mode; readonly id: ContractId };

function factOf(topic: string, orders: readonly Named[]): Fact[] {
  if (orders.length === 0) return [];
  const changed = orders.map(({ userId, mode, id }) => ({ userId, mode, contractId: id }));
  return [{ topic, payload: { changed } satisfies ContractsChanged }];
}

function factsOf(batch: BatchTransaction): Fact[] {
  const parts = batch.closed.filter(({ closing }) => !closing.isLast);
  const ended = batch.closed.filter(({ closing }) => closing.isLast);
  return [
    ...factOf(CONTRACTS_PLACED, batch.placed),
    ...factOf(CONTRACTS_OPENED, [...batch.opened, ...batch.filled]),
    ...factOf(CONTRACTS_FILLED, batch.filled),
    ...factOf(CONTRACTS_CHANGED, [...batch.changed, ...parts.map(({ contract }) => contract)]),
    ...factOf(CONTRACTS_CLOSED, [...ended.map(({ contract }) => contract), ...batch.unfilled]),
    ...batch.facts,
  ];
}

/** Topics under which facts about orders are announced, each once for what became of one. */
const ABOUT_ORDERS = new Set([
  CONTRACTS_PLACED,
  CONTRACTS_OPENED,
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
]);

/** Every order a committed batch changed, with the number of facts that will come about it. */
export function committedOf(batch: BatchTransaction): Committed[] {
  const counts = new Map<ContractId, number>();
  for (const { topic, payload } of factsOf(batch)) {
    if (!ABOUT_ORDERS.has(topic)) continue;
    for (const { contractId } of (payload as ContractsChanged).changed) {
      counts.set(contractId, (counts.get(contractId) ?? 0) + 1);
    }
  }
  return [...batch.after].map(([id, order]) => ({ order, facts: counts.get(id) ?? 0 }));
}

/** Everything a batch decided. Each statement fails by itself where it may not stand. */
function writeStatements(batch: BatchTransaction): Statement[] {
  return [
    ...openStatements([...batch.opened, ...batch.placed]),
    ...fillStatements(batch.filled),
    ...changeStatements(batch.changed),
    ...closeStatements(batch.closed),
    ...endStatements(batch.unfilled),
    ...noteStatements(batch.notes),
    ...passedStatements(batch.passed),
    ...batch.extra,
    ...touchStatements([...batch.touched.values()]),
    ...entryStatements(batch.entries, batch.now, factsOf(batch)),
    ...keepStatements(batch.answers, batch.now),
  ];
}

/** Versions of the books of a batch as it left them, by `accountKey`. */
export type Versions = ReadonlyMap<string, string>;

const versionsAfter = (batch: BatchTransaction): Statement =>
  versionsStatement([...batch.accounts.values()].map(({ account }) => account));

/** Writes everything a batch decided, in the transaction in which it was loaded. */
export async function writeBatch(tx: Tx, batch: BatchTransaction): Promise<Versions> {
  const { text, values } = versionsAfter(batch);
  const written = sendAll(tx, writeStatements(batch));
  const [rows] = await Promise.all([tx.query(text, values), written]);
  return versionsOf(rows);
}

/**
 * How long what was decided may wait for a connection. Past it prices are others: it is decided
 * again, over a connection that is there.
 *
 * @units milliseconds
 */
const DECIDED_MAX_MS = 1_000;

/**
 * Commits what was decided on remembered trading accounts, in one round trip.
 *
 * @throws when a trading account moved since it was remembered, a request was answered before, or
 *         anything else stood in the way; nothing was written then, unless the connection was lost
 */
export async function commitBatch(batch: BatchTransaction): Promise<Versions> {
  const held = [...batch.accounts.values()].map(({ account, version }) => ({
    ...account,
    version: ensure(version, 'a remembered book has a version'),
  }));
  const { db, clock } = batch.deps;
  const isStillGood = (): boolean => clock.now() - batch.now <= DECIDED_MAX_MS;
  const statements = [holdStatement(held), ...writeStatements(batch), versionsAfter(batch)];
  return versionsOf(await db.commitAll(statements, isStillGood));
}

/** Remembers the books of a batch that was committed, under the versions it left them with. */
export function rememberAccounts(
  batch: BatchTransaction,
  cache: AccountCache,
  versions: Versions,
): void {
  for (const [key, { state }] of batch.accounts) {
    const version = versions.get(key);
    // What was done so far moves with time and other products: where it counts it is added up anew.
    if (version === undefined || state.risk.used !== null) continue;
    cache.put(key, version, state);
  }
}
