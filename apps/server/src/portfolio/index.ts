/**
 * portfolio — the figures and records of one user and mode over all products, and the demo reset.
 * Owns: nothing of its own; it reads the products and the ledger.
 * Announces: nothing; the products and the ledger do.
 * Needs: accounts, contracts, options, ledger, market, parameters.
 * Refuses: to show a figure it did not read from the books.
 */
import type { Money, Result } from '@candor/kernel';
import type { Failure, Transaction, UserInfo } from '@candor/protocol';
import type { BookValue } from '../contracts/index.ts';
import type { Book } from '../ledger/index.ts';
import type { KeptText } from '../platform/http.ts';
import type { Request } from '../platform/idempotency.ts';
import { type PortfolioDeps, createDemoReset } from './commands.ts';
import { type OrderFileFilter, type RecordFile, ordersFile, transactionsFile } from './files.ts';
import { createQueries } from './queries.ts';
import type { Figures } from './rules.ts';
import { type TransactionFilter, listTransactions } from './transactions.ts';

export type { PortfolioDeps } from './commands.ts';
export type { Figures } from './rules.ts';

/** Everything portfolio offers. */
export type Portfolio = {
  /** The user with the figures of a mode. @throws InvariantError for an unknown user */
  info(book: Book): Promise<UserInfo>;
  /** The figures of a valued book whose closed results are known. */
  figures(value: BookValue, profit: Money): Figures;
  /** Results of closed contracts and options since opening, or since the last demo reset. */
  profit(book: Book): Promise<Money>;
  demoReset(request: Request): Promise<KeptText>;
  /** A page of the payments of a book, newest first. */
  transactions(
    asked: TransactionFilter & { readonly page: number; readonly size: number },
  ): Promise<{ records: Transaction[]; total: number }>;
  /** The payments that match as CSV. @failure unreadable — too many for one file */
  transactionsFile(
    asked: TransactionFilter & { readonly zone: string },
  ): Promise<Result<RecordFile, Failure<'unreadable'>>>;
  /** The orders that match as CSV. @failure unreadable — too many for one file */
  ordersFile(
    asked: OrderFileFilter & { readonly zone: string },
  ): Promise<Result<RecordFile, Failure<'unreadable'>>>;
};

/** Opens the capability. */
export function createPortfolio(deps: PortfolioDeps): Portfolio {
  const queries = createQueries(deps);
  return {
    ...queries,
    demoReset: createDemoReset(deps),
    transactions: (asked) => listTransactions(deps, asked),
    transactionsFile: (asked) => transactionsFile(deps, asked),
    ordersFile: (asked) => ordersFile(deps, asked),
  };
}
