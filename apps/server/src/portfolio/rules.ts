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
  toDecimal,
  zero,
} from '@candor/kernel';
import { type MarginJudgement, freeMargin, marginLevel, tradingEquity } from '@candor/pricing';
import type { UserInfo } from '@candor/protocol';

/** What the figures of a user are made of. */
export type PortfolioFacts = {
  readonly margin: MarginJudgement;
  /** Owned per asset: cash, margin, deficit, reversed, stake, plan, bid, collateral, leaving. */
  readonly owned: Readonly<Record<Asset, Money>>;
  /** `user:debt` in USDT, never above zero. */
  readonly debt: Money;
  /** Results of closed contracts since opening, or since the last demo reset. */
  readonly profit: Money;
  /** The other assets in USDT; null for one that never had a price. */
  readonly marks: Readonly<Record<Exclude<Asset, 'USDT'>, AssetMark | null>>;
  /** When the marks of the running contracts arrived. */
  readonly markedAt: readonly UnixMs[];
};

/** The figures of one mode, as `getUserInfo` and the balance frames carry them. */
export type Figures = Omit<UserInfo, 'id' | 'username' | 'demoDisabled' | 'mode'>;

/** What an asset is worth now: its bid in USDT, and when that arrived. */
export type AssetMark = { readonly bid: Price; readonly at: UnixMs };

/**
 * What is held of an asset in USDT, at a bid.
 *
 * @rounding down
 * @source LEDGER 4 "totalAssets"
 */
export function worthOf(held: Money, bid: Price): Money {
  const worth = mul(toDecimal(held), bid, 'down');
  return fromDecimal(worth, { asset: 'USDT', rounding: 'down' });
}

/**
 * Total assets in USDT: everything owned at its bid, plus the running result; null when an asset
 * is owned, or a contract open, that has no price.
 *
 * @rounding down, once per asset
 * @source   LEDGER 4 "totalAssets"
 */
function totalAssets(facts: Pick<PortfolioFacts, 'owned' | 'marks' | 'margin'>): Money | null {
  if (!facts.margin.isJudged) return null;
  let total = facts.margin.marginState.floatingPnl;
  for (const asset of ASSETS) {
    const held = facts.owned[asset];
    if (held.units === 0n) continue;
    if (asset === 'USDT') {
      total = addMoney(total, held);
      continue;
    }
    const mark = facts.marks[asset];
    if (mark === null) return null;
    total = addMoney(total, worthOf(held, mark.bid));
  }
  return total;
}

/**
 * What is owned less what is owed, in USDT; null when an asset is owned, or a contract open, that has no
 * price.
 *
 * @source LEDGER 4 "totalAssets"
 */
export function netAssetsOf(facts: PortfolioFacts): Money | null {
  const total = totalAssets(facts);
  return total === null ? null : addMoney(total, facts.debt);
}

/** The oldest of the marks a figure was made of; null when none was needed. */
function valuedAt(facts: PortfolioFacts): UnixMs | null {
  const times = [...facts.markedAt];
  for (const asset of ['BTC', 'ETH'] as const) {
    const mark = facts.marks[asset];
    if (facts.owned[asset].units !== 0n && mark !== null) times.push(mark.at);
  }
  return times.length === 0 ? null : (Math.min(...times) as UnixMs);
}

type JudgedFigures = Pick<
  Figures,
  'floatingPnL' | 'tradingEquity' | 'freeMargin' | 'marginLevel' | 'unmarked'
>;

/** What follows from the marks of open contracts; nothing of it while one has none. */
function judgedFigures(margin: MarginJudgement): JudgedFigures {
  if (!margin.isJudged) {
    return {
      floatingPnL: null,
      tradingEquity: null,
      freeMargin: null,
      marginLevel: null,
      unmarked: [...margin.unmarked],
    };
  }
  const { marginState } = margin;
  const level = marginLevel(marginState);
  return {
    floatingPnL: formatMoney(marginState.floatingPnl),
    tradingEquity: formatMoney(tradingEquity(marginState)),
    freeMargin: formatMoney(freeMargin(marginState)),
    marginLevel: level === null ? null : formatDecimal(level),
    unmarked: [],
  };
}

/**
 * The figures of one user and mode.
 *
 * @units  USDT as decimal text; margin level as a share of one
 * @failure null for what cannot be said while a contract has no mark
 * @source LEDGER 4
 */
export function figuresOf(facts: PortfolioFacts): Figures {
  const { margin } = facts;
  const { cash, margin: bond } = margin.isJudged ? margin.marginState : margin.held;
  const total = totalAssets(facts);
  const net = netAssetsOf(facts);
  const loan = negMoney(facts.debt);
  return {
    amount: formatMoney(cash),
    totalAssets: total === null ? null : formatMoney(total),
    netAssets: net === null ? null : formatMoney(net),
    loanAmount: formatMoney(loan),
    bondAmount: formatMoney(bond),
    profit: formatMoney(facts.profit),
    ...judgedFigures(margin),
    valuedAt: valuedAt(facts),
  };
}

/** Nothing owned, of every asset. */
export function nothingOwned(): Record<Asset, Money> {
  return { USDT: zero('USDT'), BTC: zero('BTC'), ETH: zero('ETH') };
}
