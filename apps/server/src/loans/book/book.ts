import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/postgres/db.ts';
import type { LoanDeps } from '../loan/deps.ts';
import { bidsNow } from '../loan/pricing.ts';
import { listOverdue, listRunning } from './book-store.ts';
import {
  type LoanLook,
  type LookedLoan,
  type RunningRow,
  createLook,
  lookedLoan,
} from './rules.ts';

/** Loans that are read at once; and those that are judged before another turn may come. */
const BATCH = 500;
const TURN = 20;

/** All loans that run, as the operator's people look at them. */
export type LoanBook = {
  /** Looks at all of them: long in the making, in small turns. */
  look(): Promise<LoanLook>;
  /** A page of those past their due date, the longest first. */
  overdue(asked: {
    readonly after: { readonly dueOn: string; readonly ordinal: string } | null;
    readonly limit: number;
  }): Promise<readonly LookedLoan[]>;
};

/** Opens the loan book. */
export function createLoanBook(deps: {
  readonly db: Database;
  readonly market: LoanDeps['market'];
  readonly exchange: LoanDeps['exchange'];
  readonly parameters: LoanDeps['parameters'];
}): LoanBook {
  const { db, parameters } = deps;
  return {
    async look() {
      const bids = bidsNow(deps);
      const look = createLook({ bids, spreadRate: parameters.share('exchange.spread') });
      let after = '0';
      for (;;) {
        const rows: RunningRow[] = await listRunning(db, { after, limit: BATCH });
        for (const [at, row] of rows.entries()) {
          if (at % TURN === 0) await nextTurn();
          look.add(row);
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < BATCH) return look.done();
        after = last.ordinal;
      }
    },
    async overdue(asked) {
      const bids = bidsNow(deps);
      return (await listOverdue(db, asked)).map((row) => lookedLoan(row, bids));
    },
  };
}
