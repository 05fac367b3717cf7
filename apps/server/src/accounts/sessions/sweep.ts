import { type Clock, DAY_MS, plusMs } from '@candor/kernel';
import type { Parameters } from '../../parameters/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { sweepHistory, sweepProofs, sweepTokens } from './sweep-store.ts';
import { LOGIN_TRIES } from './login-throttle-store.ts';
import { THROTTLE_MS } from './login-throttle.ts';

/** Forgets what no longer opens or counts for anything, also of users who never came back. */
export async function sweepAccounts(deps: {
  db: Sql;
  clock: Clock;
  parameters: Parameters;
}): Promise<void> {
  const { db, clock, parameters } = deps;
  const at = clock.now();
  await sweepTokens(db, at);
  await sweepProofs(db, at);
  await LOGIN_TRIES.sweep(db, plusMs(at, -THROTTLE_MS));
  const kept = parameters.count('retention.loginDays') * DAY_MS;
  await sweepHistory(db, plusMs(at, -kept));
}
