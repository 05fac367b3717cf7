import { type Clock, MINUTE_MS, plusMs, unixMs } from '@candor/kernel';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { type Kinds, kindOf } from './commands.ts';
import { claimStuck } from './failure-store.ts';
import { type Actor, actingRole, mayDecide } from './rules.ts';
import { type CaseRow, claimOverdue } from './store.ts';
import { factsOf } from './view.ts';

/** A case whose deadline passed, or whose carrying out fails again and again. */
export type LateCase = {
  readonly number: string;
  readonly why: 'overdue' | 'stuck';
  /** Whether a member could give the yes that is missing; of a stuck one, could give any. */
  readonly mayDecide: (actor: Actor) => boolean;
};

/** Tells of cases past their deadline, in the transaction that marks them. */
export type TellLate = (tx: Tx, late: readonly LateCase[]) => Promise<void>;

/** Cases that pass their deadline within this of an alarm are told of together. */
const REST_MS = 15 * MINUTE_MS;
const NUMBERS_LOGGED = 20;

/** Makes what marks cases past their deadline, and stuck ones, and tells of them; it decides nothing. */
export function createAlarm(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly kinds: Kinds;
}): (tell: TellLate) => Promise<void> {
  const { db, clock, log, kinds } = deps;
  let silentUntil = unixMs(0);

  function lateCase(row: CaseRow, why: LateCase['why']): LateCase {
    const kind = kindOf(kinds, row.kind);
    const could = (actor: Actor): boolean => {
      if (kind === null) return false;
      if (why === 'stuck') return actingRole(actor, kind.roles, 'work') !== null;
      return mayDecide(actor, factsOf(row, kind), kind.roles);
    };
    return { number: row.number, why, mayDecide: could };
  }

  return async (tell) => {
    const at = clock.now();
    if (at < silentUntil) return;
    const late = await db.transaction(async (tx) => {
      const found = [
        ...(await claimOverdue(tx, at)).map((row) => lateCase(row, 'overdue')),
        ...(await claimStuck(tx, at)).map((row) => lateCase(row, 'stuck')),
      ];
      if (found.length > 0) await tell(tx, found);
      return found.map(({ number }) => number);
    });
    if (late.length === 0) return;
    silentUntil = plusMs(at, REST_MS);
    const numbers = late.slice(0, NUMBERS_LOGGED);
    log.warn(
      { cases: late.length, numbers },
      'cases are past their deadline or cannot be carried out',
    );
  };
}
