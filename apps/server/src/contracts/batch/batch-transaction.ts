import {
  type Clock,
  type ContractId,
  type Mode,
  type QuoteId,
  type UnixMs,
  type UserId,
  ensure,
} from '@candor/kernel';
import {
  type TradingAccount,
  type Entry,
  accountKey,
  findHoldings,
  lockAccounts,
} from '../../ledger/index.ts';
import type { Database, Statement, Tx } from '../../platform/postgres/db.ts';
import {
  type Answered,
  type Kept,
  type IdempotencyKey,
  findKept,
} from '../../platform/commit/idempotency.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import type { AccountCache } from './account-cache.ts';
import { type AccountState, createAccountState } from './account-state.ts';
import type { AnyOrder, Contract, PendingOrder } from '../order/contract.ts';
import type { MarketView } from '../order/market-view.ts';
import { findRisk } from '../risk/new-risk.ts';
import type { Ended, OrderEventNote } from '../store/order-store.ts';
import type { PassedNote } from '../store/passed-store.ts';
import type { FindPassed, FindReached } from '../order/reached.ts';
import type { FrozenQuotes } from './frozen-quotes.ts';
import { countPending, findByIds, findRunning } from '../store/store.ts';
import type { Unjudged } from './unjudged.ts';

/** What the contract commands stand on. */
export type ContractDeps = {
  /** For whatever callers read. */
  readonly db: Database;
  readonly clock: Clock;
  readonly market: MarketView;
  readonly isRehearsal: boolean;
  /** Whether the house has what its floor for new real business asks for; false without a floor. */
  readonly houseHasFloor: () => boolean;
  /** Whether the operator has said who answers for real business. */
  readonly isOperatorNamed: () => boolean;
  /** From when real business is taken of a user; null before the risk was acknowledged. */
  readonly realFrom: (userId: UserId) => Promise<UnixMs | null>;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
};

/** An order as a commit left it, and how many facts about it were committed with it. */
export type Committed = { readonly order: AnyOrder; readonly facts: number };

/** What commands share besides: quotes this process promised to fill at, and who hears of commits. */
export type BatchDeps = ContractDeps & {
  readonly quotes: FrozenQuotes;
  readonly unjudged: Pick<Unjudged, 'watch'>;
  /** What stored ticks have reached of an open order and nobody has done yet. */
  readonly reached: FindReached;
  /** What an open order was passed over at and no row says yet. */
  readonly passed: FindPassed;
  /** Hears of every order a commit of this process changed, right after it, in their order. */
  readonly tell: (committed: readonly Committed[]) => void;
};

/** What a command asks to have loaded. */
export type LoadParams = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly request: IdempotencyKey | null;
  readonly contractId: ContractId | null;
};

type LoadedAccount = {
  readonly account: TradingAccount;
  readonly state: AccountState;
  readonly version: string | undefined;
};

/** Everything one batch loaded, and what it is going to write. */
export type BatchTransaction = {
  readonly deps: BatchDeps;
  readonly now: UnixMs;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly accounts: ReadonlyMap<string, LoadedAccount>;
  /** Orders asked for by id that do not run: they wait, or they ended. */
  readonly others: ReadonlyMap<ContractId, AnyOrder>;
  readonly entries: Entry[];
  readonly opened: Contract[];
  readonly placed: PendingOrder[];
  readonly filled: Contract[];
  readonly changed: AnyOrder[];
  readonly closed: Ended[];
  /** Orders that ended without having been filled. */
  readonly unfilled: PendingOrder[];
  readonly notes: OrderEventNote[];
  /** At which ticks orders were passed over, for what is written of them now. */
  readonly passed: PassedNote[];
  /** Every order this batch changes, as it will be. */
  readonly after: Map<ContractId, AnyOrder>;
  /** Facts and statements of commands that keep records of their own: notices, financing. */
  readonly facts: Fact[];
  readonly extra: Statement[];
  /** Trading accounts behind which something changed that no payment from or to cash shows. */
  readonly touched: Map<string, TradingAccount>;
  /** Frozen quotes that were filled at. */
  readonly usedQuotes: QuoteId[];
  readonly answers: Answered[];
};

