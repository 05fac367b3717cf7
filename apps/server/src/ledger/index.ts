/**
 * ledger — double entry, immutable, each mode and each asset by itself.
 * Owns: the chart of accounts, entries, postings and balances.
 * Announces: EntriesCommitted, once per transaction, with its trading accounts.
 * Needs: nothing above platform.
 * Refuses: to change or delete what was posted, and payments outside the chart.
 */
import type { Clock, UnixMs } from '@candor/kernel';
import { type Database, type Statement, type Tx, sendAll } from '../platform/postgres/db.ts';
import { type Fact, factStatements } from '../platform/commit/outbox.ts';
import { coverHouse as coverWith } from './daily-cover.ts';
import { ENTRIES_COMMITTED, type EntriesCommitted } from './events.ts';
import { type Entry, checkEntry } from './rules.ts';
import { type TradingAccount, accountKey, insertStatements } from './store.ts';

export { isUserClass, type AccountClass, type EntryKind, type UserClass } from './chart.ts';
export {
  HOUSE,
  draft,
  reversalOf,
  type Cause,
  type Draft,
  type Entry,
  type Holdings,
  type Posting,
} from './rules.ts';
export {
  ACCOUNTS,
  accountKey,
  findEarned,
  findHoldings,
  holdStatement,
  lockAccounts,
  touchStatements,
  versionsOf,
  versionsStatement,
  type TradingAccount,
  type AccountHoldings,
} from './store.ts';
export {
  findHousePayable,
  findHouseWorth,
  listHouseSums,
  lockHouse,
  sumHouse,
} from './house-store.ts';
export {
  listFees,
  listStatement,
  type StatementFilter,
  type StatementLine,
  type SubjectFee,
} from './statement-store.ts';
export { listCovers, type Cover } from './cover-store.ts';
export { listClassFlows, type ClassFlow } from './report-store.ts';
export { createHouseDays, type HouseDays } from './house-days.ts';
export { houseStatement, listHouseParts, type HousePart } from './result-store.ts';
export { sumFlows, type Flow } from './flow-store.ts';
export { listEquityHours, type EquityHours, type EquityStep } from './hour-store.ts';
export { findEntries, idBound, type EntrySpan, type NumberedEntry } from './entries-store.ts';
export { createHouseCheckpoint, type HouseCheckpoint } from './checkpoint.ts';
export { reconcile, type Reconciliation } from './reconcile.ts';
export { ENTRIES_COMMITTED, type EntriesCommitted } from './events.ts';

/**
 * What writes entries into the books and announces them together with the command's own facts.
 * Money moves only here.
 *
 * @throws InvariantError when an entry breaks the chart; the database refuses it as well
 */
export function entryStatements(
  entries: readonly Entry[],
  at: UnixMs,
  facts: readonly Fact[] = [],
): Statement[] {
  for (const entry of entries) checkEntry(entry);
  const accounts = new Map<string, TradingAccount>();
  for (const { userId, mode } of entries)
    accounts.set(accountKey({ userId, mode }), { userId, mode });
  const payload: EntriesCommitted = { books: [...accounts.values()] };
  const posted = accounts.size === 0 ? [] : [{ topic: ENTRIES_COMMITTED, payload }];
  return [...insertStatements(entries), ...factStatements([...posted, ...facts], at)];
}

/**
 * Writes entries into the books, in the transaction of the command that causes them.
 *
 * @throws InvariantError when an entry breaks the chart; the database refuses it as well
 */
export async function commitEntries(
  tx: Tx,
  entries: readonly Entry[],
  at: UnixMs,
  facts: readonly Fact[] = [],
): Promise<void> {
  await sendAll(tx, entryStatements(entries, at, facts));
}

/**
 * Covers the house's real accounts from its capital, once a UTC day; answers whether anything was paid.
 *
 * @source LEDGER part 2, row "daily cover"
 */
export function coverHouse(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<boolean> {
  return coverWith(deps, (tx, entries, at) => commitEntries(tx, entries, at));
}
