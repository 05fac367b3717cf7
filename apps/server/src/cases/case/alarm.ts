import { type Clock, MINUTE_MS, plusMs, unixMs } from '@candor/kernel';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { type Kinds, kindOf } from './commands.ts';
import { type Actor, mayDecide } from './rules.ts';
import { claimOverdue } from './store.ts';
import { factsOf } from './view.ts';

/** A case whose deadline passed. */
export type LateCase = {
  readonly number: string;
  /** Whether a member could give the yes that is missing. */
  readonly mayDecide: (actor: Actor) => boolean;
};

/** Tells of cases past their deadline, in the transaction that marks them. */
export type TellLate = (tx: Tx, late: readonly LateCase[]) => Promise<void>;

/** Cases that pass their deadline within this of an alarm are told of together. */
const REST_MS = 15 * MINUTE_MS;
const NUMBERS_LOGGED = 20;

/** Makes what marks cases past their deadline and tells of them; it decides nothing. */
export function createAlarm(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly kinds: Kinds;
}): (tell: TellLate) => Promise<void> {
  const { db, clock, log, kinds } = deps;
  let silentUntil = unixMs(0);
  return async (tell) => {
    const at = clock.now();
    if (at < silentUntil) return;
    const late = await db.transaction(async (tx) => {
      const rows = await claimOverdue(tx, at);
      const found = rows.map((row): LateCase => {
        const roles = kindOf(kinds, row.kind)?.roles;
        const may = (actor: Actor) => roles !== undefined && mayDecide(actor, factsOf(row), roles);
        return { number: row.number, mayDecide: may };
      });
      if (found.length > 0) await tell(tx, found);
      return found.map(({ number }) => number);
    });
    if (late.length === 0) return;
    silentUntil = plusMs(at, REST_MS);
    const numbers = late.slice(0, NUMBERS_LOGGED);
    log.warn({ cases: late.length, numbers }, 'cases are past their deadline');
  };
}