async function loadAccounts(
  tx: Tx,
  deps: BatchDeps,
  options: { accounts: readonly TradingAccount[]; cache: AccountCache },
): Promise<Map<string, LoadedAccount>> {
  const versions = await lockAccounts(tx, options.accounts);
  const found = new Map<string, LoadedAccount>();
  const missing: TradingAccount[] = [];
  for (const account of options.accounts) {
    const key = accountKey(account);
    const version = versions.get(key);
    const state = options.cache.take(key, version);
    if (state === null) missing.push(account);
    else found.set(key, { account, state, version });
  }
  if (missing.length === 0) return found;
  const [holdings, running, waiting, risks] = await Promise.all([
    findHoldings(tx, missing),
    findRunning(tx, missing),
    countPending(tx, missing),
    findRisk(tx, missing, deps.clock.now()),
  ]);
  const byBook = Map.groupBy(running, accountKey);
  for (const tradingAccount of missing) {
    const key = accountKey(tradingAccount);
    const held = ensure(holdings.get(key), 'every book asked for is answered');
    const loaded = {
      holdings: held,
      running: byBook.get(key) ?? [],
      waiting: waiting.get(key) ?? 0,
      risk: ensure(risks.get(key), 'every book asked for is answered'),
    };
    const state = createAccountState(loaded, deps.market);
    found.set(key, { account: tradingAccount, state, version: versions.get(key) });
  }
  return found;
}

/** Locks the trading accounts of a batch and loads everything its decisions depend on. */
export async function loadBatch(
  tx: Tx,
  deps: BatchDeps,
  options: { asked: readonly LoadParams[]; cache: AccountCache },
): Promise<BatchTransaction> {
  const { asked, cache } = options;
  const requests = asked.flatMap(({ request }) => request ?? []);
  // Sent together; the answers kept are looked up only once the lock before them is held.
  const [accounts, kept] = await Promise.all([
    loadAccounts(tx, deps, { accounts: asked, cache }),
    requests.length === 0 ? new Map<string, Kept>() : findKept(tx, requests),
  ]);
  const ids = asked.flatMap(({ userId, mode, contractId }) => {
    if (contractId === null) return [];
    const isRunning =
      accounts.get(accountKey({ userId, mode }))?.state.find(contractId) !== undefined;
    return isRunning ? [] : [{ userId, id: contractId }];
  });
  const others = await findByIds(tx, ids);
  return workOn(deps, { kept, accounts, others: new Map(others.map((one) => [one.id, one])) });
}

function workOn(
  deps: BatchDeps,
  loaded: Pick<BatchTransaction, 'kept' | 'accounts' | 'others'>,
): BatchTransaction {
  return {
    deps,
    now: deps.clock.now(),
    ...loaded,
    entries: [],
    opened: [],
    placed: [],
    filled: [],
    changed: [],
    closed: [],
    unfilled: [],
    notes: [],
    passed: [],
    after: new Map(),
    facts: [],
    extra: [],
    touched: new Map(),
    usedQuotes: [],
    answers: [],
  };
}

/**
 * A batch on trading accounts that are all remembered, without asking the database: whether they
 * are still as remembered, and the requests new, is found out when it is committed by `commitBatch`.
 * Null when something has to be loaded.
 */
export function recallBatch(
  deps: BatchDeps,
  options: { asked: readonly LoadParams[]; cache: AccountCache },
): BatchTransaction | null {
  const { asked, cache } = options;
  const isKnown = asked.every((one) => {
    const state = cache.peek(accountKey(one));
    if (state === null) return false;
    return one.contractId === null || state.find(one.contractId) !== undefined;
  });
  if (!isKnown) return null;
  const accounts = new Map<string, LoadedAccount>();
  for (const { userId, mode } of asked) {
    const key = accountKey({ userId, mode });
    const known = ensure(cache.takeAny(key), 'the book is remembered');
    accounts.set(key, { account: { userId, mode }, ...known });
  }
  return workOn(deps, { kept: new Map(), accounts, others: new Map() });
}

/** The loaded state of a trading account. @throws InvariantError when it was not loaded */
export function accountOf(batch: BatchTransaction, account: TradingAccount): AccountState {
  return ensure(batch.accounts.get(accountKey(account)), 'the trading account was loaded').state;
}
