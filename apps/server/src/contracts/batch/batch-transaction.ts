import {
  type Clock,
  type ContractId,
  type EntryId,
  type Mode,
  type QuoteId,
  type UnixMs,
  type UserId,
  SECOND_MS,
  assert,
  ensure,
  isLaterTick,
  newUuid,
} from '@candor/kernel';
import {
  type TradingAccount,
  type Cause,
  type Entry,
  type EntryKind,
  type Posting,
  accountKey,
  entryStatements,
  findHoldings,
  holdStatement,
  lockAccounts,
  touchStatements,
  versionsOf,
  versionsStatement,
} from '../../ledger/index.ts';
import { type Database, type Statement, type Tx, sendAll } from '../../platform/postgres/db.ts';
import {
  type Answered,
  type Kept,
  type IdempotencyKey,
  findKept,
  keepStatements,
} from '../../platform/commit/idempotency.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import type { AccountCache } from './account-cache.ts';
import { type AccountState, createAccountState } from './account-state.ts';
import {
  type AnyOrder,
  type Change,
  type Closing,
  type Contract,
  type PendingOrder,
  afterClosing,
  canMove,
} from '../order/contract.ts';
import {
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
  CONTRACTS_FILLED,
  CONTRACTS_OPENED,
  CONTRACTS_PLACED,
  type ContractsChanged,
} from '../order/events.ts';
import type { MarketView } from '../order/market-view.ts';
import { findRisk } from '../risk/new-risk.ts';
import {
  type Ended,
  type OrderEventNote,
  changeStatements,
  closeStatements,
  endStatements,
  fillStatements,
  noteStatements,
  openStatements,
} from '../store/order-store.ts';
import { closePostings, openPostings } from './postings.ts';
import { type PassedNote, passedStatements } from '../store/passed-store.ts';
import { type PassedSpan, addPassed } from '../order/passed-rules.ts';
import type { FindPassed, FindReached } from '../order/reached.ts';
import type { FrozenQuotes } from './frozen-quotes.ts';
import { newReceiptNumber } from '../order/receipt-number.ts';
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
  return ensure(batch.accounts.get(accountKey(account)), 'the book was loaded').state;
}

const movesCash = ({ postings }: Pick<Entry, 'postings'>): boolean =>
  postings.some(({ from, to }) => from === 'user:cash' || to === 'user:cash');

/** Takes an entry down for writing and moves the loaded trading account with it. */
export function post(
  batch: BatchTransaction,
  account: TradingAccount,
  entry: {
    kind: EntryKind;
    requestId: string;
    part: number;
    cause: Cause;
    subject: string;
    postings: readonly Posting[];
  },
): void {
  if (entry.postings.length === 0) return;
  const { userId, mode } = account;
  const id = newUuid(batch.now) as EntryId;
  batch.entries.push({ ...entry, userId, mode, id, reverses: null, at: batch.now });
  accountOf(batch, account).apply(entry.postings);
  if (!movesCash(entry)) batch.touched.set(accountKey(account), account);
}

/** Under which an entry is posted. */
export type Posted = {
  readonly requestId: string;
  readonly part: number;
  readonly cause: Cause;
};

function postOpening(batch: BatchTransaction, contract: Contract, posted: Posted): void {
  const state = accountOf(batch, contract);
  const decision = { margin: contract.margin, fee: contract.openFee };
  const postings = openPostings(decision, state.holdings());
  post(batch, contract, { ...posted, kind: 'contract-open', subject: contract.id, postings });
  state.add(contract);
}

/** Takes a new contract down: its entry and its row. */
export function beginContract(batch: BatchTransaction, contract: Contract, posted: Posted): void {
  postOpening(batch, contract, posted);
  batch.opened.push(contract);
  batch.after.set(contract.id, contract);
}

/** Takes a new order down that waits; nothing is posted for it. */
export function placeOrder(batch: BatchTransaction, order: PendingOrder): void {
  batch.placed.push(order);
  batch.after.set(order.id, order);
  countWaiting(batch, order, 1);
}

/** Counts what waits; no payment shows it, so the trading account is touched. */
function countWaiting(
  batch: BatchTransaction,
  order: PendingOrder | Contract,
  change: 1 | -1,
): void {
  accountOf(batch, order).waits(change);
  batch.touched.set(accountKey(order), order);
}

