import { MINUTE_MS, type UnixMs, utcDayOf } from '@candor/kernel';
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
 * After so long all running loans are looked through again, though nothing was left: a draw may have been decided
 * before a midnight, or by a clock set back, and written behind the look.
 */
const AGAIN_MS = 10 * MINUTE_MS;

/**
 * Charges the midnights that running loans owe, some loans at a time, all days at once that went by while
 * nothing ran. A day is charged once, by the timer or by another: the loan says up to which midnight it was, and
 * a command of its owner charges it first.
 */
export function createAccrual(deps: Pick<LoanDeps, 'acting' | 'clock' | 'committed' | 'log'>) {
  const { acting, clock, committed, log } = deps;
  /** When the last look began that left nothing; a process that starts knows of none. */
  let wholeAt: UnixMs | null = null;

  /** Whether all that is owed by now was charged a short while ago, on this day. */
  function isDone(now: UnixMs): boolean {
    if (wholeAt === null || now < wholeAt || now - wholeAt >= AGAIN_MS) return false;
    return utcDayOf(now) === utcDayOf(wholeAt);
  }

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

  /**
   * Charges some loans together, or, where that fails, one by one: one that cannot be charged keeps no other.
   * Answers whether none was left.
   */
  async function chargeAll(some: readonly Placed[], at: UnixMs): Promise<boolean> {
    try {
      await chargeSome(some, at);
      return true;
    } catch (error) {
      const [only] = some;
      if (some.length === 1) {
        log.error({ err: error, loan: only?.id }, 'interest of a loan could not be charged');
        return false;
      }
      // None can be while the database is away; each would wait for its own time-out.
      if (isAwayForAll(error)) throw error;
      let isWhole = true;
      for (const one of some) isWhole = (await chargeAll([one], at)) && isWhole;
      return isWhole;
    }
  }

  return {
    /** Charges every running loan up to the midnight before now. */
    async run(): Promise<void> {
      const began = clock.now();
      if (isDone(began)) return;
      let isWhole = true;
      let after = 0n;
      for (;;) {
        const at = clock.now();
        const some = await listUncharged(acting, { today: utcDayOf(at), after, most: AT_ONCE });
        const last = some.at(-1);
        if (last === undefined) break;
        isWhole = (await chargeAll(some, at)) && isWhole;
        after = last.ordinal;
      }
      // A midnight that passed meanwhile is the next look's.
      wholeAt = isWhole ? began : null;
    },
  };
}
