import { ASSETS, type Asset, type Clock, type EntryId, newUuid, utcDayOf } from '@candor/kernel';
import type { Database, Tx } from '../platform/postgres/db.ts';
import { hasActed, listHouseSums, lockHouse, sumDebts } from './house-store.ts';
import { type Entry, HOUSE, type HouseSums, dailyCover } from './rules.ts';

/** Writes entries and announces them, as the ledger's front door does. */
type Commit = (tx: Tx, entries: readonly Entry[], at: Entry['at']) => Promise<void>;

/** Of which assets the house holds what. */
async function realSums(tx: Tx): Promise<Map<Asset, HouseSums>> {
  const rows = await listHouseSums(tx, 'real');
  return new Map(
    ASSETS.map((asset) => [
      asset,
      Object.fromEntries(
        rows
          .filter((row) => row.asset === asset)
          .map((row) => [row.account, BigInt(row.amount)] as const),
      ) as HouseSums,
    ]),
  );
}

/**
 * Covers the house's real accounts from its capital, once a UTC day however often it is asked; nothing
 * else moves its capital meanwhile. Answers whether anything was paid.
 *
 * @source LEDGER part 2, row "daily cover"
 */
export async function coverHouse(
  deps: { readonly db: Database; readonly clock: Clock },
  commit: Commit,
): Promise<boolean> {
  const at = deps.clock.now();
  const requestId = `daily-cover:${utcDayOf(at)}`;
  return deps.db.transaction(async (tx) => {
    await lockHouse(tx);
    if (await hasActed(tx, { userId: HOUSE, requestId, part: 0 })) return false;
    const sums = await realSums(tx);
    // Behind the sums: interest charged meanwhile is owed and is no surplus of today.
    const debts = await sumDebts(tx);
    const postings = [...sums].flatMap(([asset, held]) =>
      dailyCover(asset, held, asset === 'USDT' ? debts : 0n),
    );
    if (postings.length === 0) return false;
    const entry: Entry = {
      id: newUuid(at) as EntryId,
      userId: HOUSE,
      mode: 'real',
      kind: 'daily-cover',
      requestId,
      part: 0,
      cause: 'timer',
      subject: null,
      reverses: null,
      at,
      postings,
    };
    await commit(tx, [entry], at);
    return true;
  });
}
