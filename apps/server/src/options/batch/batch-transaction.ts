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
import type { MarginJudgement } from '@candor/pricing';
import { byPeriod, type ByPeriod, periodStarts } from '../../accounts/index.ts';
import { type Contracts, type Risk, findRisk } from '../../contracts/index.ts';
import {
  type TradingAccount,
  type Cause,
  type Entry,
  type EntryKind,
  type Holdings,
  type Posting,
  accountKey,
  entryStatements,
  lockAccounts,
} from '../../ledger/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import { type Database, type Sql, type Tx, sendAll } from '../../platform/postgres/db.ts';
import {
  type Kept,
  type IdempotencyKey,
  findKept,
  keepStatements,
} from '../../platform/commit/idempotency.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import { OPTIONS_BOUGHT, OPTIONS_SETTLED, type OptionsChanged } from '../option/events.ts';
import type { OptionMarket } from '../option/offers.ts';
import type { Option, Promised, Settlement } from '../option/option.ts';
import { buyPostings, settlePostings } from '../option/postings.ts';
import { type RealFacts, canMove } from '../option/rules.ts';
import { findCountryAccess } from '../countries/countries.ts';
import { sumStakedBy } from '../store/record-store.ts';
import {
  type Ended,
  settleStatements,
  findOptions,
  findQuotes,
  buyStatements,
  useStatements,
} from '../store/store.ts';

/** What the option commands stand on. */
export type OptionDeps = {
  /** For whatever callers read. */
  readonly db: Database;
  readonly clock: Clock;
  readonly market: OptionMarket;
  readonly contracts: Pick<Contracts, 'accountMargins' | 'admitReal' | 'unjudged'>;
  readonly parameters: Parameters;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
};

/** What a command asks to have loaded. */
export type LoadParams = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly request: IdempotencyKey | null;
  readonly quoteId: QuoteId | null;
  readonly optionIds: readonly OptionId[];
};

/** What restricts a trading account, and what it staked in the running periods where that counts. */
export type OptionRisk = Risk & { readonly staked: ByPeriod | null };

/** Whether these users may buy with real money, at a moment. */
export async function findReal(
  sql: Sql,
  deps: OptionDeps,
  asked: { readonly users: readonly UserId[]; readonly now: UnixMs },
): Promise<ReadonlyMap<UserId, RealFacts>> {
  const { users, now } = asked;
  if (users.length === 0) return new Map();
  const accesses = await findCountryAccess(sql, users, now);
  const found = users.map(async (userId): Promise<readonly [UserId, RealFacts]> => {
    const access = ensure(accesses.get(userId), 'each user has one');
    return [userId, { access, admitted: await deps.contracts.admitReal({ userId, now }) }];
  });
  return new Map(await Promise.all(found));
}

/** What restricts those who buy; stakes of real money count towards the limits their owner set. */
async function findRisks(
  tx: Tx,
  books: readonly TradingAccount[],
  now: UnixMs,
): Promise<ReadonlyMap<string, OptionRisk>> {
  if (books.length === 0) return new Map();
  const risks = await findRisk(tx, books, now);
  const found = books.map(async (book): Promise<readonly [string, OptionRisk]> => {
    const risk = ensure(risks.get(accountKey(book)), 'each account has its risk');
    const asked = { userId: book.userId, since: periodStarts(now) };
    const staked = risk.used === null ? null : byPeriod(await sumStakedBy(tx, asked));
    return [accountKey(book), { ...risk, staked }];
  });
  return new Map(await Promise.all(found));
}

type LoadedAccount = { holdings: Holdings; readonly margin: MarginJudgement };

/** Everything one batch loaded, and what it is going to write. */
export type BatchTransaction = {
  readonly deps: OptionDeps;
  readonly now: UnixMs;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly accounts: ReadonlyMap<string, LoadedAccount>;
  readonly options: ReadonlyMap<OptionId, Option>;
  readonly promised: ReadonlyMap<QuoteId, Promised>;
  /** What restricts those who buy, by `accountKey`. */
  readonly risks: ReadonlyMap<string, OptionRisk>;
  /** Whether users who buy with real money may. */
  readonly real: ReadonlyMap<UserId, RealFacts>;
  readonly entries: Entry[];
  readonly bought: Option[];
  readonly settled: Ended[];
  readonly used: { userId: UserId; id: QuoteId }[];
  readonly answers: { request: IdempotencyKey; answer: string }[];
};