/** Takes down that an order which waited was filled: its entry and its row. */
export function fillOrder(batch: BatchTransaction, contract: Contract, posted: Posted): void {
  postOpening(batch, contract, posted);
  batch.filled.push(contract);
  batch.after.set(contract.id, contract);
  countWaiting(batch, contract, -1);
}

/** Takes down at which ticks an order was passed over, with what is written of it now. */
export function notePassed(batch: BatchTransaction, note: PassedNote): void {
  if (note.spans.length > 0) batch.passed.push(note);
}

/** Takes down that an order ended without having been filled. */
export function endUnfilled(
  batch: BatchTransaction,
  order: PendingOrder,
  ended: NonNullable<PendingOrder['ended']>,
): PendingOrder {
  assert(canMove(order.status, 'closed'), 'only what waits can be cancelled');
  const over: PendingOrder = { ...order, status: 'closed', ended };
  batch.unfilled.push(over);
  batch.after.set(over.id, over);
  countWaiting(batch, order, -1);
  return over;
}

/**
 * Takes down new terms of an open order, and what its history says of them. Answers the order as it
 * is now.
 */
export function changeOrder<Order extends AnyOrder>(
  batch: BatchTransaction,
  changed: Order,
  note: Omit<OrderEventNote, 'order' | 'at'> & { readonly changes?: readonly Change[] },
): Order {
  const order = { ...changed, changes: changed.changes + 1 };
  assert(order.status !== 'closed', 'only what is open is changed');
  if (order.open !== null) {
    const state = accountOf(batch, order);
    state.remove(order);
    state.add(order);
    batch.touched.set(accountKey(order), order);
  }
  batch.changed.push(order);
  batch.after.set(order.id, order);
  batch.notes.push({ ...note, order, at: batch.now });
  return order;
}

/** A level that is reached and not done is said where a contract ends otherwise so long after it. */
const LATE_MS = SECOND_MS;

/** At which ticks a level was reached of a contract that ends otherwise. */
function levelPassed(
  batch: BatchTransaction,
  contract: Contract,
  closing: Closing,
): readonly PassedSpan[] {
  const { reason, fill } = closing;
  if (fill === null) return [];
  const known = batch.deps.passed(contract, fill.tickId);
  if (reason !== 'user' && reason !== 'closeOut') return known;
  const found = batch.deps.reached(contract);
  if (found === null || found === 'behind') return known;
  const { tickId: from, receivedAt } = found.quote;
  if (!found.hasFailed && batch.now - receivedAt <= LATE_MS) return known;
  const to = isLaterTick(from, fill.tickId) ? from : fill.tickId;
  return addPassed(known, { from, to, reason: found.hasFailed ? 'failed' : 'late' });
}

/**
 * Ends a running contract, or a part of it: its entries, its row and what its receipt is written
 * from. Answers the contract as it is now.
 */
export function endContract(
  batch: BatchTransaction,
  contract: Contract,
  options: Posted & { closing: Closing },
): Contract {
  assert(canMove(contract.status, 'closed'), 'only what is open can be closed');
  const { closing, requestId, part, cause } = options;
  const state = accountOf(batch, contract);
  const after: Contract = afterClosing(contract, closing);
  const receiptNo = newReceiptNumber();
  const spans = levelPassed(batch, contract, closing);
  notePassed(batch, { order: contract, receiptNo, spans });
  state.remove(contract);
  const isLast = closing.isLast && state.running().length === 0;
  const paid = closePostings(closing, { holdings: state.holdings(), isLast });
  const entry = { requestId, cause, subject: contract.id };
  post(batch, contract, { ...entry, part, kind: paid.kind, postings: paid.close });
  post(batch, contract, {
    ...entry,
    part: part + 1,
    kind: 'protection',
    postings: paid.protection,
  });
  const numbered = { ...after, receipts: [...contract.receipts, receiptNo] };
  if (!closing.isLast) {
    state.add(numbered);
    batch.touched.set(accountKey(contract), contract);
  }
  batch.after.set(numbered.id, numbered);
  batch.closed.push({ contract, closing, receiptNo, requestId, part });
  return numbered;
}

type Named = { readonly userId: UserId; readonly mode: Mode; readonly id: ContractId };

function factOf(topic: string, orders: readonly Named[]): Fact[] {
  if (orders.length === 0) return [];
  const changed = orders.map(({ userId, mode, id }) => ({ userId, mode, contractId: id }));
  return [{ topic, payload: { changed } satisfies ContractsChanged }];
}

