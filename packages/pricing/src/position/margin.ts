import {
  ASSET_SCALE,
  type Asset,
  DECIMAL_PLACES,
  type Decimal,
  type InstrumentCode,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  abs,
  addMoney,
  assert,
  divideInteger,
  minMoney,
  rate,
  subMoney,
  zero,
} from '@candor/kernel';
import { type Quote, type Side, closingPrice, sideSign } from '../price/quote.ts';
import { type PricedTrade, usdtOf } from './usdt.ts';

/** Margin level below which contracts are closed, worst loser first. */
export const CLOSE_OUT_LEVEL: Rate = rate('0.5');

/** 1 ÷ CLOSE_OUT_LEVEL, so that a comparison with it needs no division. */
const CLOSE_OUT_DIVISOR = 2n;

/**
 * The USDT side of one account in one mode. `deficit` and `reversed` are never above zero;
 * `floatingPnl` is the sum of open contracts at their marks, before the closing fee.
 */
export type MarginState = {
  readonly cash: Money;
  readonly margin: Money;
  readonly deficit: Money;
  readonly reversed: Money;
  readonly floatingPnl: Money;
};

/** What an account holds apart from the results of its open contracts. */
export type Held = Omit<MarginState, 'floatingPnl'>;

/**
 * Where an account stands with its open contracts, or the instruments that keep it from being
 * judged because a contract of them has no mark. Only the first has figures: a sum over some of the
 * contracts says nothing of the account.
 */
export type MarginJudgement =
  | { readonly isJudged: true; readonly marginState: MarginState }
  | {
      readonly isJudged: false;
      readonly held: Held;
      /** The instruments without a price, each once, in the order of their codes. */
      readonly unmarked: readonly [InstrumentCode, ...InstrumentCode[]];
    };

/** One open contract's pull on an instrument's price. */
export type Exposure = {
  readonly side: Side;
  readonly lots: Quantity;
  readonly contractSize: Quantity;
};

/**
 * What a trade is about, in the instrument's quote currency.
 *
 * @shape    lots × contract size × |price|
 * @units    result: quote currency, 18 places
 * @rounding halfEven, at 18 places; exact on every tick and lot step we list. For showing: margin,
 *           fee and financing start from the parts, not from this
 */
export function notional(trade: Omit<PricedTrade, 'link'>): Decimal {
  const product = trade.lots * trade.contractSize * abs(trade.price);
  return divideInteger(product, 10n ** BigInt(2 * DECIMAL_PLACES), 'halfEven') as Decimal;
}

/** `notional` in USDT. @units USDT units @rounding halfEven, once, for showing */
export function notionalUsdt(trade: PricedTrade): Money {
  return usdtOf([trade.lots, trade.contractSize, abs(trade.price), trade.link], {
    rounding: 'halfEven',
  });
}

/**
 * What a contract holds while it is open.
 *
 * @shape    lots × contract size × |price| × link ÷ leverage
 * @units    leverage: times, a whole number · result: USDT units
 * @rounding up, once, at the end
 * @throws   InvariantError when the leverage is not a whole number of at least 1
 * @invariant grows with the size, shrinks with the leverage
 */
export function initialMargin(trade: PricedTrade & { readonly leverage: number }): Money {
  const { lots, contractSize, price, link, leverage } = trade;
  assert(Number.isSafeInteger(leverage) && leverage >= 1, `not a leverage: ${leverage}`);
  return usdtOf([lots, contractSize, abs(price), link], { rounding: 'up', over: BigInt(leverage) });
}

/** cash + margin + deficit + reversed + floating PnL. @units USDT units; exact */
export function tradingEquity(marginState: MarginState): Money {
  const owed = addMoney(marginState.deficit, marginState.reversed);
  const held = addMoney(marginState.cash, marginState.margin);
  return addMoney(addMoney(held, owed), marginState.floatingPnl);
}

/**
 * What a command of the user may take out of cash.
 *
 * @shape max(0, min(cash, trading equity − margin))
 * @units USDT units; exact
 */
export function freeMargin(marginState: MarginState): Money {
  const above = subMoney(tradingEquity(marginState), marginState.margin);
  const free = minMoney(marginState.cash, above);
  return free.units > 0n ? free : zero('USDT');
}

/**
 * What of an asset an account can give, by a withdrawal or a conversion: of USDT the free margin, of coins the
 * cash; null while nobody can judge the margin.
 *
 * @units units of the asset; exact
 */
export function freeOf(
  asset: Asset,
  /** The margin is asked for USDT alone. */
  account: { readonly margin: MarginJudgement | null; readonly cash: bigint },
): Money | null {
  if (asset !== 'USDT') return { asset, units: account.cash };
  return account.margin?.isJudged === true ? freeMargin(account.margin.marginState) : null;
}

/**
 * Trading equity ÷ margin, as a share of one; null while nothing is held.
 *
 * @rounding floor, at 18 places, so that comparing it with CLOSE_OUT_LEVEL is exact
 */
export function marginLevel(marginState: MarginState): Rate | null {
  const held = marginState.margin.units;
  if (held === 0n) return null;
  const equity = tradingEquity(marginState).units;
  return divideInteger(equity * 10n ** BigInt(DECIMAL_PLACES), held, 'floor') as Rate;
}

/** Whether contracts have to be closed: the level is there and below CLOSE_OUT_LEVEL. */
export function mustCloseOut(marginState: MarginState): boolean {
  const level = marginLevel(marginState);
  return level !== null && level < CLOSE_OUT_LEVEL;
}

/**
 * This instrument's price at which the account reaches the close-out level, all other prices
 * unchanged: a bid when the contracts are long on balance, an ask when they are short. Everything
 * is stated after opening: to preview an order, put its margin, fee and spread into `marginState`
 * and its size into `exposures`.
 *
 * @shape    m + (0.5 × margin held − trading equity) ÷ K, K = Σ side × lots × contract size × link;
 *           null when this instrument alone cannot do it (K = 0, or the price would be ≤ 0)
 * @units    quote currency per base unit, 18 places
 * @rounding once, toward the market: up for a long, down for a short, so it is never said too late
 * @source   PRODUCT 4, LEDGER 4
 */
export function closeOutPrice(facts: {
  readonly marginState: MarginState;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
  readonly exposures: readonly Exposure[];
  readonly link: Price;
}): Price | null {
  let net = 0n;
  for (const { side, lots, contractSize } of facts.exposures) {
    net += sideSign(side) * lots * contractSize;
  }
  const perUnit = net * facts.link;
  if (perUnit === 0n) return null;
  const side: Side = net > 0n ? 'long' : 'short';
  const gap =
    facts.marginState.margin.units - CLOSE_OUT_DIVISOR * tradingEquity(facts.marginState).units;
  // lots × contract size × link × price has 72 places, USDT has 6.
  const gapAtPriceScale = gap * 10n ** BigInt(4 * DECIMAL_PLACES - ASSET_SCALE.USDT);
  const numerator = CLOSE_OUT_DIVISOR * closingPrice(side, facts.quote) * perUnit + gapAtPriceScale;
  const result = divideInteger(
    numerator,
    CLOSE_OUT_DIVISOR * perUnit,
    side === 'long' ? 'up' : 'down',
  );
  return result > 0n ? (result as Price) : null;
}
