import {
  type Clock,
  type ContractId,
  type EntryId,
  type Mode,
  type UnixMs,
  type UserId,
  assert,
  ensure,
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
} from '../ledger/index.ts';
import { type Database, type Statement, type Tx, sendAll } from '../platform/db.ts';
import { type Kept, type Request, findKept, keepStatements } from '../platform/idempotency.ts';
import type { Fact } from '../platform/outbox.ts';
import type { BookCache } from './book-cache.ts';
import { type BookState, createBookState } from './book-state.ts';
import type { Closing, Contract } from './contract.ts';
import { CONTRACTS_CLOSED, CONTRACTS_OPENED, type ContractsChanged } from './events.ts';
import type { MarketView } from './market-view.ts';
import { closePostings, openPostings } from './postings.ts';
import { canMove } from './rules.ts';
import { type Ended, closeStatements, findForActs, openStatements } from './store.ts';

/** What the contract commands stand on. */
export type ContractDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: MarketView;
  readonly isRehearsal: boolean;
  /** Whether the house has what its floor for new real business asks for. */
  readonly houseHasFloor: () => boolean;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
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

/** Everything one gathering loaded, and what it is going to write. */
export type Work = {
  readonly deps: ContractDeps;
  readonly now: UnixMs;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly books: ReadonlyMap<string, LoadedBook>;
  /** Contracts asked for by id that are not running any more. */
  readonly ended: ReadonlyMap<ContractId, Contract>;
  readonly entries: Entry[];
  readonly opened: Contract[];
  readonly closed: Ended[];
  readonly answers: { request: Request; answer: string }[];
};

async function loadBooks(
  tx: Tx,
  deps: ContractDeps,
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
  const holdings = await findHoldings(tx, missing);
  const running = await findForActs(tx, { books: missing, ids: [] });
  const byBook = Map.groupBy(running, bookKey);
  for (const book of missing) {
    const key = bookKey(book);
    const held = ensure(holdings.get(key), 'every book asked for is answered');
    const loaded = { holdings: held, running: byBook.get(key) ?? [] };
    const state = createBookState(loaded, deps.market);
    found.set(key, { book, state, version: versions.get(key) });
  }
  return found;
}

/** Locks the books of a gathering and loads everything its decisions depend on. */
export async function loadWork(
  tx: Tx,
  deps: ContractDeps,
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
  const ended = ids.length === 0 ? [] : await findForActs(tx, { books: [], ids });
  return workOn(deps, { kept, books, ended: new Map(ended.map((one) => [one.id, one])) });
}

function workOn(deps: ContractDeps, loaded: Pick<Work, 'kept' | 'books' | 'ended'>): Work {
  const written = { entries: [], opened: [], closed: [], answers: [] };
  return { deps, now: deps.clock.now(), ...loaded, ...written };
}

/**
 * A gathering on books that are all remembered, without asking the database: whether they are still
 * as remembered, and the requests new, is found out when it is committed by `commitWork`. Null when
 * something has to be loaded.
 */
export function recallWork(
  deps: ContractDeps,
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
  return workOn(deps, { kept: new Map(), books, ended: new Map() });
}

/** The loaded state of a book. @throws InvariantError when it was not loaded */
export function bookOf(work: Work, book: Book): BookState {
  return ensure(work.books.get(bookKey(book)), 'the book was loaded').state;
}

/** Takes an entry down for writing and moves the loaded book with it. */
function post(
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
}

/** Takes a new contract down: its entry and its row. */
export function beginContract(work: Work, contract: Contract, requestId: string): void {
  const state = bookOf(work, contract);
  const decision = { margin: contract.margin, fee: contract.openFee };
  post(work, contract, {
    kind: 'contract-open',
    requestId,
    part: 0,
    cause: 'request',
    subject: contract.id,
    postings: openPostings(decision, state.holdings()),
  });
  state.add(contract);
  work.opened.push(contract);
}

/** Ends a running contract: its entries and its row. Answers the contract as it is now. */
export function endContract(
  work: Work,
  contract: Contract,
  options: { closing: Closing; requestId: string; part: number; cause: Cause },
): Contract {
  assert(canMove(contract.status, 'closed'), 'only what is open can be closed');
  const { closing, requestId, part, cause } = options;
  const state = bookOf(work, contract);
  state.remove(contract);
  const isLast = state.running().length === 0;
  const paid = closePostings(contract, closing, { holdings: state.holdings(), isLast });
  const entry = { requestId, cause, subject: contract.id };
  post(work, contract, { ...entry, part, kind: paid.kind, postings: paid.close });
  post(work, contract, {
    ...entry,
    part: part + 1,
    kind: 'protection',
    postings: paid.protection,
  });
  work.closed.push({ contract, closing });
  return { ...contract, status: 'closed', closing };
}

function factOf(topic: string, contracts: readonly Contract[]): Fact[] {
  if (contracts.length === 0) return [];
  const changed = contracts.map(({ userId, mode, id }) => ({ userId, mode, contractId: id }));
  return [{ topic, payload: { changed } satisfies ContractsChanged }];
}

/** Everything a gathering decided. Each statement fails by itself where it may not stand. */
function writeStatements(work: Work): Statement[] {
  const ended = work.closed.map(({ contract }) => contract);
  const facts = [...factOf(CONTRACTS_OPENED, work.opened), ...factOf(CONTRACTS_CLOSED, ended)];
  return [
    ...openStatements(work.opened),
    ...closeStatements(work.closed),
    ...entryStatements(work.entries, work.now, facts),
    ...keepStatements(work.answers, work.now),
  ];
}

/** Writes everything a gathering decided, in the transaction in which it was loaded. */
export async function writeWork(tx: Tx, work: Work): Promise<void> {
  await sendAll(tx, writeStatements(work));
}

/**
 * Commits what was decided on remembered books, in one round trip.
 *
 * @throws when a book moved since it was remembered, a request was answered before, or anything
 *         else stood in the way; nothing was written then, unless the connection was lost
 */
export async function commitWork(work: Work): Promise<void> {
  const held = [...work.books.values()].map(({ book, version }) => ({
    ...book,
    version: ensure(version, 'a remembered book has a version'),
  }));
  await work.deps.db.commitAll([holdStatement(held), ...writeStatements(work)]);
}

/** Remembers the books of a gathering that was committed. */
export function rememberBooks(work: Work, cache: BookCache): void {
  const moved = new Set(work.entries.map(bookKey));
  for (const [key, { state, version }] of work.books) {
    if (version === undefined) continue;
    // One statement wrote all entries, so a book that moved counted once.
    const next = moved.has(key) ? String(BigInt(version) + 1n) : version;
    cache.put(key, next, state);
  }
}
