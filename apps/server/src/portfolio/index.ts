/**
 * portfolio — the figures of one user and mode over all products, and the demo reset.
 * Owns: nothing of its own; it reads the products and the ledger.
 * Announces: nothing; the products and the ledger do.
 * Needs: accounts, contracts, ledger, parameters.
 * Refuses: to show a figure it did not read from the books.
 */
import {
  ASSETS,
  type Asset,
  type Clock,
  type EntryId,
  type Money,
  type UnixMs,
  type UserId,
  addMoney,
  ensure,
  money,
  newUuid,
  ok,
  fail,
} from '@candor/kernel';
import { type UserInfo, portfolio as protocol } from '@candor/protocol';
import type { Accounts } from '../accounts/index.ts';
import type { BookValue, Contracts } from '../contracts/index.ts';
import {
  type Book,
  type BookHoldings,
  type Posting,
  bookKey,
  commitEntries,
  findHoldings,
  lockBooks,
} from '../ledger/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Tx } from '../platform/db.ts';
import { type KeptText, envelopeText } from '../platform/http.ts';
import { type Request, findKept, keepAnswers, keptFor } from '../platform/idempotency.ts';
import { type Figures, figuresOf, nothingOwned } from './rules.ts';

export type { Figures } from './rules.ts';

/** What portfolio stands on. */
export type PortfolioDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'findUser' | 'recordDemoReset'>;
  readonly contracts: Contracts;
  readonly parameters: Parameters;
  readonly committed: () => void;
};

/** Everything portfolio offers. */
export type Portfolio = {
  /** The user with the figures of a mode. @throws InvariantError for an unknown user */
  info(book: Book): Promise<UserInfo>;
  /** The figures of a valued book whose closed results are known. */
  figures(value: BookValue, profit: Money): Figures;
  /** Results of closed contracts since opening, or since the last demo reset. */
  profit(book: Book): Promise<Money>;
  demoReset(request: Request): Promise<KeptText>;
};

function ownedOf(holdings: BookHoldings): Record<Asset, Money> {
  const owned = nothingOwned();
  for (const asset of ASSETS) {
    for (const [account, units] of Object.entries(holdings[asset])) {
      if (account === 'user:debt') continue;
      owned[asset] = addMoney(owned[asset], money(asset, units ?? 0n));
    }
  }
  return owned;
}

function oldestMark(value: BookValue): UnixMs | null {
  const times = value.valued.map(({ markedAt }) => markedAt);
  return times.length === 0 ? null : (Math.min(...times) as UnixMs);
}

/** Everything the demo book holds goes back to the grant, then a new grant comes. */
function resetPostings(held: bigint, grant: bigint): Posting[] {
  const asset = 'USDT' as const;
  const back: Posting = { from: 'user:cash', to: 'house:demo-grant', asset, units: held };
  const fresh: Posting = { from: 'house:demo-grant', to: 'user:cash', asset, units: grant };
  return [back, fresh].filter(({ units }) => units > 0n);
}

function figures(value: BookValue, profit: Money): Figures {
  return figuresOf({
    standing: value.standing,
    owned: ownedOf(value.holdings),
    debt: money('USDT', value.holdings.USDT['user:debt'] ?? 0n),
    profit,
    bids: {},
    oldestMarkAt: oldestMark(value),
  });
}

/** Opens the capability. */
export function createPortfolio(deps: PortfolioDeps): Portfolio {
  const { db, clock, accounts, contracts, parameters } = deps;

  async function profit(book: Book): Promise<Money> {
    const user = ensure(await accounts.findUser(book.userId), 'the user exists');
    const since = book.mode === 'demo' ? user.demoResetAt : null;
    return contracts.queries.profits({ ...book, since: since ?? (0 as UnixMs) });
  }

  async function info(book: Book): Promise<UserInfo> {
    const user = ensure(await accounts.findUser(book.userId), 'the user exists');
    const { id, username, demoDisabled } = user;
    const [value, closed] = await Promise.all([contracts.queries.bookValue(book), profit(book)]);
    return { id, username, demoDisabled, mode: book.mode, ...figures(value, closed) };
  }

  async function reset(tx: Tx, request: Request): Promise<void> {
    const book: Book = { userId: request.userId, mode: 'demo' };
    const { requestId } = request;
    const { nextPart } = await contracts.commands.endAll(tx, { ...book, requestId, partFrom: 0 });
    const now = clock.now();
    const holdings = (await findHoldings(tx, [book])).get(bookKey(book));
    const held = holdings?.USDT['user:cash'] ?? 0n;
    const entry = {
      id: newUuid(now) as EntryId,
      ...book,
      kind: 'demo-reset' as const,
      requestId,
      part: nextPart,
      cause: 'request' as const,
      subject: null,
      reverses: null,
      at: now,
      postings: resetPostings(held, parameters.usdt('demo.balance').units),
    };
    await commitEntries(tx, [entry], now);
    await accounts.recordDemoReset(tx, request.userId, now);
  }

  /** The figures right after a reset, as they will be read once it is committed. */
  async function freshInfo(userId: UserId): Promise<UserInfo> {
    const user = ensure(await accounts.findUser(userId), 'the user exists');
    const grant = parameters.usdt('demo.balance');
    const nothing = money('USDT', 0n);
    const standing = {
      cash: grant,
      margin: nothing,
      deficit: nothing,
      reversed: nothing,
      floatingPnl: nothing,
    };
    return {
      id: user.id,
      username: user.username,
      demoDisabled: user.demoDisabled,
      mode: 'demo',
      ...figuresOf({
        standing,
        owned: { ...nothingOwned(), USDT: grant },
        debt: nothing,
        profit: nothing,
        bids: {},
        oldestMarkAt: null,
      }),
    };
  }

  return {
    info,
    figures,
    profit,
    async demoReset(request) {
      const endpoint = protocol.demoReset;
      const text = await db.transaction(async (tx) => {
        await lockBooks(tx, [{ userId: request.userId, mode: 'demo' }]);
        const before = keptFor(await findKept(tx, [request]), request);
        if (before !== undefined) {
          if (before.bodyHash === request.bodyHash) return before.answer;
          return envelopeText(endpoint, fail({ name: 'request-reused' }));
        }
        await reset(tx, request);
        const answer = envelopeText(endpoint, ok(await freshInfo(request.userId)));
        await keepAnswers(tx, [{ request, answer }], clock.now());
        return answer;
      });
      deps.committed();
      return { kept: text };
    },
  };
}
