/**
 * contracts — leveraged positions: opened, valued, closed, each on a tick of the tape.
 * Owns: contracts.
 * Announces: ContractsOpened, ContractsClosed, each once per transaction.
 * Needs: the market's prices (through MarketView), the ledger.
 * Refuses: fills without a fresh recorded price, business beyond the free margin.
 */
import type { ContractId, UnixMs, UserId } from '@candor/kernel';
import { type AccountResults, accountResults } from './account-results.ts';
import type { Book } from '../ledger/index.ts';
import type { Sql } from '../platform/db.ts';
import { type ContractCommands, createContractCommands } from './commands.ts';
import type { Contract } from './contract.ts';
import { type ContractQueries, createContractQueries } from './queries.ts';
import type { ContractDeps } from './work.ts';
import { type BookStanding, findStandings } from './standings.ts';
import { type ClosingFacts, findClosingByReceipt, findClosings } from './receipt-store.ts';
import { findAllRunning, findForActs, sumTraded } from './store.ts';

export type { TriggerCommand } from './commands.ts';
export type { AccountResults } from './account-results.ts';
export type { CloseReason, Contract, Fill } from './contract.ts';
export { receiptNumber } from './receipt-number.ts';
export type { ClosingFacts } from './receipt-store.ts';
export type { Link, MarketStatus, MarketView } from './market-view.ts';
export type { BookValue } from './queries.ts';
export { standingOf, valueContract, type Valued } from './valuation.ts';
export { orderOf } from './view.ts';
export { orderNumber } from './order-number.ts';
export type { BookStanding } from './standings.ts';
export { CONTRACTS_CLOSED, CONTRACTS_OPENED, type ContractsChanged } from './events.ts';

/** Everything contracts offer other capabilities. */
export type Contracts = {
  readonly commands: ContractCommands;
  readonly queries: ContractQueries;
  /** Every running contract, for the engine's memory. */
  allRunning(): Promise<Contract[]>;
  /** Contracts by id, running or closed. */
  byIds(ids: readonly { userId: UserId; id: ContractId }[]): Promise<Contract[]>;
  /** Every closing of these contracts, those of one contract oldest first. */
  closings(ids: readonly { userId: UserId; id: ContractId }[]): Promise<ClosingFacts[]>;
  /** The closing a receipt’s number names. */
  closingByReceipt(number: string): Promise<ClosingFacts | null>;
  /** Where books stand now, by `bookKey`; other products ask it under the books' locks. */
  standings(sql: Sql, books: readonly Book[]): Promise<ReadonlyMap<string, BookStanding>>;
  /** Notional of all fills of a mode after a moment; the figure of the home page. */
  traded: (asked: {
    mode: Contract['mode'];
    since: number;
  }) => Promise<{ turnover: string; statement: string }>;
  /** What the contracts of each account of a mode brought since a moment, after costs. */
  results: (asked: { mode: Contract['mode']; since: UnixMs }) => Promise<AccountResults>;
};

/** Opens the capability. */
export function createContracts(deps: ContractDeps): Contracts {
  return {
    commands: createContractCommands(deps),
    queries: createContractQueries(deps),
    allRunning: () => findAllRunning(deps.db),
    byIds: (ids) => findForActs(deps.db, { books: [], ids }),
    closings: (ids) => findClosings(deps.db, ids),
    closingByReceipt: (number) => findClosingByReceipt(deps.db, number),
    standings: (sql, books) => findStandings(sql, books, deps.market),
    traded: (asked) => sumTraded(deps.db, asked),
    results: (asked) => accountResults(deps, asked),
  };
}
