import {
  ASSETS,
  type Asset,
  type InstrumentCode,
  type Money,
  addMoney,
  ensure,
  formatDecimal,
  formatMoney,
  money,
  zero,
} from '@candor/kernel';
import type { AssetHolding, UserInfo } from '@candor/protocol';
import { type AccountValue, openCost } from '../contracts/index.ts';
import {
  type TradingAccount,
  type AccountHoldings,
  accountKey,
  findEarned,
  findHoldings,
} from '../ledger/index.ts';
import type { Sql } from '../platform/postgres/db.ts';
import type { PortfolioDeps } from './commands.ts';
import {
  type AssetMark,
  type Figures,
  type PortfolioFacts,
  figuresOf,
  netAssetsOf,
  nothingOwned,
  worthOf,
} from './rules.ts';

/** The pair an asset is valued by. */
const PAIRS = { BTC: 'BTC/USDT', ETH: 'ETH/USDT' } as const;

function ownedOf(holdings: AccountHoldings): Record<Asset, Money> {
  const owned = nothingOwned();
  for (const asset of ASSETS) {
    for (const [account, units] of Object.entries(holdings[asset])) {
      if (account === 'user:debt') continue;
      owned[asset] = addMoney(owned[asset], money(asset, units ?? 0n));
    }
  }
  return owned;
}

/** What a trading account holds, and what it has closed with: of one moment. */
export type AccountRead = { readonly holdings: AccountHoldings; readonly profit: Money };

/** What may be asked of the figures. */
export type PortfolioQueries = {
  info(account: TradingAccount): Promise<UserInfo>;
  /** What it holds of each asset, and what that is worth. */
  assets(account: TradingAccount): Promise<AssetHolding[]>;
  figures(value: AccountValue, profit: Money): Figures;
  netAssets(sql: Sql, account: TradingAccount): Promise<Money | null>;
  readAccounts(accounts: readonly TradingAccount[]): Promise<Map<string, AccountRead>>;
};

/** Makes the queries of one process. */
export function createQueries(deps: PortfolioDeps): PortfolioQueries {
  const { accounts, clock, contracts, db, market } = deps;

  function markOf(asset: keyof typeof PAIRS): AssetMark | null {
    const quote = market.latest(PAIRS[asset] as InstrumentCode);
    return quote === null ? null : { bid: quote.bid, at: quote.receivedAt };
  }

  function factsOf(value: AccountValue, profit: Money): PortfolioFacts {
    return {
      margin: value.margin,
      owned: ownedOf(value.holdings),
      debt: money('USDT', value.holdings.USDT['user:debt'] ?? 0n),
      profit,
      marks: { BTC: markOf('BTC'), ETH: markOf('ETH') },
      markedAt: value.valued.map(({ markedAt }) => markedAt),
    };
  }

  const figures = (value: AccountValue, profit: Money): Figures =>
    figuresOf(factsOf(value, profit));

  async function readAccounts(
    tradingAccounts: readonly TradingAccount[],
  ): Promise<Map<string, AccountRead>> {
    // A closing moves margin to cash, and its cost from what is open to what was earned: of two
    // moments any of them would be another account's.
    const [holdings, earned, costs] = await db.snapshot((tx) =>
      Promise.all([
        findHoldings(tx, tradingAccounts),
        findEarned(tx, tradingAccounts),
        contracts.openCosts(tx, tradingAccounts),
      ]),
    );
    return new Map(
      tradingAccounts.map((account) => {
        const key = accountKey(account);
        const held = ensure(holdings.get(key), 'every book asked for is answered');
        const posted = money('USDT', earned.get(key) ?? 0n);
        const profit = addMoney(posted, costs.get(key) ?? zero('USDT'));
        return [key, { holdings: held, profit }];
      }),
    );
  }

  async function assets(account: TradingAccount): Promise<AssetHolding[]> {
    const found = await findHoldings(db, [account]);
    const holdings = ensure(found.get(accountKey(account)), 'every book asked for is answered');
    const owned = ownedOf(holdings);
    return ASSETS.map((asset) => {
      const amount = formatMoney(owned[asset]);
      const cash = formatMoney(money(asset, holdings[asset]['user:cash'] ?? 0n));
      if (asset === 'USDT') return { asset, amount, cash, value: amount, mark: null };
      const code = PAIRS[asset] as InstrumentCode;
      const quote = market.latest(code);
      if (quote === null) return { asset, amount, cash, value: null, mark: null };
      const { bid, source, receivedAt: at } = quote;
      const value = formatMoney(worthOf(owned[asset], bid));
      const status = market.status(code, deps.clock.now());
      const isFresh = status !== 'stale' && status !== 'noSource';
      return { asset, amount, cash, value, mark: { bid: formatDecimal(bid), source, at, isFresh } };
    });
  }

  async function info(account: TradingAccount): Promise<UserInfo> {
    const [found, [value, earned]] = await Promise.all([
      accounts.findUser(account.userId),
      db.snapshot((tx) =>
        Promise.all([contracts.queries.accountValue(account, tx), findEarned(tx, [account])]),
      ),
    ]);
    const { id, username, demoDisabled } = ensure(found, 'the user exists');
    const posted = money('USDT', earned.get(accountKey(account)) ?? 0n);
    const closed = value.running.reduce((sum, one) => addMoney(sum, openCost(one)), posted);
    return { id, username, demoDisabled, mode: account.mode, ...figures(value, closed) };
  }

  /** Whether each price an account is worth something by is one to act on now: fresh, and confirmed. */
  function isPriced({ holdings, running }: AccountValue): boolean {
    const now = clock.now();
    const owned = ownedOf(holdings);
    const coins = (['BTC', 'ETH'] as const).filter((coin) => owned[coin].units !== 0n);
    const codes = new Set([
      ...coins.map((coin) => PAIRS[coin] as InstrumentCode),
      ...running.map(({ code }) => code),
    ]);
    return [...codes].every((code) => {
      const status = market.status(code, now);
      const instrument = market.instrument(code);
      return (
        (status === 'open' || status === 'closeOnly') &&
        market.latest(code)?.mayTrigger === true &&
        instrument !== null &&
        market.freshConversionRate(instrument.quoteCurrency, now) !== null
      );
    });
  }

  async function netAssets(sql: Sql, account: TradingAccount): Promise<Money | null> {
    const value = await contracts.queries.accountValue(account, sql);
    if (!isPriced(value)) return null;
    return netAssetsOf(factsOf(value, zero('USDT')));
  }

  return { info, assets, figures, netAssets, readAccounts };
}
