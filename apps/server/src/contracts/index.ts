/**
 * contracts — orders and leveraged positions, each filled and closed on a tick of the tape.
 * Owns: contracts, orders that wait, closings, their history.
 * Announces: ContractsPlaced, -Opened, -Filled, -Changed, -Closed, each once per transaction; and
 * MarginLevelFell.
 * Needs: the market's prices (through MarketView), the ledger, accounts, parameters.
 * Refuses: fills without a fresh recorded price, business beyond the free margin.
 */
import type { ContractId, Mode, Money, Result, UnixMs, UserId } from '@candor/kernel';
import type { Failure, OrderQuote, QuoteOrderBody } from '@candor/protocol';
import { type AccountResults, accountResults } from './queries/account-results.ts';
import type { RealRisk } from '../accounts/index.ts';
import type { TradingAccount } from '../ledger/index.ts';
import type { Database, Sql } from '../platform/postgres/db.ts';
import { type IdempotencyKey, annulRequest } from '../platform/commit/idempotency.ts';
import { type ContractCommands, createContractCommands } from './commands.ts';
import { type AnyOrder, type Contract, type PendingOrder, isContract } from './order/contract.ts';
import {
  findLastFinancedDay,
  findOwed,
  findOwedOf,
  findUnpaidDays,
  insertFinancedDay,
} from './financing/financing-store.ts';
import {
  type FinancingDays,
  type Overnight,
  type OvernightDeps,
  createOvernight,
} from './financing/overnight.ts';
import { type ToldLevel, findTold } from './margin/notice-store.ts';
import { type ContractQueries, createContractQueries } from './queries/queries.ts';
import { sumOpened } from './risk/opened-store.ts';
import { sumOpenCosts } from './queries/open-cost-store.ts';
import { createQuoter } from './quoting/quote.ts';
import { createFrozenQuotes } from './batch/frozen-quotes.ts';
import type { FindPassed, FindReached } from './order/reached.ts';
import type { Committed, ContractDeps } from './batch/batch-transaction.ts';
import { realOpeningFacts } from './batch/facts.ts';
import { decideAdmission, decideRealOpening } from './order/tradable.ts';
import { type AccountMargin, countOpen, findAccountMargins } from './batch/account-margins.ts';
import {
  type ClosingFacts,
  findClosingByReceipt,
  findClosingNumbers,
  findClosings,
  findOrderOwner,
  findOrderReceipts,
} from './queries/receipt-store.ts';
import { findAllPending, findAllRunning, findByIds } from './store/store.ts';
import { type Traded, type TradedParams, createTraded } from './queries/traded-store.ts';
import {
  type TrailingLevel,
  type TrailingStart,
  findTrailing,
  keepTrailing,
} from './store/trailing-store.ts';
import { type Unjudged, createUnjudged } from './batch/unjudged.ts';

export type { FillCommand, TriggerCommand } from './commands.ts';
export type { AccountResults } from './queries/account-results.ts';
export type { MarginCommand, MarginOutcome } from './margin/close-out.ts';
export { MARGIN_LEVEL_FELL, type MarginLevelFell } from './margin/close-out-events.ts';
export type { TrailingLevel, TrailingStart } from './store/trailing-store.ts';
export {
  isContract,
  newContract,
  type AnyOrder,
  type CloseReason,
  type Contract,
  type Fill,
  type PendingOrder,
} from './order/contract.ts';
export type { FindPassed, FindReached, Reached } from './order/reached.ts';
export { type PassedSpan, addPassed, passedReason } from './order/passed-rules.ts';
export type { Committed } from './batch/batch-transaction.ts';
export { openCost } from './queries/open-cost-store.ts';
export { newReceiptNumber, receiptNumber } from './order/receipt-number.ts';
export type { ClosingFacts } from './queries/receipt-store.ts';
export type { TermsFrom } from './queries/terms-store.ts';
export type { ConversionRate, MarketStatus, MarketView } from './order/market-view.ts';
export type { AccountValue } from './queries/queries.ts';
export {
  isAtCost,
  judge,
  marginStateOf,
  priceOf,
  valueAll,
  valueContract,
  type Valued,
  type ValuedAll,
} from './order/valuation.ts';
export { orderOf } from './order/view.ts';
export { orderNumber } from './order/order-number.ts';
export { type Risk, findRisk } from './risk/new-risk.ts';
export type { AccountMargin } from './batch/account-margins.ts';
export {
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
  CONTRACTS_FILLED,
  CONTRACTS_OPENED,
  CONTRACTS_PLACED,
  type ContractsChanged,
} from './order/events.ts';

