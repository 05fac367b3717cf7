import { type Mode, type Money, type UnixMs, type UserId, addMoney } from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import type { MarketView } from '../order/market-view.ts';
import { findFirstOpening, listResults } from './result-store.ts';
import { findAllRunning } from '../store/store.ts';
import { valueAll } from '../order/valuation.ts';

/** Results of all accounts of a mode since a moment. */
export type AccountResults = {
  /**
   * Of every account that had a contract open since then, by user; without those that hold a
   * contract without a mark, whose result nobody can say. @units USDT units
   */
  readonly byUser: ReadonlyMap<UserId, Money>;
  /** When the first contract of the mode was opened; null before there was one. */
  readonly firstAt: UnixMs | null;
  readonly statement: string;
};

/**
 * What the contracts of each account brought since a moment: everything closed since, after fees
 * and financing, plus what running contracts would bring at their marks less what they have cost.
 * Practice contracts of a feed that is not running count with their costs alone.
 *
 * @source RELIABILITY 3.7
 */
export async function accountResults(
  deps: { readonly db: Database; readonly market: MarketView },
  params: { readonly mode: Mode; readonly since: UnixMs },
): Promise<AccountResults> {
  const [{ results, statement }, firstAt, running] = await Promise.all([
    listResults(deps.db, params),
    findFirstOpening(deps.db, params.mode),
    findAllRunning(deps.db),
  ]);
  const byUser = new Map(results.map(({ userId, result }) => [userId, result]));
  for (const contract of running) {
    const known = contract.mode === params.mode ? byUser.get(contract.userId) : undefined;
    if (known === undefined) continue;
    const { valued, unmarked } = valueAll([contract], deps.market);
    if (unmarked.length > 0) byUser.delete(contract.userId);
    for (const { pnl } of valued) byUser.set(contract.userId, addMoney(known, pnl));
  }
  return { byUser, firstAt, statement };
}
