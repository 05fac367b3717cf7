import { SECOND_MS, type UnixMs, plusMs } from '@candor/kernel';
import { hostOf, networkOf } from '../../../platform/http/address.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { hashSecret } from '../../../platform/secrets/session.ts';
import { countCode, findBudget, lockBudget } from './code-budget-store.ts';
import { CODES_A_DAY, COUNTED_MS } from './rules.ts';

/** Where a code is asked for from. Callers with a session are counted apart from those without. */
export type CodeCaller = { readonly address: string; readonly isSignedIn: boolean };

/** Which budget was used up, and how much it is. */
export type CodesStopped = { readonly by: 'host' | 'network'; readonly limit: number };

/** What counting codes by place needs. */
export type BudgetDeps = {
  /** More than 1 only on a test installation. */
  readonly codesScale: number;
  /** Hears of each code that was not written, for the operator to see. */
  onCodesStopped(stopped: CodesStopped): void;
};

/**
 * Counts a code that is about to be written for the caller's host and network. To whom it goes says
 * nothing here, and a message to nobody counts like any other: no count tells whose the target is.
 * Callers without a session use up nothing of what callers with a session have.
 *
 * @returns seconds until another code may be asked for from there; null: it may be sent now
 */
export async function takeCode(
  tx: Tx,
  deps: BudgetDeps,
  { caller, at }: { readonly caller: CodeCaller; readonly at: UnixMs },
): Promise<number | null> {
  const part = caller.isSignedIn ? 'session' : 'public';
  const host = hashSecret(`${part} host ${hostOf(caller.address)}`);
  const network = hashSecret(`${part} network ${networkOf(caller.address)}`);
  const countedSince = plusMs(at, -COUNTED_MS);
  await lockBudget(tx, network);
  const places = [
    { by: 'host', subject: host },
    { by: 'network', subject: network },
  ] as const;
  for (const { by, subject } of places) {
    const used = await findBudget(tx, subject, countedSince);
    const limit = CODES_A_DAY[by] * deps.codesScale;
    if (used === null || used.sends < limit) continue;
    deps.onCodesStopped({ by, limit });
    return Math.max(1, Math.ceil((used.counted_from + COUNTED_MS - at) / SECOND_MS));
  }
  await countCode(tx, { subjects: [host, network], at, countedSince });
  return null;
}