/**
 * Sees to it that it can be said what ticks have reached of an order, or of a whole trading
 * account.
 */
export type LookBack = (
  params: TradingAccount & { readonly contractId: ContractId | null },
) => Promise<void>;

/** Everything contracts offer other capabilities. */
export type Contracts = {
  readonly commands: ContractCommands;
  /** Sees to it that a request without an answer never acts, whenever it arrives. */
  annul(request: Pick<IdempotencyKey, 'userId' | 'requestId'>): Promise<void>;
  /** Has whatever a user asks of an open order look first at what ticks have reached of it. */
  beforeChanging(params: { readonly find: FindReached; readonly lookBack: LookBack }): void;
  /** Has what is written of an order state at which ticks it was passed over. */
  stating(find: FindPassed): void;
  readonly queries: ContractQueries;
  /** What was refused because an account could not be judged; other products add theirs. */
  readonly unjudged: Unjudged;
  /** Every running contract, for the engine's memory. */
  allRunning(): Promise<Contract[]>;
  /**
   * Tells one listener of every order a commit of this process changed, right after it and in the
   * order of the commits of each account. What others commit is told by facts alone.
   */
  onCommitted(listener: (committed: readonly Committed[]) => void): void;
  /** Every order that waits, for the engine's memory. */
  allPending(): Promise<PendingOrder[]>;
  /** Where trailing stops stand, so that a restart finds them there. */
  readonly trailing: {
    all(): Promise<TrailingStart[]>;
    keep(moved: readonly TrailingLevel[], at: UnixMs): Promise<void>;
  };
  /** The margin levels traders were told of. */
  toldLevels(): Promise<ToldLevel[]>;
  readonly financing: FinancingDays;
  /** Charges midnights, before anything is closed behind one; the engine says when. */
  readonly overnight: Pick<Overnight, 'load' | 'run' | 'settle'>;
  /** Contracts by id, running or closed; orders that were never filled are left out. */
  byIds(ids: readonly { userId: UserId; id: ContractId }[]): Promise<Contract[]>;
  /** Orders by id, whatever became of them. */
  ordersByIds(ids: readonly { userId: UserId; id: ContractId }[]): Promise<AnyOrder[]>;
  /** What an order would do, at a price held for a few seconds. */
  quote(params: {
    userId: UserId;
    mode: Mode;
    body: QuoteOrderBody;
  }): Promise<Result<OrderQuote, Failure>>;
  /** Numbers of the receipts of all closings of these contracts. */
  closingNumbers(ids: readonly { userId: UserId; id: ContractId }[]): Promise<string[]>;
  /** Closings of these contracts, those of one oldest first; only those wanted, if named. */
  closings(
    ids: readonly { userId: UserId; id: ContractId }[],
    wanted?: ReadonlySet<string>,
  ): Promise<ClosingFacts[]>;
  /** Numbers of the receipts of a user’s order, oldest first; null for none of theirs. */
  receiptsOf(params: TradingAccount & { readonly orderNo: string }): Promise<string[] | null>;
  /** Whose order a number names; null for none. */
  ownerOf(orderNo: string): Promise<UserId | null>;
  /** The closing a receipt’s number names. */
  closingByReceipt(number: string): Promise<ClosingFacts | null>;
  /**
   * Where trading accounts stand now, by `accountKey`; other products ask it under the trading
   * accounts' locks.
   */
  accountMargins(
    sql: Sql,
    accounts: readonly TradingAccount[],
  ): Promise<ReadonlyMap<string, AccountMargin>>;
  /**
   * How many contracts run and orders wait in some trading accounts together, asked in the same
   * way.
   */
  countOpen(
    sql: Sql,
    accounts: readonly TradingAccount[],
  ): Promise<{ running: number; waiting: number }>;
  /**
   * What running contracts of these trading accounts have cost so far, by `accountKey`.
   *
   * @units USDT units
   */
  openCosts(sql: Sql, accounts: readonly TradingAccount[]): Promise<ReadonlyMap<string, Money>>;
  /** What the limits users set themselves are measured by. */
  readonly realRisk: RealRisk;
  /**
   * Whether a user may begin real business now, of whatever product: the prices are a market's own,
   * the day after the acknowledgement is over, the operator is named and the house has its floor.
   */
  admitReal(params: {
    readonly userId: UserId;
    readonly now: UnixMs;
  }): Promise<Result<null, Failure>>;
  /** Notional of all fills of a mode after a moment; the figure of the home page. */
  traded: (params: TradedParams) => Promise<Traded>;
  /** What the contracts of each account of a mode brought since a moment, after costs. */
  results: (params: { mode: Contract['mode']; since: UnixMs }) => Promise<AccountResults>;
};

