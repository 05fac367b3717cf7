import { type Mode, type UnixMs, type UserId, addMoney } from '@candor/kernel';
import type { Money } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { MarketView } from './market-view.ts';
import { findFirstOpening, listResults } from './result-store.ts';
import { findAllRunning } from './store.ts';
import { valueContract } from './valuation.ts';

/** Results of all accounts of a mode since a moment. */
export type AccountResults = {
  /** Of every account that had a contract open since then, by user. @units USDT units */
  readonly byUser: ReadonlyMap<UserId, Money>;
  /** When the first contract of the mode was opened; null before there was one. */
  readonly firstAt: UnixMs | null;
  readonly statement: string;
};

/**
 * What the contracts of each account brought since a moment: everything closed since, after fees
 * and financing, plus what running contracts would bring at their marks less what they have cost.
 * A running contract without any price counts with its costs alone.
 *
 * @source RELIABILITY 3.7
 */
export async function accountResults(
  deps: { readonly db: Sql; readonly market: MarketView },
  asked: { readonly mode: Mode; readonly since: UnixMs },
): Promise<AccountResults> {
  const [{ results, statement }, firstAt, running] = await Promise.all([
    listResults(deps.db, asked),
    findFirstOpening(deps.db, asked.mode),
    findAllRunning(deps.db),
  ]);
  const byUser = new Map(results.map(({ userId, result }) => [userId, result]));
  for (const contract of running) {
    const known = contract.mode === asked.mode ? byUser.get(contract.userId) : undefined;
    const valued = known === undefined ? null : valueContract(contract, deps.market);
    if (known !== undefined && valued !== null) {
      byUser.set(contract.userId, addMoney(known, valued.pnl));
    }
  }
  return { byUser, firstAt, statement };
}
