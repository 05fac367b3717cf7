import {
  ASSETS,
  type Asset,
  type InstrumentCode,
  type Money,
  type UnixMs,
  addMoney,
  ensure,
  money,
} from '@candor/kernel';
import type { UserInfo } from '@candor/protocol';
import type { BookValue } from '../contracts/index.ts';
import type { Book, BookHoldings } from '../ledger/index.ts';
import type { PortfolioDeps } from './commands.ts';
import { type AssetMark, type Figures, figuresOf, nothingOwned } from './rules.ts';

/** The pair an asset is valued by. */
const PAIRS = { BTC: 'BTC/USDT', ETH: 'ETH/USDT' } as const;

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

/** What may be asked of the figures. */
export type PortfolioQueries = {
  info(book: Book): Promise<UserInfo>;
  figures(value: BookValue, profit: Money): Figures;
  profit(book: Book): Promise<Money>;
  /** The same of many books at once, by `bookKey`; those of unknown users are left out. */
  profits(books: readonly Book[]): Promise<ReadonlyMap<string, Money>>;
};

/** Makes the queries of one process. */
export function createQueries(deps: PortfolioDeps): PortfolioQueries {
  const { accounts, contracts, options, market } = deps;

  function markOf(asset: keyof typeof PAIRS): AssetMark | null {
    const quote = market.latest(PAIRS[asset] as InstrumentCode);
    return quote === null ? null : { bid: quote.bid, at: quote.receivedAt };
  }

  function figures(value: BookValue, profit: Money): Figures {
    return figuresOf({
      margin: value.margin,
      owned: ownedOf(value.holdings),
      debt: money('USDT', value.holdings.USDT['user:debt'] ?? 0n),
      profit,
      marks: { BTC: markOf('BTC'), ETH: markOf('ETH') },
      markedAt: value.valued.map(({ markedAt }) => markedAt),
    });
  }

  async function profit(book: Book): Promise<Money> {
    const user = ensure(await accounts.findUser(book.userId), 'the user exists');
    const since = (book.mode === 'demo' ? user.demoResetAt : null) ?? (0 as UnixMs);
    const [ofContracts, ofOptions] = await Promise.all([
      contracts.queries.profits({ ...book, since }),
      options.queries.profits({ ...book, since }),
    ]);
    return addMoney(ofContracts, ofOptions);
  }

  async function profits(books: readonly Book[]): Promise<ReadonlyMap<string, Money>> {
    const resets = await accounts.demoResets([...new Set(books.map(({ userId }) => userId))]);
    const asked = books.flatMap(({ userId, mode }) => {
      const reset = resets.get(userId);
      if (reset === undefined) return [];
      return [{ userId, mode, since: mode === 'demo' ? reset : (0 as UnixMs) }];
    });
    const [ofContracts, ofOptions] = await Promise.all([
      contracts.queries.profitsOf(asked),
      options.queries.profitsOf(asked),
    ]);
    const sums = new Map<string, Money>();
    for (const [key, sum] of ofContracts) {
      const other = ofOptions.get(key);
      if (other !== undefined) sums.set(key, addMoney(sum, other));
    }
    return sums;
  }

  async function info(book: Book): Promise<UserInfo> {
    const user = ensure(await accounts.findUser(book.userId), 'the user exists');
    const { id, username, demoDisabled } = user;
    const [value, closed] = await Promise.all([contracts.queries.bookValue(book), profit(book)]);
    return { id, username, demoDisabled, mode: book.mode, ...figures(value, closed) };
  }

  return { info, figures, profit, profits };
}
