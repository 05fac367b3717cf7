import {
  type Asset,
  type Mode,
  type Money,
  type Price,
  type Rate,
  type Result,
  type UnixMs,
  ensure,
  fail,
  formatMoney,
  ok,
  parseMoney,
} from '@candor/kernel';
import {
  type Coin,
  type Conversion,
  type Instrument,
  type MarginJudgement,
  type Quote,
  coinsOf,
  conversionProblem,
  convert,
  freeOf,
  paidByHouse,
} from '@candor/pricing';
import type { ErrorName, Failure, market } from '@candor/protocol';
import type { ConversionTerms, TickPrice } from './conversion.ts';

type MarketStatus = (typeof market.MARKET_STATUSES)[number];

/** A coin's market, as it is now. */
export type CoinMarket = {
  readonly instrument: Instrument | null;
  readonly quote: Quote | null;
  readonly status: MarketStatus;
};

/** Everything the terms of a conversion depend on, besides the trading account. */
export type TermsFacts = {
  readonly mode: Mode;
  readonly from: Asset;
  readonly to: Asset;
  readonly amount: string;
  readonly markets: Readonly<Record<Coin, CoinMarket>>;
  readonly feed: { readonly key: string; readonly mode: 'live' | 'replay' | 'simulated' };
  /** Whether an installation without real money may price its real account by any feed. */
  readonly isRehearsal: boolean;
  readonly spread: { readonly rate: Rate; readonly version: number };
};

type Refused = { ok: false; failure: Failure };

const refuse = (
  name: ErrorName,
  field: string | undefined,
  facts: Record<string, string> = {},
): Refused => fail({ name, facts, ...(field === undefined ? {} : { field }) });

const untradable = (why: string, facts: Record<string, string> = {}): Refused =>
  refuse('not-tradable-now', undefined, { why, ...facts });

/**
 * The tick a coin is converted on. A coin of which only closing is open may still be sold.
 *
 * @failure not-tradable-now — stale, closed, noSource, closeOnly, suspended
 */
function decidePrice(
  { status, quote }: CoinMarket,
  side: 'sell' | 'buy',
): Result<TickPrice, Failure> {
  const isOpen = status === 'open' || (status === 'closeOnly' && side === 'sell');
  if (!isOpen) return untradable(status);
  if (quote === null) return untradable('noSource');
  return ok({ price: side === 'sell' ? quote.bid : quote.ask, tickId: quote.tickId });
}

/** Whether a feed's prices may move real money: a live one's, and any where nothing is money. */
const isForReal = ({ feed, isRehearsal }: Pick<TermsFacts, 'feed' | 'isRehearsal'>): boolean =>
  feed.mode === 'live' || isRehearsal;

/** What a coin is sold at now, as a conversion would be; null where that would be refused. */
export function decideBid(
  market: CoinMarket,
  facts: Pick<TermsFacts, 'feed' | 'isRehearsal'>,
): Price | null {
  if (!isForReal(facts)) return null;
  const sold = decidePrice(market, 'sell');
  return sold.ok ? sold.value.price : null;
}

/**
 * What a conversion is charged, computed from its terms alone: the same for the quote, the charge and
 * each later reader.
 *
 * @units as `convert` of pricing
 */
export function conversionOf(terms: ConversionTerms): Conversion {
  const { amount, to, sell, buy, spreadRate } = terms;
  const prices: Partial<Record<Coin, { bid: TickPrice['price']; ask: TickPrice['price'] }>> = {};
  for (const [asset, at] of [
    [amount.asset, sell],
    [to, buy],
  ] as const) {
    if (asset !== 'USDT' && at !== null) prices[asset] = { bid: at.price, ask: at.price };
  }
  return convert({ amount, to, prices, spreadRate });
}

/**
 * The terms a conversion is offered on now.
 *
 * @failure real-account-needed — practice money is not converted
 * @failure method-missing — one asset into itself
 * @failure quantity-refused — more places than the asset has
 * @failure not-tradable-now — `why`: feedNotForReal, stale, closed, noSource, closeOnly, suspended
 * @source  WIRE 1, 3
 */
