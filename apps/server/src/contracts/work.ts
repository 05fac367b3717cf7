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
  type Book,
  type Cause,
  type Entry,
  type EntryKind,
  type Posting,
  bookKey,
  entryStatements,
  findHoldings,
  holdStatement,
  lockBooks,
  touchStatements,
  versionsOf,
  versionsStatement,
} from '../ledger/index.ts';
import { type Database, type Statement, type Tx, sendAll } from '../platform/db.ts';
import {
  type Answered,
  type Kept,
  type Request,
  findKept,
  keepStatements,
} from '../platform/idempotency.ts';
import type { Fact } from '../platform/outbox.ts';
import type { BookCache } from './book-cache.ts';
import { type BookState, createBookState } from './book-state.ts';
import {
  type AnyOrder,
  type Change,
  type Closing,
  type Contract,
  type PendingOrder,
  afterClosing,
  canMove,
} from './contract.ts';
import {
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
  CONTRACTS_FILLED,
  CONTRACTS_OPENED,
  CONTRACTS_PLACED,
  type ContractsChanged,
} from './events.ts';
import type { MarketView } from './market-view.ts';
import { findRisk } from './new-risk.ts';
import {
  type Ended,
  type OrderEventNote,
  changeStatements,
  closeStatements,
  endStatements,
  fillStatements,
  noteStatements,
  openStatements,
} from './order-store.ts';
import { closePostings, openPostings } from './postings.ts';
import { type PassedNote, passedStatements } from './passed-store.ts';
import { type PassedSpan, addPassed } from './passed-rules.ts';
import type { FindPassed, FindReached } from './reached.ts';
import type { FrozenQuotes } from './quotes.ts';
import { newReceiptNumber } from './receipt-number.ts';
import { countPending, findByIds, findRunning } from './store.ts';
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
export type WorkDeps = ContractDeps & {
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
export type Asked = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly request: Request | null;
  readonly contractId: ContractId | null;
};

type LoadedBook = {
  readonly book: Book;
  readonly state: BookState;
  readonly version: string | undefined;
};

/** Everything one batch loaded, and what it is going to write. */
export type Work = {
  readonly deps: WorkDeps;
  readonly now: UnixMs;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly books: ReadonlyMap<string, LoadedBook>;
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
  /** Every order this work changes, as it will be. */
  readonly after: Map<ContractId, AnyOrder>;
  /** Facts and statements of commands that keep books of their own: notices, financing. */
  readonly facts: Fact[];
  readonly extra: Statement[];
  /** Trading accounts behind which something changed that no payment from or to cash shows. */
  readonly touched: Map<string, Book>;
  /** Frozen quotes that were filled at. */
  readonly usedQuotes: QuoteId[];
  readonly answers: Answered[];
};

async function loadBooks(
  tx: Tx,
  deps: WorkDeps,
  options: { books: readonly Book[]; cache: BookCache },
): Promise<Map<string, LoadedBook>> {
  const versions = await lockBooks(tx, options.books);
  const found = new Map<string, LoadedBook>();
  const missing: Book[] = [];
  for (const book of options.books) {
    const key = bookKey(book);
    const version = versions.get(key);
    const state = options.cache.take(key, version);
    if (state === null) missing.push(book);
    else found.set(key, { book, state, version });
  }
  if (missing.length === 0) return found;
  const [holdings, running, waiting, risks] = await Promise.all([
    findHoldings(tx, missing),
    findRunning(tx, missing),
    countPending(tx, missing),
    findRisk(tx, missing, deps.clock.now()),
  ]);
  const byBook = Map.groupBy(running, bookKey);
  for (const book of missing) {
    const key = bookKey(book);
    const held = ensure(holdings.get(key), 'every book asked for is answered');
    const loaded = {
      holdings: held,
      running: byBook.get(key) ?? [],
      waiting: waiting.get(key) ?? 0,
      risk: ensure(risks.get(key), 'every book asked for is answered'),
    };
    const state = createBookState(loaded, deps.market);
    found.set(key, { book, state, version: versions.get(key) });
  }
  return found;
}

