import { type UserId, formatDecimal } from '@candor/kernel';
import { collateralValue, loanStep, loanToValue } from '@candor/pricing';
import { accountKey, findHoldings, lockAccounts, lockHouse } from '../../ledger/index.ts';
import { ensure } from '@candor/kernel';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import { chargeLoan } from '../accrual/charging.ts';
import { chargeStatements } from '../accrual/store.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { LoanNews } from '../loan/events.ts';
import { isRunning, wholeOf } from '../loan/loan.ts';
import { bidsNow } from '../loan/pricing.ts';
import { noticesAfter } from '../loan/rules.ts';
import { lockLoan, putBooks } from '../loan/store.ts';
import { writeChanges } from '../loan/writing.ts';
import { sellWithin } from '../selling/selling.ts';
import { type WatchedLoan, findWatched, listWatched } from './store.ts';

/** What came of a look at a loan: it was judged, or it cannot be and stays as it is. */
export type Seen = 'judged' | 'unjudged';

/** What a watch of collateral asks loans: which run, and to act on one whose line was reached. */
export type LoanWatching = {
  /** Some running loans behind a place, in the order of their places. */
  list(page: { readonly after: bigint; readonly most: number }): Promise<WatchedLoan[]>;
  /** Those of some loans that run. */
  find(ids: readonly string[]): Promise<WatchedLoan[]>;
  /**
   * Looks at a loan at the prices of now, under its account's lock: at the sale line it sells what
   * restores the loan, below it tells each notice line once. Without a price that counts for each of its
   * coins it does nothing and says so.
   */
  see(loan: { readonly userId: UserId; readonly id: string }): Promise<Seen>;
};

/** Makes it. */
export function createLoanWatching(deps: LoanDeps): LoanWatching {
  const { acting, clock, committed } = deps;

  async function seeWithin(
    tx: Tx,
    { userId, id }: { readonly userId: UserId; readonly id: string },
  ): Promise<Seen> {
    const account = { userId, mode: 'real' } as const;
    await lockAccounts(tx, [account]);
    const stored = await lockLoan(tx, { userId, id });
    if (stored === null || !isRunning(stored)) return 'judged';
    const look = () => {
      const at = clock.now();
      const charged = chargeLoan(stored, at);
      const value = collateralValue(charged.loan.collateral, bidsNow(deps));
      return { at, ...charged, value };
    };
    let seen = look();
    if (seen.value !== null && loanStep(wholeOf(seen.loan.owed), seen.value).kind === 'sale') {
      // Prices go on while the house is waited for: what is sold is decided behind its lock.
      await lockHouse(tx);
      seen = look();
    }
    const { at, loan, nights, entries, value } = seen;
    if (value === null) return 'unjudged';
    const debt = wholeOf(loan.owed);
    const wrote = async (news: readonly LoanNews[], more: typeof entries): Promise<Seen> => {
      await sendAll(tx, chargeStatements(nights));
      const changed = [{ userId, loanId: id, at, news }];
      await writeChanges(tx, { changed, entries: [...entries, ...more], at });
      return 'judged';
    };
    if (loanStep(debt, value).kind === 'sale') {
      const found = (await findHoldings(tx, [account])).get(accountKey(account));
      const sold = await sellWithin(tx, deps, {
        loan,
        stored,
        holdings: ensure(found, 'the account is answered'),
        aim: { kind: 'line', line: loan.ltvMax },
        cause: 'line',
        requestId: null,
        now: at,
      });
      if (!sold.ok || sold.value === null) return 'unjudged';
      return wrote(sold.value.news, sold.value.entries);
    }
    const notices = noticesAfter(stored.notices, { debt, value, line: loan.ltvMax });
    if (notices === stored.notices) return 'judged';
    await putBooks(tx, stored, { ...loan, by: 'system', at, notices });
    const ltv = loanToValue(debt, value);
    const news: LoanNews[] =
      notices > stored.notices
        ? [{ kind: 'notice', line: notices, ltv: ltv === null ? null : formatDecimal(ltv) }]
        : [];
    return wrote(news, []);
  }

  return {
    list: (page) => listWatched(acting, page),
    find: (ids) => findWatched(acting, ids),
    async see(named) {
      const seen = await acting.transaction((tx) => seeWithin(tx, named));
      committed();
      return seen;
    },
  };
}
