import {
  type Asset,
  type Clock,
  DAY_MS,
  type UnixMs,
  type UserId,
  newUuid,
  plusMs,
} from '@candor/kernel';
import type { CaseKind, CaseVerdict } from '@candor/protocol';
import { type Fact, appendFacts } from '../../platform/commit/outbox.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { isAwayForAll } from '../../platform/postgres/unavailable.ts';
import type { Log } from '../../platform/process/log.ts';
import { type Kinds, kindOf } from './commands.ts';
import { CASE_CLOSED, type CaseClosed } from './events.ts';
import type { DecidedCase } from './kind.ts';
import type { CaseParts } from './rules.ts';
import { countFailure } from './failure-store.ts';
import { type CaseRow, insertStep, listToDo, lockCase, markApplied } from './store.ts';

/**
 * How long what was decided is tried. Two people decided it of the books as they stood: money that comes to
 * a user months later is not what they took back.
 */
const TRIED_MS = 7 * DAY_MS;

/**
 * Until when a decided case is tried. A rejection has no such end: what was done at once is taken back by
 * nothing else.
 */
export function triedUntil(row: Pick<CaseRow, 'verdict' | 'decided_at'>): UnixMs | null {
  const { verdict, decided_at: decidedAt } = row;
  return verdict !== 'approved' || decidedAt === null
    ? null
    : plusMs(decidedAt as UnixMs, TRIED_MS);
}

/** Why nothing was done, for the operator's people. */
const UNDONE = {
  waits: 'Not carried out: for seven days it could not be.',
  nobody: 'Not carried out: nobody it is for is there any more.',
  overtaken: 'Not carried out: something newer stands against it.',
  fails: 'Not carried out: for seven days every try failed.',
} as const;

/** Carries decided cases out, by the product's role. */
export type Carrying = {
  /** Carries one out; answers whether it is done, now or before. */
  one(id: string): Promise<boolean>;
  /** Carries out what waits, the oldest first. */
  all(): Promise<void>;
};

/** A case as its kind sees it. */
export function decidedOf(row: CaseRow): DecidedCase {
  return {
    id: row.id,
    number: row.number,
    userId: row.user_id as UserId | null,
    amount: row.amount === null ? null : BigInt(row.amount),
    asset: row.asset as Asset | null,
    facts: JSON.parse(row.facts) as Record<string, string>,
    decidedAt: row.decided_at as UnixMs,
    reason: row.reason,
    message: row.message,
    ...(row.parts === null ? {} : { parts: JSON.parse(row.parts) as CaseParts }),
  };
}

/** Whether the time in which a case is tried is over. */
function isOver(row: CaseRow, at: UnixMs): boolean {
  const until = triedUntil(row);
  return until !== null && at >= until;
}

/** What is told of a case's end. */
function closedFact(row: CaseRow, at: UnixMs): Fact {
  const { id, number, user_id: userId, kind, verdict, reason, message, amount, asset } = row;
  const payload: CaseClosed = {
    caseId: id,
    number,
    userId: userId as UserId | null,
    kind: kind as CaseKind,
    verdict: verdict as CaseVerdict,
    reason,
    message,
    amount,
    asset: asset as Asset | null,
    facts: JSON.parse(row.facts) as Record<string, string>,
    at,
  };
  return { topic: CASE_CLOSED, payload };
}

/** Opens what carries cases out in a process. */
export function createCarrying(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly kinds: Kinds;
  readonly log: Log;
  /** Says that facts were committed. */
  readonly committed: () => void;
}): Carrying {
  const { db, clock, kinds, log, committed } = deps;

  /** Ends a case of which nothing is done; nothing is announced, and its timeline says so. */
  async function lapse(tx: Tx, row: CaseRow, text: string, at: UnixMs): Promise<void> {
    const { id } = row;
    await kindOf(kinds, row.kind)?.lapse?.(tx, decidedOf(row), at);
    const step = { caseId: id, at, by: 'system' } as const;
    await insertStep(tx, { ...step, id: newUuid(at), kind: 'voided', isForUser: true });
    await insertStep(tx, { ...step, id: newUuid(at), kind: 'noted', text, isForUser: false });
    await markApplied(tx, id, at);
  }

  /** The effect, the mark and what is told are one transaction: all of it happens, once. */
  async function carry(tx: Tx, id: string): Promise<'done' | 'before' | 'waits'> {
    const row = await lockCase(tx, id);
    if (row === null || row.state !== 'decided') return 'waits';
    if (row.applied_at !== null) return 'before';
    const kind = kindOf(kinds, row.kind);
    if (kind === null) return 'waits';
    const at = clock.now();
    if (row.verdict === 'approved') {
      const came = await kind.apply(tx, decidedOf(row), at, clock);
      if (came === 'waits' && !isOver(row, at)) return 'waits';
      if (came !== 'done') {
        await lapse(tx, row, UNDONE[came], at);
        return 'done';
      }
      const step = { caseId: id, id: newUuid(at), at, kind: 'applied', by: 'system' } as const;
      await insertStep(tx, { ...step, isForUser: true });
    }
    if (row.verdict === 'rejected') await kind.undo?.(tx, decidedOf(row), at);
    await markApplied(tx, id, at);
    await appendFacts(tx, [closedFact(row, at)], at);
    return 'done';
  }

  /** Writes down that a try failed, after all of it was rolled back; ends the case when its week is over. */
  async function noteFailed(id: string, error: unknown): Promise<void> {
    // The database was away: that says nothing of the case.
    if (isAwayForAll(error)) return;
    const message = error instanceof Error ? error.message : '';
    const why = message.trim() === '' ? 'a fault without a name' : message;
    const tries = await db.transaction(async (tx) => {
      const row = await lockCase(tx, id);
      if (row === null || row.state !== 'decided' || row.applied_at !== null) return null;
      const at = clock.now();
      const count = await countFailure(tx, { caseId: id, at, why });
      if (isOver(row, at)) await lapse(tx, row, `${UNDONE.fails} ${why}`, at);
      return count;
    });
    // A case that ended may have told its user.
    committed();
    // The first time, then after twice as many tries each time.
    if (tries !== null && Number.isInteger(Math.log2(tries))) {
      log.error({ err: error, caseId: id, tries }, 'a decided case could not be carried out');
    }
  }

  async function one(id: string): Promise<boolean> {
    try {
      const came = await db.transaction((tx) => carry(tx, id));
      if (came === 'done') committed();
      return came !== 'waits';
    } catch (error) {
      await noteFailed(id, error).catch((err: unknown) => {
        log.error(
          { err, caseId: id },
          'a failed try to carry a case out could not be written down',
        );
      });
      throw error;
    }
  }

  async function some(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      // One that cannot be done holds no other up; it was written down.
      await one(id).catch(() => undefined);
    }
  }

  async function all(): Promise<void> {
    // Part by part to the end: those that wait keep no later one from its turn.
    const now = clock.now();
    let ids = await listToDo(db, { after: null, now });
    while (ids.length > 0) {
      await some(ids);
      ids = await listToDo(db, { after: ids.at(-1) ?? null, now });
    }
  }

  let running: Promise<void> | null = null;
  return {
    one,
    // A caller that asks while all are carried out waits for that: a locked case is not waited for twice.
    all: () =>
      (running ??= all().finally(() => {
        running = null;
      })),
  };
}
