import { type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import { insertHold, listHolds } from './hold-store.ts';
import { type HoldReason, type RunningHold, holdReasonOf, holdUntil } from './rules.ts';

/** Holds of withdrawals that run, the last to end first. */
async function runningHolds(sql: Sql, userId: UserId, at: UnixMs): Promise<RunningHold[]> {
  const rows = await listHolds(sql, userId, at);
  return rows.map(({ reason, until }) => ({
    reason: reason as HoldReason,
    until: until as UnixMs,
  }));
}

/**
 * Lets withdrawals wait after a change of what opens the account, in the transaction of that
 * change. Whatever is no such change does nothing.
 */
export async function holdAfter(
  tx: Tx,
  change: { readonly userId: UserId; readonly kind: string; readonly at: UnixMs },
): Promise<void> {
  const { userId, kind, at } = change;
  const reason = holdReasonOf(kind);
  if (reason === null) return;
  const until = holdUntil(reason, await runningHolds(tx, userId, at), at);
  await insertHold(tx, { userId, id: newUuid(at), reason, at, until });
}
