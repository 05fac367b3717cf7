import type { Clock } from '@candor/kernel';
import type { Database } from '../src/platform/postgres/db.ts';
import { type RestrictionParams, restrictIn } from '../src/market/instruments/restrictions.ts';

/** Decides about an instrument as the desk does, without a member and a case. */
export async function restrictInstrument(
  deps: { readonly db: Database; readonly clock: Clock },
  params: RestrictionParams,
): ReturnType<typeof restrictIn> {
  const at = deps.clock.now();
  return deps.db.transaction((tx) => restrictIn(tx, params, at));
}
