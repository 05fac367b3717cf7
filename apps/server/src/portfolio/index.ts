/**
 * portfolio — the figures and records of one user and mode over all products, and the demo reset.
 * Owns: nothing of its own; it reads the products and the ledger.
 * Announces: nothing; the products and the ledger do.
 * Needs: accounts, contracts, options, ledger, market, parameters.
 * Refuses: to show a figure it did not read from the books.
 */
import { MODES, type Money, type Result, type UserId } from '@candor/kernel';
import type { AssetHolding, EquityHistory, Failure, Transaction, UserInfo } from '@candor/protocol';
import type { AccountValue } from '../contracts/index.ts';
import type { TradingAccount } from '../ledger/index.ts';
import type { Sql } from '../platform/postgres/db.ts';
import type { KeptText } from '../platform/http/http.ts';
import type { IdempotencyKey } from '../platform/commit/idempotency.ts';
import { type PortfolioDeps, createDemoReset } from './commands.ts';
import { type OrderFileFilter, type RecordFile, ordersFile, transactionsFile } from './files.ts';
import { type AccountRead, createQueries } from './queries.ts';
import { type HistoryPeriod, listHistory } from './history.ts';
import type { Figures } from './rules.ts';
import {
  type PaperDeps,
  type PaperFile,
  type StatementParams,
  statementFile,
} from './statement-paper.ts';
import { type TransactionFilter, listTransactions } from './transactions.ts';
import { type WholeLists, wholeFiles } from './whole-files.ts';

export type { PortfolioDeps } from './commands.ts';
export type { PaperDeps } from './statement-paper.ts';
export type { Figures } from './rules.ts';

/** Everything portfolio offers. */
export type Portfolio = {
  /** The user with the figures of a mode. @throws InvariantError for an unknown user */
  info(account: TradingAccount): Promise<UserInfo>;
  /** What a trading account holds of each asset, and what that is worth. */
  assets(account: TradingAccount): Promise<AssetHolding[]>;
  /** What was booked in a trading account over a span of time, whatever the length of its journal. */
  history(params: TradingAccount & { readonly period: HistoryPeriod }): Promise<EquityHistory>;
  /** The figures of a valued trading account whose closed results are known. */
  figures(value: AccountValue, profit: Money): Figures;
  /**
   * What a trading account owns less what it owes, at prices that may be lent on; null while one that is needed is
   * old, unconfirmed or missing.
   */
  netAssets(sql: Sql, account: TradingAccount): Promise<Money | null>;
  /**
   * What trading accounts hold, and the results of their closed contracts and options since opening
   * or the last demo reset, from one look; by `accountKey`, each trading account asked for is
   * answered.
   */
  readAccounts(accounts: readonly TradingAccount[]): Promise<Map<string, AccountRead>>;
  demoReset(request: IdempotencyKey): Promise<KeptText>;
  /** A page of the payments of a trading account, newest first. */
  transactions(
    params: TransactionFilter & { readonly page: number; readonly size: number },
  ): Promise<{ records: Transaction[]; total: number }>;
  /** The payments that match as CSV. @failure unreadable — too many for one file */
  transactionsFile(
    params: TransactionFilter & { readonly zone: string },
  ): Promise<Result<RecordFile, Failure<'unreadable'>>>;
  /**
   * The payments that match as PDF.
   *
   * @failure unreadable — too many for one document
   * @failure too-many — more documents are being written than may wait
   */
  statementFile(
    params: StatementParams,
  ): Promise<Result<PaperFile, Failure<'unreadable' | 'too-many'>>>;
  /** The orders that match as CSV. @failure unreadable — too many for one file */
  ordersFile(
    params: OrderFileFilter & { readonly zone: string },
  ): Promise<Result<RecordFile, Failure<'unreadable'>>>;
  /**
   * Orders, options and payments of both trading accounts as CSV files, whole, for the copy of
   * one's data.
   */
  wholeFiles(userId: UserId): Promise<{ name: string; content: string }[]>;
  /**
   * Running contracts and options, and orders that wait, of both trading accounts; asked under
   * their locks it stays true until the transaction ends.
   */
  openOrders(
    sql: Sql,
    userId: UserId,
  ): Promise<{ positions: number; waiting: number; tokens: number }>;
};

const UTC = 'Etc/UTC';

async function countOpen(
  { contracts, options, plans, nft }: PortfolioDeps,
  sql: Sql,
  userId: UserId,
): Promise<{ positions: number; waiting: number; tokens: number }> {
  const accounts = MODES.map((mode): TradingAccount => ({ userId, mode }));
  let { running: positions, waiting } = await contracts.countOpen(sql, accounts);
  for (const account of accounts) {
    positions += await options.countRunning(sql, account);
    const invested = await plans.countOpen(sql, account);
    positions += invested.running;
    waiting += invested.waiting;
  }
  return { positions, waiting, tokens: await nft.countHeld(sql, userId) };
}

/** Opens the capability. */
export function createPortfolio(deps: PortfolioDeps & PaperDeps): Portfolio {
  const queries = createQueries(deps);
  return {
    ...queries,
    history: (params) => listHistory(deps, params),
    demoReset: createDemoReset(deps),
    transactions: (params) => listTransactions(deps, params),
    transactionsFile: (params) => transactionsFile(deps, params),
    statementFile: (params) => statementFile(deps, params),
    ordersFile: (params) => ordersFile(deps, params),
    wholeFiles(userId) {
      const own = { userId, zone: UTC };
      const lists: WholeLists = {
        orders: (params, span) => ordersFile(deps, { ...own, ...params, ...span, status: 'all' }),
        transactions: (mode, span) => transactionsFile(deps, { ...own, mode, ...span }),
      };
      return wholeFiles(lists, deps.clock.now());
    },
    openOrders: (sql, userId) => countOpen(deps, sql, userId),
  };
}
