import type { UnixMs } from '@candor/kernel';
import { type Entry, entryStatements } from '../../ledger/index.ts';
import { factStatements } from '../../platform/commit/outbox.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import { LOANS_CHANGED, type LoanChanged, type LoansChanged } from './events.ts';

/** Writes what was decided of some loans into the books and tells of it, in one transaction. */
export async function writeChanges(
  tx: Tx,
  written: {
    readonly changed: readonly LoanChanged[];
    readonly entries: readonly Entry[];
    readonly at: UnixMs;
  },
): Promise<void> {
  const { changed, entries, at } = written;
  const payload: LoansChanged = { changed };
  const facts = [{ topic: LOANS_CHANGED, payload }];
  await sendAll(
    tx,
    entries.length === 0 ? factStatements(facts, at) : entryStatements(entries, at, facts),
  );
}
