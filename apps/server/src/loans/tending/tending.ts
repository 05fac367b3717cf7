import { type UserId, ensure, utcDayOf } from '@candor/kernel';
import { accountKey, findHoldings, lockAccounts, lockHouse } from '../../ledger/index.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import { chargeLoan } from '../accrual/charging.ts';
import { chargeStatements } from '../accrual/store.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { LoanNews } from '../loan/events.ts';
import type { Placed } from '../loan/kept-store.ts';
import { isRunning, wholeOf } from '../loan/loan.ts';
import {
  LATE_NOTICES,
  SALE_AFTER_DAYS,
  isLate,
  isOver,
  isSaleDue,
  lateNotices,
} from '../loan/rules.ts';
import { findLoan, lockLoan, moveLoan } from '../loan/store.ts';
import { writeChanges } from '../loan/writing.ts';
import { sellWithin } from '../selling/selling.ts';
import { type Due, listLate, listUndrawn, putLateTold } from './store.ts';

/** Loans looked up at once. */
const PAGE = 200;

type Of = { readonly userId: UserId; readonly id: string };

/** What time alone brings: due dates that pass, what is sold after them, offers nobody drew. */
export function createTending(deps: LoanDeps) {
  const { acting, clock, log, committed } = deps;

  /** Makes a loan overdue, tells its owner on its days, and sells what is due when its time has come. */
  async function tendLate(tx: Tx, { userId, id }: Of): Promise<void> {
    const account = { userId, mode: 'real' } as const;
    await lockAccounts(tx, [account]);
    let stored = await lockLoan(tx, { userId, id });
    if (stored === null || !isRunning(stored)) return;
    // Prices go on while the house is waited for: what is sold is decided behind its lock.
    if (isSaleDue(stored.dueOn, utcDayOf(clock.now()))) await lockHouse(tx);
    const at = clock.now();
    const today = utcDayOf(at);
    if (!isLate(stored.dueOn, today)) return;
    const news: LoanNews[] = [];
    if (stored.state !== 'overdue') {
      await moveLoan(tx, stored, { to: 'overdue', by: 'system', at });
      stored = ensure(await findLoan(tx, { userId, id }), 'it is there');
      if (!isRunning(stored)) return;
    }
    const told = lateNotices(stored.dueOn, today);
    if (told > stored.lateTold) {
      await putLateTold(tx, stored, told);
      news.push({ kind: 'overdue', late: ensure(LATE_NOTICES[told - 1], 'a notice has its day') });
    }
    const { loan, nights, entries } = chargeLoan(stored, at);
    const isDue = isSaleDue(loan.dueOn, today);
    const found = isDue ? (await findHoldings(tx, [account])).get(accountKey(account)) : undefined;
    const sold =
      found === undefined
        ? null
        : await sellWithin(tx, deps, {
            loan,
            stored,
            holdings: found,
            aim: { kind: 'pay', amount: wholeOf(loan.owed) },
            cause: 'overdue',
            requestId: null,
            now: at,
          });
    const sale = sold?.ok === true ? sold.value : null;
    // What cannot be judged now is sold when it can be: nothing of it is written meanwhile.
    if (sale !== null) await sendAll(tx, chargeStatements(nights));
    if (sale === null && news.length === 0) return;
    const changed = [{ userId, loanId: id, at, news: [...news, ...(sale?.news ?? [])] }];
    await writeChanges(tx, {
      changed,
      entries: sale === null ? [] : [...entries, ...sale.entries],
      at,
    });
  }

  /** Ends an approved loan that was not drawn in its days; nothing of it was pledged. */
  async function expire(tx: Tx, { userId, id }: Of): Promise<void> {
    await lockAccounts(tx, [{ userId, mode: 'real' }]);
    const loan = await lockLoan(tx, { userId, id });
    const at = clock.now();
    if (loan === null || loan.state !== 'approved' || !isOver(loan.drawUntil, at)) return;
    await moveLoan(tx, loan, { to: 'expired', by: 'system', at, reason: 'not-drawn' });
    const changed = [{ userId, loanId: id, at, news: [{ kind: 'not-drawn' }] }] as const;
    await writeChanges(tx, { changed, entries: [], at });
  }

  /** One after another, each in a transaction of its own: one that fails keeps no other from its time. */
  async function each(
    some: readonly Placed[],
    run: (tx: Tx, of: Of) => Promise<void>,
    said: string,
  ): Promise<void> {
    for (const of of some) {
      try {
        await acting.transaction((tx) => run(tx, of));
      } catch (error) {
        log.error({ err: error, loan: of.id }, said);
      }
    }
    committed();
  }

  return {
    /** Does all that is due by now. */
    async run(): Promise<void> {
      const now = clock.now();
      await each(
        await listUndrawn(acting, { now, most: PAGE }),
        expire,
        'a loan that was not drawn could not be ended',
      );
      let after: Due | null = null;
      for (;;) {
        const some: readonly Due[] = await listLate(acting, {
          today: utcDayOf(now),
          after,
          saleAfter: SALE_AFTER_DAYS,
          notices: LATE_NOTICES,
          most: PAGE,
        });
        const last = some.at(-1);
        if (last === undefined) return;
        await each(some, tendLate, 'a loan that is overdue could not be seen to');
        after = last;
      }
    },
  };
}