/** Opens the capability. */
export function createContracts(
  given: ContractDeps &
    Pick<OvernightDeps, 'log' | 'market' | 'parameters'> & {
      /** For commands and what the engine reads: callers never take these connections. */
      readonly acting: Database;
    },
): Contracts {
  let listener: (committed: readonly Committed[]) => void = () => undefined;
  const tell = (committed: readonly Committed[]): void => listener(committed);
  const unjudged = createUnjudged();
  let findReached: FindReached = () => null;
  const reached: FindReached = (order) => findReached(order);
  let findPassed: FindPassed = () => [];
  const passed: FindPassed = (order, before) => findPassed(order, before);
  const deps = { ...given, quotes: createFrozenQuotes(), tell, unjudged, reached, passed };
  const queries = createContractQueries(deps);
  const { acting } = given;
  let lookBack: LookBack = () => Promise.resolve();
  const inBatches = createContractCommands({
    ...deps,
    db: acting,
    nightPaid: (account) => overnight.waitPaid(account),
    lookBack: (params) => lookBack(params),
  });
  const commands: ContractCommands = {
    ...inBatches,
    async ask(command) {
      const answer = await inBatches.ask(command);
      if (answer.made === undefined) return answer;
      const { made } = answer;
      return { kept: await queries.replay({ ...command.request, made }) };
    },
  };
  const financing: FinancingDays = {
    lastDay: () => findLastFinancedDay(acting),
    owed: (params) => findOwed(acting, params),
    owedOf: (params) => findOwedOf(acting, params),
    unpaid: (feed) => findUnpaidDays(acting, feed),
    done: (day, feed) => insertFinancedDay(acting, { day, feed, at: deps.clock.now() }),
  };
  const charge: OvernightDeps['charge'] = (command) => commands.financing(command);
  const overnight = createOvernight({ ...deps, days: financing, charge });
  return {
    commands,
    annul: (request) => acting.transaction((tx) => annulRequest(tx, request, deps.clock.now())),
    beforeChanging(next) {
      findReached = next.find;
      lookBack = next.lookBack;
    },
    stating(next) {
      findPassed = next;
    },
    queries,
    unjudged,
    allRunning: () => findAllRunning(acting),
    onCommitted(next) {
      listener = next;
    },
    allPending: () => findAllPending(acting),
    trailing: {
      all: () => findTrailing(acting),
      keep: (moved, at) => keepTrailing(acting, moved, at),
    },
    toldLevels: () => findTold(acting),
    financing,
    overnight,
    byIds: async (ids) => (await findByIds(deps.db, ids)).filter(isContract),
    ordersByIds: (ids) => findByIds(acting, ids),
    quote: createQuoter(deps, queries),
    ownerOf: (orderNo) => findOrderOwner(deps.db, orderNo),
    closingNumbers: (ids) => findClosingNumbers(deps.db, ids),
    closings: (ids, wanted) => findClosings(deps.db, ids, wanted),
    receiptsOf: (params) => findOrderReceipts(deps.db, params),
    closingByReceipt: (number) => findClosingByReceipt(deps.db, number),
    accountMargins: (sql, accounts) => findAccountMargins(sql, accounts, deps.market),
    countOpen,
    openCosts: sumOpenCosts,
    realRisk: {
      opened: (params) => sumOpened(deps.db, { ...params, mode: 'real' }),
      floating: async (userId) => {
        const { margin } = await queries.accountValue({ userId, mode: 'real' });
        return margin.isJudged ? margin.marginState.floatingPnl : null;
      },
    },
    async admitReal({ userId, now }) {
      const { mode: feedMode } = deps.market.feed();
      const { isRehearsal } = deps;
      const realFrom = await deps.realFrom(userId);
      const facts = { mode: 'real', realFrom, now, feedMode, isRehearsal } as const;
      const admitted = decideAdmission(facts);
      return admitted.ok ? decideRealOpening(realOpeningFacts({ deps }, 'real')) : admitted;
    },
    traded: createTraded(deps.db),
    results: (params) => accountResults(deps, params),
  };
}