/** Locks the trading accounts of a batch and loads everything its decisions depend on. */
export async function loadWork(
  tx: Tx,
  deps: WorkDeps,
  options: { asked: readonly Asked[]; cache: BookCache },
): Promise<Work> {
  const { asked, cache } = options;
  const requests = asked.flatMap(({ request }) => request ?? []);
  // Sent together; the answers kept are looked up only once the lock before them is held.
  const [books, kept] = await Promise.all([
    loadBooks(tx, deps, { books: asked, cache }),
    requests.length === 0 ? new Map<string, Kept>() : findKept(tx, requests),
  ]);
  const ids = asked.flatMap(({ userId, mode, contractId }) => {
    if (contractId === null) return [];
    const isRunning = books.get(bookKey({ userId, mode }))?.state.find(contractId) !== undefined;
    return isRunning ? [] : [{ userId, id: contractId }];
  });
  const others = await findByIds(tx, ids);
  return workOn(deps, { kept, books, others: new Map(others.map((one) => [one.id, one])) });
}

function workOn(deps: WorkDeps, loaded: Pick<Work, 'kept' | 'books' | 'others'>): Work {
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
 * are still as remembered, and the requests new, is found out when it is committed by `commitWork`.
 * Null when something has to be loaded.
 */
export function recallWork(
  deps: WorkDeps,
  options: { asked: readonly Asked[]; cache: BookCache },
): Work | null {
  const { asked, cache } = options;
  const isKnown = asked.every((one) => {
    const state = cache.peek(bookKey(one));
    if (state === null) return false;
    return one.contractId === null || state.find(one.contractId) !== undefined;
  });
  if (!isKnown) return null;
  const books = new Map<string, LoadedBook>();
  for (const { userId, mode } of asked) {
    const key = bookKey({ userId, mode });
    const known = ensure(cache.takeAny(key), 'the book is remembered');
    books.set(key, { book: { userId, mode }, ...known });
  }
  return workOn(deps, { kept: new Map(), books, others: new Map() });
}

/** The loaded state of a trading account. @throws InvariantError when it was not loaded */
export function bookOf(work: Work, book: Book): BookState {
  return ensure(work.books.get(bookKey(book)), 'the book was loaded').state;
}

const movesCash = ({ postings }: Pick<Entry, 'postings'>): boolean =>
  postings.some(({ from, to }) => from === 'user:cash' || to === 'user:cash');

/** Takes an entry down for writing and moves the loaded trading account with it. */
export function post(
  work: Work,
  book: Book,
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
  const { userId, mode } = book;
  const id = newUuid(work.now) as EntryId;
  work.entries.push({ ...entry, userId, mode, id, reverses: null, at: work.now });
  bookOf(work, book).apply(entry.postings);
  if (!movesCash(entry)) work.touched.set(bookKey(book), book);
}

/** Under which an entry is posted. */
export type Posted = {
  readonly requestId: string;
  readonly part: number;
  readonly cause: Cause;
};

function postOpening(work: Work, contract: Contract, posted: Posted): void {
  const state = bookOf(work, contract);
  const decision = { margin: contract.margin, fee: contract.openFee };
  const postings = openPostings(decision, state.holdings());
  post(work, contract, { ...posted, kind: 'contract-open', subject: contract.id, postings });
  state.add(contract);
}

/** Takes a new contract down: its entry and its row. */
export function beginContract(work: Work, contract: Contract, posted: Posted): void {
  postOpening(work, contract, posted);
  work.opened.push(contract);
  work.after.set(contract.id, contract);
}

/** Takes a new order down that waits; nothing is posted for it. */
export function placeOrder(work: Work, order: PendingOrder): void {
  work.placed.push(order);
  work.after.set(order.id, order);
  countWaiting(work, order, 1);
}

/** Counts what waits; no payment shows it, so the trading account is touched. */
function countWaiting(work: Work, order: PendingOrder | Contract, change: 1 | -1): void {
  bookOf(work, order).waits(change);
  work.touched.set(bookKey(order), order);
}

/** Takes down that an order which waited was filled: its entry and its row. */
export function fillOrder(work: Work, contract: Contract, posted: Posted): void {
  postOpening(work, contract, posted);
  work.filled.push(contract);
  work.after.set(contract.id, contract);
  countWaiting(work, contract, -1);
}

/** Takes down at which ticks an order was passed over, with what is written of it now. */
export function notePassed(work: Work, note: PassedNote): void {
  if (note.spans.length > 0) work.passed.push(note);
}

/** Takes down that an order ended without having been filled. */
export function endUnfilled(
  work: Work,
  order: PendingOrder,
  ended: NonNullable<PendingOrder['ended']>,
): PendingOrder {
  assert(canMove(order.status, 'closed'), 'only what waits can be cancelled');
  const over: PendingOrder = { ...order, status: 'closed', ended };
  work.unfilled.push(over);
  work.after.set(over.id, over);
  countWaiting(work, order, -1);
  return over;
}

/**
 * Takes down new terms of an open order, and what its history says of them. Answers the order as it
 * is now.
 */
export function changeOrder<Order extends AnyOrder>(
  work: Work,
  changed: Order,
  note: Omit<OrderEventNote, 'order' | 'at'> & { readonly changes?: readonly Change[] },
): Order {
  const order = { ...changed, changes: changed.changes + 1 };
  assert(order.status !== 'closed', 'only what is open is changed');
  if (order.open !== null) {
    const state = bookOf(work, order);
    state.remove(order);
    state.add(order);
    work.touched.set(bookKey(order), order);
  }
  work.changed.push(order);
  work.after.set(order.id, order);
  work.notes.push({ ...note, order, at: work.now });
  return order;
}

/** A level that is reached and not done is said where a contract ends otherwise so long after it. */
const LATE_MS = SECOND_MS;

/** At which ticks a level was reached of a contract that ends otherwise. */
function levelPassed(work: Work, contract: Contract, closing: Closing): readonly PassedSpan[] {
  const { reason, fill } = closing;
  if (fill === null) return [];
  const known = work.deps.passed(contract, fill.tickId);
  if (reason !== 'user' && reason !== 'closeOut') return known;
  const found = work.deps.reached(contract);
  if (found === null || found === 'behind') return known;
  const { tickId: from, receivedAt } = found.quote;
  if (!found.hasFailed && work.now - receivedAt <= LATE_MS) return known;
  const to = isLaterTick(from, fill.tickId) ? from : fill.tickId;
  return addPassed(known, { from, to, reason: found.hasFailed ? 'failed' : 'late' });
}

/**
 * Ends a running contract, or a part of it: its entries, its row and what its receipt is written
 * from. Answers the contract as it is now.
 */
export function endContract(
  work: Work,
  contract: Contract,
  options: Posted & { closing: Closing },
): Contract {
  assert(canMove(contract.status, 'closed'), 'only what is open can be closed');
  const { closing, requestId, part, cause } = options;
  const state = bookOf(work, contract);
  const after: Contract = afterClosing(contract, closing);
  const receiptNo = newReceiptNumber();
  const spans = levelPassed(work, contract, closing);
  notePassed(work, { order: contract, receiptNo, spans });
  state.remove(contract);
  const isLast = closing.isLast && state.running().length === 0;
  const paid = closePostings(closing, { holdings: state.holdings(), isLast });
  const entry = { requestId, cause, subject: contract.id };
  post(work, contract, { ...entry, part, kind: paid.kind, postings: paid.close });
  post(work, contract, {
    ...entry,
    part: part + 1,
    kind: 'protection',
    postings: paid.protection,
  });
  const numbered = { ...after, receipts: [...contract.receipts, receiptNo] };
  if (!closing.isLast) {
    state.add(numbered);
    work.touched.set(bookKey(contract), contract);
  }
  work.after.set(numbered.id, numbered);
  work.closed.push({ contract, closing, receiptNo, requestId, part });
  return numbered;
}

type Named = { readonly userId: UserId; readonly mode: Mode; readonly id: ContractId };

function factOf(topic: string, orders: readonly Named[]): Fact[] {
  if (orders.length === 0) return [];
  const changed = orders.map(({ userId, mode, id }) => ({ userId, mode, contractId: id }));
  return [{ topic, payload: { changed } satisfies ContractsChanged }];
}

function factsOf(work: Work): Fact[] {
  const parts = work.closed.filter(({ closing }) => !closing.isLast);
  const ended = work.closed.filter(({ closing }) => closing.isLast);
  return [
    ...factOf(CONTRACTS_PLACED, work.placed),
    ...factOf(CONTRACTS_OPENED, [...work.opened, ...work.filled]),
    ...factOf(CONTRACTS_FILLED, work.filled),
    ...factOf(CONTRACTS_CHANGED, [...work.changed, ...parts.map(({ contract }) => contract)]),
    ...factOf(CONTRACTS_CLOSED, [...ended.map(({ contract }) => contract), ...work.unfilled]),
    ...work.facts,
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
export function committedOf(work: Work): Committed[] {
  const counts = new Map<ContractId, number>();
  for (const { topic, payload } of factsOf(work)) {
    if (!ABOUT_ORDERS.has(topic)) continue;
    for (const { contractId } of (payload as ContractsChanged).changed) {
      counts.set(contractId, (counts.get(contractId) ?? 0) + 1);
    }
  }
  return [...work.after].map(([id, order]) => ({ order, facts: counts.get(id) ?? 0 }));
}

/** Everything a batch decided. Each statement fails by itself where it may not stand. */
function writeStatements(work: Work): Statement[] {
  return [
    ...openStatements([...work.opened, ...work.placed]),
    ...fillStatements(work.filled),
    ...changeStatements(work.changed),
    ...closeStatements(work.closed),
    ...endStatements(work.unfilled),
    ...noteStatements(work.notes),
    ...passedStatements(work.passed),
    ...work.extra,
    ...touchStatements([...work.touched.values()]),
    ...entryStatements(work.entries, work.now, factsOf(work)),
    ...keepStatements(work.answers, work.now),
  ];
}

/** Versions of the books of a batch as it left them, by `bookKey`. */
export type Versions = ReadonlyMap<string, string>;

const versionsAfter = (work: Work): Statement =>
  versionsStatement([...work.books.values()].map(({ book }) => book));

/** Writes everything a batch decided, in the transaction in which it was loaded. */
export async function writeWork(tx: Tx, work: Work): Promise<Versions> {
  const { text, values } = versionsAfter(work);
  const written = sendAll(tx, writeStatements(work));
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
export async function commitWork(work: Work): Promise<Versions> {
  const held = [...work.books.values()].map(({ book, version }) => ({
    ...book,
    version: ensure(version, 'a remembered book has a version'),
  }));
  const { db, clock } = work.deps;
  const isStillGood = (): boolean => clock.now() - work.now <= DECIDED_MAX_MS;
  const statements = [holdStatement(held), ...writeStatements(work), versionsAfter(work)];
  return versionsOf(await db.commitAll(statements, isStillGood));
}

/** Remembers the books of a batch that was committed, under the versions it left them with. */
export function rememberBooks(work: Work, cache: BookCache, versions: Versions): void {
  for (const [key, { state }] of work.books) {
    const version = versions.get(key);
    // What was done so far moves with time and other products: where it counts it is added up anew.
    if (version === undefined || state.risk.used !== null) continue;
    cache.put(key, version, state);
  }
}
