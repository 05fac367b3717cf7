import type { MarginState } from '@candor/pricing';
import { type Book, type Holdings, bookKey, findHoldings } from '../ledger/index.ts';
import type { Sql } from '../platform/db.ts';
import type { MarketView } from './market-view.ts';
import { countPending, findRunning } from './store.ts';
import { judge, valueAll } from './valuation.ts';

/** What a trading account holds in USDT and where it stands with its running contracts. */
export type BookStanding = { readonly holdings: Holdings; readonly margin: MarginState };

/**
 * Where trading accounts stand at current marks, by `accountKey`: what their free margin follows
 * from. Asked under the trading accounts' locks it stays true until the transaction ends.
 */
export async function findStandings(
  sql: Sql,
  books: readonly Book[],
  market: MarketView,
): Promise<ReadonlyMap<string, BookStanding>> {
  const [holdings, found] = await Promise.all([findHoldings(sql, books), findRunning(sql, books)]);
  const running = Map.groupBy(found, bookKey);
  return new Map(
    books.map((book) => {
      const key = bookKey(book);
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
  books: readonly Book[],
): Promise<{ running: number; waiting: number }> {
  const running = await findRunning(sql, books);
  const waiting = await countPending(sql, books);
  return {
    running: running.length,
    waiting: [...waiting.values()].reduce((sum, count) => sum + count, 0),
  };
}
