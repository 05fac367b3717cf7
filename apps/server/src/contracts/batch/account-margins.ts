import type { MarginJudgement } from '@candor/pricing';
import {
  type TradingAccount,
  type Holdings,
  accountKey,
  findHoldings,
} from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { MarketView } from '../order/market-view.ts';
import { countPending, findRunning } from '../store/store.ts';
import { judge, valueAll } from '../order/valuation.ts';

/** What a trading account holds in USDT and where it stands with its running contracts. */
export type AccountMargin = { readonly holdings: Holdings; readonly margin: MarginJudgement };

/**
 * Where trading accounts stand at current marks, by `accountKey`: what their free margin follows
 * from. Asked under the trading accounts' locks it stays true until the transaction ends.
 */
export async function findAccountMargins(
  sql: Sql,
  accounts: readonly TradingAccount[],
  market: MarketView,
): Promise<ReadonlyMap<string, AccountMargin>> {
  const [holdings, found] = await Promise.all([
    findHoldings(sql, accounts),
    findRunning(sql, accounts),
  ]);
  const running = Map.groupBy(found, accountKey);
  return new Map(
    accounts.map((account) => {
      const key = accountKey(account);
      const usdt = holdings.get(key)?.USDT ?? {};
      const margin = judge(usdt, valueAll(running.get(key) ?? [], market));
      return [key, { holdings: usdt, margin }];
    }),
  );
}

/**
 * How many contracts run and how many orders wait in some trading accounts together. Asked under
 * the trading accounts' locks it stays true until the transaction ends.
 */
export async function countOpen(
  sql: Sql,
  accounts: readonly TradingAccount[],
): Promise<{ running: number; waiting: number }> {
  const running = await findRunning(sql, accounts);
  const waiting = await countPending(sql, accounts);
  return {
    running: running.length,
    waiting: [...waiting.values()].reduce((sum, count) => sum + count, 0),
  };
}
