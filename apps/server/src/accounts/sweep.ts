import { type Clock, plusMs } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import { sweepProofs, sweepTokens } from './sweep-store.ts';
import { sweepTries } from './tries-store.ts';
import { TRIES_MS } from './tries.ts';

/** Forgets what no longer opens or counts for anything, also of whoever never came back. */
export async function sweepAccounts(deps: { db: Sql; clock: Clock }): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  await sweepTokens(db, at);
  await sweepProofs(db, at);
  await sweepTries(db, plusMs(at, -TRIES_MS));
}
