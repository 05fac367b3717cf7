import {
  type Asset,
  ASSETS,
  type Money,
  type Price,
  type UnixMs,
  addMoney,
  formatDecimal,
  formatMoney,
  fromDecimal,
  mul,
  negMoney,
  subMoney,
  toDecimal,
  zero,
} from '@candor/kernel';
import { type Standing, freeMargin, marginLevel, tradingEquity } from '@candor/pricing';
import type { UserInfo } from '@candor/protocol';

/** What the figures of a user are made of. */
export type PortfolioFacts = {
  readonly standing: Standing;
  /** Owned per asset: cash, margin, deficit, reversed, stake, plan, bid, collateral, leaving. */
  readonly owned: Readonly<Record<Asset, Money>>;
  /** `user:debt` in USDT, never above zero. */
  readonly debt: Money;
  /** Results of closed contracts since opening, or since the last demo reset. */
  readonly profit: Money;
  /** USDT bid of the other assets; null without a mark. */
  readonly bids: Readonly<Partial<Record<Asset, Price | null>>>;
  readonly oldestMarkAt: UnixMs | null;
};

/** The figures of one mode, as `getUserInfo` and the balance frames carry them. */
export type Figures = Omit<UserInfo, 'id' | 'username' | 'demoDisabled' | 'mode'>;

/**
 * Total assets in USDT: everything owned at its bid, plus the running result.
 *
 * @rounding down, once per asset
 * @source   LEDGER 4 "totalAssets"
 */
function totalAssets(facts: Pick<PortfolioFacts, 'owned' | 'bids' | 'standing'>): Money {
  let total = facts.standing.floatingPnl;
  for (const asset of ASSETS) {
    const held = facts.owned[asset];
    if (held.units === 0n) continue;
    if (asset === 'USDT') total = addMoney(total, held);
    else {
      const bid = facts.bids[asset];
      if (bid === null || bid === undefined) continue;
      const worth = mul(toDecimal(held), bid, 'down');
      total = addMoney(total, fromDecimal(worth, { asset: 'USDT', rounding: 'down' }));
    }
  }
  return total;
}

/**
 * The figures of one user and mode.
 *
 * @units  USDT as decimal text; margin level as a share of one
 * @source LEDGER 4
 */
export function figuresOf(facts: PortfolioFacts): Figures {
  const { standing } = facts;
  const total = totalAssets(facts);
  const loan = negMoney(facts.debt);
  const level = marginLevel(standing);
  return {
    amount: formatMoney(standing.cash),
    floatingPnL: formatMoney(standing.floatingPnl),
    totalAssets: formatMoney(total),
    netAssets: formatMoney(subMoney(total, loan)),
    loanAmount: formatMoney(loan),
    bondAmount: formatMoney(standing.margin),
    profit: formatMoney(facts.profit),
    tradingEquity: formatMoney(tradingEquity(standing)),
    freeMargin: formatMoney(freeMargin(standing)),
    marginLevel: level === null ? null : formatDecimal(level),
    valuedAt: facts.oldestMarkAt,
  };
}

/** Nothing owned, of every asset. */
export function nothingOwned(): Record<Asset, Money> {
  return { USDT: zero('USDT'), BTC: zero('BTC'), ETH: zero('ETH') };
}