/** Locks the trading accounts of a batch and loads everything its decisions depend on. */
export async function loadBatch(
  tx: Tx,
  deps: OptionDeps,
  params: readonly LoadParams[],
): Promise<BatchTransaction> {
  const books = [...new Map(params.map((one) => [accountKey(one), one])).values()];
  await lockAccounts(tx, books);
  const requests = params.flatMap(({ request }) => request ?? []);
  const ids = params.flatMap(({ userId, optionIds }) => optionIds.map((id) => ({ userId, id })));
  const quotes = params.flatMap(({ userId, quoteId }) =>
    quoteId === null ? [] : [{ userId, id: quoteId }],
  );
  const now = deps.clock.now();
  const buying = params.filter(({ request }) => request !== null);
  const buyers = [...new Map(buying.map((one) => [accountKey(one), one])).values()];
  const users = buyers.flatMap(({ userId, mode }) => (mode === 'real' ? [userId] : []));
  const [accountMargins, options, promised, kept, risks, real] = await Promise.all([
    deps.contracts.accountMargins(tx, books),
    findOptions(tx, ids),
    findQuotes(tx, quotes),
    requests.length === 0 ? new Map<string, Kept>() : findKept(tx, requests),
    findRisks(tx, buyers, now),
    findReal(tx, deps, { users, now }),
  ]);
  return {
    deps,
    now,
    kept,
    accounts: new Map([...accountMargins].map(([key, account]) => [key, { ...account }])),
    options: new Map(options.map((option) => [option.id, option])),
    promised: new Map(promised.map((one) => [one.id, one])),
    risks,
    real,
    entries: [],
    bought: [],
    settled: [],
    used: [],
    answers: [],
  };
}

/** The loaded trading account of a command. @throws InvariantError when it was not loaded */
export function accountOf(batch: BatchTransaction, account: TradingAccount): LoadedAccount {
  return ensure(batch.accounts.get(accountKey(account)), 'the book was loaded');
}

function post(
  batch: BatchTransaction,
  option: Option,
  entry: { kind: EntryKind; requestId: string; cause: Cause; postings: readonly Posting[] },
): void {
  const { userId, mode } = option;
  const id = newUuid(batch.now) as EntryId;
  const fixed = { id, userId, mode, part: 0, subject: option.id, reverses: null, at: batch.now };
  batch.entries.push({ ...entry, ...fixed });
}

/** Takes a purchase down: its entry and its row. */
export function beginOption(batch: BatchTransaction, option: Option, requestId: string): void {
  const { holdings } = accountOf(batch, option);
  const postings = buyPostings(option.stake, holdings);
  post(batch, option, { kind: 'option-buy', requestId, cause: 'request', postings });
  batch.bought.push(option);
}

/**
 * Ends a running option: its entry and its row. The entry's request is the option's own, whichever
 * command asked for the end, so that the books themselves refuse a second one.
 */
export function endOption(
  batch: BatchTransaction,
  option: Option,
  facts: { readonly settlement: Settlement; readonly cause: Cause },
): Option {
  const { settlement, cause } = facts;
  const status = option.settlement === null ? 'running' : 'closed';
  assert(canMove(status, 'closed'), 'an option is settled once');
  const account = accountOf(batch, option);
  const { postings, holdings } = settlePostings(option, settlement, account.holdings);
  account.holdings = holdings;
  const requestId = `${option.id}:settle`;
  post(batch, option, { kind: 'option-settle', requestId, cause, postings });
  batch.settled.push({ option, settlement });
  return { ...option, settlement };
}

function factOf(topic: string, options: readonly Option[]): Fact[] {
  if (options.length === 0) return [];
  const changed = options.map(({ userId, mode, id }) => ({ userId, mode, optionId: id }));
  return [{ topic, payload: { changed } satisfies OptionsChanged }];
}

/** Writes everything a batch decided, in the transaction in which it was loaded. */
export async function writeBatch(tx: Tx, batch: BatchTransaction): Promise<void> {
  const ended = batch.settled.map(({ option }) => option);
  const facts = [...factOf(OPTIONS_BOUGHT, batch.bought), ...factOf(OPTIONS_SETTLED, ended)];
  await sendAll(tx, [
    ...buyStatements(batch.bought),
    ...settleStatements(batch.settled),
    ...useStatements(batch.used),
    ...(batch.entries.length === 0 ? [] : entryStatements(batch.entries, batch.now, facts)),
    ...keepStatements(batch.answers, batch.now),
  ]);
}
