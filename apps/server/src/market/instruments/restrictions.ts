import { type InstrumentCode, type Result, type UnixMs, fail, ok } from '@candor/kernel';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { compiledOf } from '../catalogue/specification.ts';
import { INSTRUMENT_RESTRICTED, type InstrumentRestricted } from './events.ts';
import { addRestriction, listDecisions, listRestrictions } from './restriction-store.ts';
import { isSpecified } from './specification-store.ts';

/** Why an operator lets nobody trade an instrument, or lets contracts only be closed. */
export type Restriction = {
  readonly status: 'closeOnly' | 'suspended';
  readonly reason: string;
  readonly since: UnixMs;
};

/** What operators decided about instruments, as one process knows it. */
export type Restrictions = {
  /** Reads all decisions again; at start, and when one was announced. */
  reload(): Promise<void>;
  /** Null for an instrument that is traded as usual. */
  of(code: InstrumentCode): Restriction | null;
  /** The decision that was in force at a moment; null where it was traded as usual. */
  at(code: InstrumentCode, moment: UnixMs): Restriction | null;
  /** The first moment from one on at which it is traded as usual; null while its decision stands. */
  freeFrom(code: InstrumentCode, moment: UnixMs): UnixMs | null;
};

type Decision = { readonly at: UnixMs; readonly restriction: Restriction | null };

/** Opens the decisions about instruments. Call `reload` before the first read. */
export function createRestrictions(db: Database): Restrictions {
  /** Of each instrument the newest decision last. */
  let decided = new Map<string, Decision[]>();
  return {
    async reload() {
      const rows = await listRestrictions(db);
      const decisions = rows.map(({ code, status, reason, at }): Decision & { code: string } => ({
        code,
        at: at as UnixMs,
        restriction: status === 'open' ? null : { status, reason, since: at as UnixMs },
      }));
      decided = Map.groupBy(decisions, ({ code }) => code);
    },
    of: (code) => decided.get(code)?.at(-1)?.restriction ?? null,
    at: (code, moment) =>
      decided.get(code)?.findLast(({ at }) => at <= moment)?.restriction ?? null,
    freeFrom(code, moment) {
      const all = decided.get(code) ?? [];
      const last = all.findLast(({ at }) => at <= moment);
      if (last === undefined || last.restriction === null) return moment;
      return all.find(({ at, restriction }) => at > moment && restriction === null)?.at ?? null;
    },
  };
}

/** A decision about an instrument, and who made it. */
export type RestrictionParams = {
  readonly code: string;
  /** `open` lets it be traded as usual again. */
  readonly status: 'open' | 'closeOnly' | 'suspended';
  /** Shown to all users who look at the instrument. */
  readonly reason: string;
  readonly by: string;
};

/**
 * Decides about an instrument in a transaction, and answers the decision's number; `isNow`: false only looks
 * whether it could be, and answers the newest one's.
 */
export async function restrictIn(
  tx: Tx,
  params: RestrictionParams,
  at: UnixMs,
  isNow = true,
): Promise<Result<{ readonly number: number }, { name: 'not-found' | 'malformed' }>> {
  const isThere = compiledOf(params.code) !== null || (await isSpecified(tx, params.code));
  if (!isThere) return fail({ name: 'not-found' });
  const { status, by } = params;
  const code = params.code as InstrumentCode;
  const reason = params.reason.trim();
  if (reason === '' || reason.length > 400 || !reason.isWellFormed()) {
    return fail({ name: 'malformed' });
  }
  if (!isNow) return ok({ number: (await listDecisions(tx, code)).at(-1)?.number ?? 0 });
  const [row] = await addRestriction(tx, { code, status, reason, by, at });
  const payload: InstrumentRestricted = { code, status };
  await appendFacts(tx, [{ topic: INSTRUMENT_RESTRICTED, payload }], at);
  return ok({ number: row?.number ?? 0 });
}