function factsOf(batch: BatchTransaction): Fact[] {
  const parts = batch.closed.filter(({ closing }) => !closing.isLast);
  const ended = batch.closed.filter(({ closing }) => closing.isLast);
  return [
    ...factOf(CONTRACTS_PLACED, batch.placed),
    ...factOf(CONTRACTS_OPENED, [...batch.opened, ...batch.filled]),
    ...factOf(CONTRACTS_FILLED, batch.filled),
    ...factOf(CONTRACTS_CHANGED, [...batch.changed, ...parts.map(({ contract }) => contract)]),
    ...factOf(CONTRACTS_CLOSED, [...ended.map(({ contract }) => contract), ...batch.unfilled]),
    ...batch.facts,
  ];
}

/** Topics under which facts about orders are announced, each once for what became of one. */
const ABOUT_ORDERS = new Set([
  CONTRACTS_PLACED,
  CONTRACTS_OPENED,
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
]);

/** Every order a committed batch changed, with the number of facts that will come about it. */
export function committedOf(batch: BatchTransaction): Committed[] {
  const counts = new Map<ContractId, number>();
  for (const { topic, payload } of factsOf(batch)) {
    if (!ABOUT_ORDERS.has(topic)) continue;
    for (const { contractId } of (payload as ContractsChanged).changed) {
      counts.set(contractId, (counts.get(contractId) ?? 0) + 1);
    }
  }
  return [...batch.after].map(([id, order]) => ({ order, facts: counts.get(id) ?? 0 }));
}

/** Everything a batch decided. Each statement fails by itself where it may not stand. */
function writeStatements(batch: BatchTransaction): Statement[] {
  return [
    ...openStatements([...batch.opened, ...batch.placed]),
    ...fillStatements(batch.filled),
    ...changeStatements(batch.changed),
    ...closeStatements(batch.closed),
    ...endStatements(batch.unfilled),
    ...noteStatements(batch.notes),
    ...passedStatements(batch.passed),
    ...batch.extra,
    ...touchStatements([...batch.touched.values()]),
    ...entryStatements(batch.entries, batch.now, factsOf(batch)),
    ...keepStatements(batch.answers, batch.now),
  ];
}

/** Versions of the trading accounts of a batch as it left them, by `accountKey`. */
export type Versions = ReadonlyMap<string, string>;

const versionsAfter = (batch: BatchTransaction): Statement =>
  versionsStatement([...batch.accounts.values()].map(({ account }) => account));

/** Writes everything a batch decided, in the transaction in which it was loaded. */
export async function writeBatch(tx: Tx, batch: BatchTransaction): Promise<Versions> {
  const { text, values } = versionsAfter(batch);
  const written = sendAll(tx, writeStatements(batch));
  const [rows] = await Promise.all([tx.query(text, values), written]);
  return versionsOf(rows);
}

/**
 * How long what was decided may wait for a connection. Past it prices are others: it is decided
 * again, over a connection that is there.
 *
 * @units milliseconds
 */
const DECIDED_MAX_MS = 1_000;

/**
 * Commits what was decided on remembered trading accounts, in one round trip.
 *
 * @throws when a trading account moved since it was remembered, a request was answered before, or
 *         anything else stood in the way; nothing was written then, unless the connection was lost
 */
export async function commitBatch(batch: BatchTransaction): Promise<Versions> {
  const held = [...batch.accounts.values()].map(({ account, version }) => ({
    ...account,
    version: ensure(version, 'a remembered book has a version'),
  }));
  const { db, clock } = batch.deps;
  const isStillGood = (): boolean => clock.now() - batch.now <= DECIDED_MAX_MS;
  const statements = [holdStatement(held), ...writeStatements(batch), versionsAfter(batch)];
  return versionsOf(await db.commitAll(statements, isStillGood));
}

/** Remembers the trading accounts of a committed batch, under the versions it left them with. */
export function rememberAccounts(
  batch: BatchTransaction,
  cache: AccountCache,
  versions: Versions,
): void {
  for (const [key, { state }] of batch.accounts) {
    const version = versions.get(key);
    // What was done so far moves with time and other products: where it counts it is added up anew.
    if (version === undefined || state.risk.used !== null) continue;
    cache.put(key, version, state);
  }
}
