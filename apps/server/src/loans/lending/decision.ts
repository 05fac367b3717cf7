import type { Result, UserId } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Entry } from '../../ledger/index.ts';
import type { IdempotencyKey } from '../../platform/commit/idempotency.ts';
import type { LoanNews } from '../loan/events.ts';

/** A command of a borrower, and what it is remembered by. */
export type LoanCommand = { readonly userId: UserId; readonly request: IdempotencyKey };

/** What a command changed: the loan, what it writes to the books and what is told. */
type Changed = {
  readonly loanId: string;
  readonly entries: readonly Entry[];
  readonly news: readonly LoanNews[];
};

/** What was decided of a command. */
export type Decision = Result<Changed, Failure>;

/** No loan of the caller. */
export const notFound = { ok: false, failure: { name: 'not-found' } } as const;
/** A loan in a state that does not allow it. */
export const closed = { ok: false, failure: { name: 'already-closed' } } as const;
