import {
  type Clock,
  type EntryId,
  type Mode,
  type OptionId,
  type QuoteId,
  type UnixMs,
  type UserId,
  assert,
  ensure,
  newUuid,
} from '@candor/kernel';
import type { MarginState } from '@candor/pricing';
import { type Brakes, findBrakes } from '../accounts/index.ts';
import type { Contracts } from '../contracts/index.ts';
import {
  type Book,
  type Cause,
  type Entry,
  type EntryKind,
  type Holdings,
  type Posting,
  bookKey,
  entryStatements,
  lockBooks,
} from '../ledger/index.ts';
import type { Parameters } from '../parameters/index.ts';
import { type Database, type Tx, sendAll } from '../platform/db.ts';
import { type Kept, type Request, findKept, keepStatements } from '../platform/idempotency.ts';
import type { Fact } from '../platform/outbox.ts';
import { OPTIONS_BOUGHT, OPTIONS_SETTLED, type OptionsChanged } from './events.ts';
import type { OptionMarket } from './offers.ts';
import type { Option, Promised, Settlement } from './option.ts';
import { buyPostings, settlePostings } from './postings.ts';
import { canMove } from './rules.ts';
import {
  type Ended,
  settleStatements,
  findOptions,
  findQuotes,
  buyStatements,
  useStatements,
} from './store.ts';

/** What the option commands stand on. */
export type OptionDeps = {
  /** For whatever callers read. */
  readonly db: Database;
  readonly clock: Clock;
  readonly market: OptionMarket;
  readonly contracts: Pick<Contracts, 'standings' | 'unjudged'>;
  readonly parameters: Parameters;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
};

/** What a command asks to have loaded. */
export type Asked = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly request: Request | null;
  readonly quoteId: QuoteId | null;
  readonly optionIds: readonly OptionId[];
};

type LoadedBook = { holdings: Holdings; readonly margin: MarginState };

/** Everything one batch loaded, and what it is going to write. */
export type Work = {
  readonly deps: OptionDeps;
  readonly now: UnixMs;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly books: ReadonlyMap<string, LoadedBook>;
  readonly options: ReadonlyMap<OptionId, Option>;
  readonly promised: ReadonlyMap<QuoteId, Promised>;
  /** What those who buy may not begin. */
  readonly brakes: ReadonlyMap<UserId, Brakes>;
  readonly entries: Entry[];
  readonly bought: Option[];
  readonly settled: Ended[];
  readonly used: { userId: UserId; id: QuoteId }[];
  readonly answers: { request: Request; answer: string }[];
};

/** Locks the trading accounts of a batch and loads everything its decisions depend on. */
export async function loadWork(tx: Tx, deps: OptionDeps, asked: readonly Asked[]): Promise<Work> {
  const books = [...new Map(asked.map((one) => [bookKey(one), one])).values()];
  await lockBooks(tx, books);
  const requests = asked.flatMap(({ request }) => request ?? []);
  const ids = asked.flatMap(({ userId, optionIds }) => optionIds.map((id) => ({ userId, id })));
  const quotes = asked.flatMap(({ userId, quoteId }) =>
    quoteId === null ? [] : [{ userId, id: quoteId }],
  );
  const buyers = [...new Set(requests.map(({ userId }) => userId))];
  const [standings, options, promised, kept, brakes] = await Promise.all([
    deps.contracts.standings(tx, books),
    findOptions(tx, ids),
    findQuotes(tx, quotes),
    requests.length === 0 ? new Map<string, Kept>() : findKept(tx, requests),
    findBrakes(tx, buyers),
  ]);
  return {
    deps,
    now: deps.clock.now(),
    kept,
    books: new Map([...standings].map(([key, book]) => [key, { ...book }])),
    options: new Map(options.map((option) => [option.id, option])),
    promised: new Map(promised.map((one) => [one.id, one])),
    brakes,
    entries: [],
    bought: [],
    settled: [],
    used: [],
    answers: [],
  };
}

/** The loaded trading account of a command. @throws InvariantError when it was not loaded */
export function bookOf(work: Work, book: Book): LoadedBook {
  return ensure(work.books.get(bookKey(book)), 'the book was loaded');
}

function post(
  work: Work,
  option: Option,
  entry: { kind: EntryKind; requestId: string; cause: Cause; postings: readonly Posting[] },
): void {
  const { userId, mode } = option;
  const id = newUuid(work.now) as EntryId;
  const fixed = { id, userId, mode, part: 0, subject: option.id, reverses: null, at: work.now };
  work.entries.push({ ...entry, ...fixed });
}

/** Takes a purchase down: its entry and its row. */
export function beginOption(work: Work, option: Option, requestId: string): void {
  const { holdings } = bookOf(work, option);
  const postings = buyPostings(option.stake, holdings);
  post(work, option, { kind: 'option-buy', requestId, cause: 'request', postings });
  work.bought.push(option);
}

/**
 * Ends a running option: its entry and its row. The entry's request is the option's own, whichever
 * command asked for the end, so that the books themselves refuse a second one.
 */
export function endOption(
  work: Work,
  option: Option,
  facts: { readonly settlement: Settlement; readonly cause: Cause },
): Option {
  const { settlement, cause } = facts;
  const status = option.settlement === null ? 'running' : 'closed';
  assert(canMove(status, 'closed'), 'an option is settled once');
  const book = bookOf(work, option);
  const { postings, holdings } = settlePostings(option, settlement, book.holdings);
  book.holdings = holdings;
  const requestId = `${option.id}:settle`;
  post(work, option, { kind: 'option-settle', requestId, cause, postings });
  work.settled.push({ option, settlement });
  return { ...option, settlement };
}

function factOf(topic: string, options: readonly Option[]): Fact[] {
  if (options.length === 0) return [];
  const changed = options.map(({ userId, mode, id }) => ({ userId, mode, optionId: id }));
  return [{ topic, payload: { changed } satisfies OptionsChanged }];
}

/** Writes everything a batch decided, in the transaction in which it was loaded. */
export async function writeWork(tx: Tx, work: Work): Promise<void> {
  const ended = work.settled.map(({ option }) => option);
  const facts = [...factOf(OPTIONS_BOUGHT, work.bought), ...factOf(OPTIONS_SETTLED, ended)];
  await sendAll(tx, [
    ...buyStatements(work.bought),
    ...settleStatements(work.settled),
    ...useStatements(work.used),
    ...(work.entries.length === 0 ? [] : entryStatements(work.entries, work.now, facts)),
    ...keepStatements(work.answers, work.now),
  ]);
}
