import { type UnixMs, utcDayOf } from '@candor/kernel';
import { lockAccounts } from '../../ledger/index.ts';
import { sendAll } from '../../platform/postgres/db.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { Placed } from '../loan/kept-store.ts';
import { isAwayForAll } from '../../platform/postgres/unavailable.ts';
import { writeChanges } from '../loan/writing.ts';
import { chargeLoan } from './charging.ts';
import { chargeStatements, listUncharged, lockChargeable, putCharged } from './store.ts';

/**
 * Loans charged in one transaction. It holds their accounts while it is written, and a stop of one of them
 * waits so long.
 */
const AT_ONCE = 250;

/**
 * Charges the midnights that running loans owe, some loans at a time, all days at once that went by while
 * nothing ran. A day is charged once, by the timer or by another: the loan says up to which midnight it was, and
 * a command of its owner charges it first.
 */
export function createAccrual(deps: Pick<LoanDeps, 'acting' | 'clock' | 'committed' | 'log'>) {
  const { acting, clock, committed, log } = deps;

  async function chargeSome(some: readonly Placed[], at: UnixMs): Promise<void> {
    await acting.transaction(async (tx) => {
      await lockAccounts(
        tx,
        some.map(({ userId }) => ({ userId, mode: 'real' })),
      );
      const today = utcDayOf(at);
      const found = await lockChargeable(
        tx,
        some.map(({ id }) => id),
      );
      const due = found
        .filter(({ chargedThrough }) => chargedThrough < today)
        .map((loan) => chargeLoan(loan, at));
      if (due.length === 0) return;
      await sendAll(tx, chargeStatements(due.flatMap(({ nights }) => nights)));
      await putCharged(
        tx,
        due.map(({ loan }) => loan),
      );
      // A night within the free days moves nothing, and nobody has to hear of it.
      const moved = due.filter(({ nights }) => nights.length > 0);
      if (moved.length === 0) return;
      const changed = moved.map(({ loan }) => ({
        userId: loan.userId,
        loanId: loan.id,
        at,
        news: [],
      }));
      await writeChanges(tx, { changed, entries: moved.flatMap(({ entries }) => entries), at });
    });
    committed();
  }

  /** Charges some loans together, or, where that fails, one by one: one that cannot be charged keeps no other. */
  async function chargeAll(some: readonly Placed[], at: UnixMs): Promise<void> {
    try {
      await chargeSome(some, at);
    } catch (error) {
      const [only] = some;
      if (some.length === 1) {
        log.error({ err: error, loan: only?.id }, 'interest of a loan could not be charged');
        return;
      }
      // None can be while the database is away; each would wait for its own time-out.
      if (isAwayForAll(error)) throw error;
      for (const one of some) await chargeAll([one], at);
    }
  }

  return {
    /** Charges every running loan up to the midnight before now. */
    async run(): Promise<void> {
      let after = 0n;
      for (;;) {
        const at = clock.now();
        const some = await listUncharged(acting, { today: utcDayOf(at), after, most: AT_ONCE });
        const last = some.at(-1);
        if (last === undefined) return;
        await chargeAll(some, at);
        after = last.ordinal;
      }
    },
  };
}