export function decideTerms(facts: TermsFacts): Result<ConversionTerms, Failure> {
  const { mode, from, to, markets, feed, spread } = facts;
  if (mode !== 'real') return refuse('real-account-needed', undefined);
  if (coinsOf({ from, to }).length === 0) return refuse('method-missing', 'to');
  const amount = parseMoney(facts.amount, from);
  if (amount === null || conversionProblem(amount, null) !== null) {
    return refuse('quantity-refused', 'amount', { why: 'malformed' });
  }
  if (!isForReal(facts)) return untradable('feedNotForReal');
  const sell = from === 'USDT' ? ok(null) : decidePrice(markets[from], 'sell');
  if (!sell.ok) return sell;
  const buy = to === 'USDT' ? ok(null) : decidePrice(markets[to], 'buy');
  if (!buy.ok) return buy;
  const { rate: spreadRate, version: spreadVersion } = spread;
  const prices = { sell: sell.value, buy: buy.value };
  return ok({ amount, to, feed: feed.key, ...prices, spreadRate, spreadVersion });
}

/**
 * Whether the market a quote was taken from still converts at its price: nothing was suspended and no
 * price went stale since.
 *
 * @failure not-tradable-now
 */
export function decideStill(
  terms: ConversionTerms,
  markets: TermsFacts['markets'],
  feed: TermsFacts['feed'],
): Result<null, Failure> {
  if (terms.feed !== feed.key) return untradable('noSource');
  for (const [asset, at, side] of [
    [terms.amount.asset, terms.sell, 'sell'],
    [terms.to, terms.buy, 'buy'],
  ] as const) {
    if (asset === 'USDT' || at === null) continue;
    const priced = decidePrice(markets[asset], side);
    if (!priced.ok) return priced;
  }
  return ok(null);
}

/**
 * What of an asset an account can give, by a conversion or a withdrawal.
 *
 * @failure not-tradable-now — why: unjudgeable · codes: contracts of these have no price
 */
export function decideFree(
  asset: Asset,
  account: { readonly margin: MarginJudgement | null; readonly cash: bigint },
): Result<Money, Failure> {
  const free = freeOf(asset, account);
  if (free !== null) return ok(free);
  const unmarked = account.margin?.isJudged === false ? account.margin.unmarked : [];
  return untradable('unjudgeable', { codes: unmarked.join(', ') });
}

/**
 * Whether the account has what is given: of USDT the free margin, of coins the cash.
 *
 * @failure not-tradable-now — why: unjudgeable · codes: contracts of these have no price
 * @failure free-margin-short — `need`, `have`, `asset`
 * @source  LEDGER 4 "free margin"
 */
export function decideAffordable(
  amount: Money,
  account: { readonly margin: MarginJudgement; readonly cash: bigint },
): Result<null, Failure> {
  const have = decideFree(amount.asset, account);
  if (!have.ok) return have;
  if (amount.units <= have.value.units) return ok(null);
  const { asset } = amount;
  const facts = { need: formatMoney(amount), have: formatMoney(have.value), asset };
  return refuse('free-margin-short', 'amount', facts);
}

/**
 * What a conversion moves; an amount that would bring nothing is refused. Asked after
 * `decideAffordable`, so that no text of a caller makes a figure larger than the books.
 *
 * @failure quantity-refused — why: dust
 */
export function decideFigures(terms: ConversionTerms): Result<Conversion, Failure> {
  const conversion = conversionOf(terms);
  const problem = conversionProblem(terms.amount, conversion);
  return problem === null ? ok(conversion) : refuse('quantity-refused', 'amount', { why: problem });
}

/** What the house has of each asset to convert with: its exchange account and its capital. */
export type HouseHas = Readonly<Partial<Record<Asset, bigint>>>;

/**
 * Whether the house has what it pays.
 *
 * @failure not-tradable-now — why: houseFloor · asset
 * @source  LEDGER 2, row "convert"
 */
export function decideHouse(conversion: Conversion, has: HouseHas): Result<null, Failure> {
  for (const { asset, units } of paidByHouse(conversion)) {
    const held = ensure(has[asset] ?? null, 'what the house has was looked at');
    if (held < units) return untradable('houseFloor', { asset });
  }
  return ok(null);
}

/**
 * Whether a quote still holds.
 *
 * @failure quote-expired — it ended, was used, or is another user's
 */
export function decideQuote<Held extends { readonly expiresAt: UnixMs }>(
  quote: Held | null,
  now: UnixMs,
): Result<Held, Failure> {
  return quote === null || quote.expiresAt < now ? refuse('quote-expired', 'quoteId') : ok(quote);
}
