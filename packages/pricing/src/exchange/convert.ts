import {
  ASSET_SCALE,
  type Asset,
  DECIMAL_ONE,
  DECIMAL_PLACES,
  type Money,
  type Price,
  type Rate,
  addMoney,
  assert,
  divideInteger,
  ensure,
  money,
  subMoney,
} from '@candor/kernel';
import type { BidAsk } from '../price/quote.ts';

/** What is priced in USDT and converted. */
export type Coin = Exclude<Asset, 'USDT'>;

/** One trade of a conversion: a coin sold at the bid, or bought at the ask, of its tick. */
export type ConversionLeg = {
  readonly coin: Coin;
  readonly side: 'sell' | 'buy';
  readonly price: Price;
  readonly given: Money;
  readonly received: Money;
};

/** Everything a conversion moves. */
export type Conversion = {
  readonly amount: Money;
  /** One leg, or two through USDT: the coin sold, then the coin bought. */
  readonly legs: readonly ConversionLeg[];
  /** What the house takes, in USDT. */
  readonly spread: Money;
  readonly receive: Money;
  /** Units of the asset received for one of the asset given, before the spread. */
  readonly rate: Rate;
};

/** The coins a conversion needs the price of, in the order of its legs; none for one of nothing. */
export function coinsOf(pair: { readonly from: Asset; readonly to: Asset }): readonly Coin[] {
  const { from, to } = pair;
  if (from === to) return [];
  return [from, to].filter((asset) => asset !== 'USDT');
}

const scaleOf = (asset: Asset): bigint => 10n ** BigInt(ASSET_SCALE[asset]);
const PRICE_ONE = 10n ** BigInt(DECIMAL_PLACES);

/** What a coin brings. @shape coins × bid @rounding down, once */
function sold(given: Money, price: Price): Money {
  const divisor = scaleOf(given.asset) * PRICE_ONE;
  return money('USDT', divideInteger(given.units * price * scaleOf('USDT'), divisor, 'down'));
}

/** What USDT buys. @shape USDT ÷ ask @rounding down, once */
function bought(given: Money, coin: Coin, price: Price): Money {
  const divisor = scaleOf('USDT') * price;
  return money(coin, divideInteger(given.units * PRICE_ONE * scaleOf(coin), divisor, 'down'));
}

/** The house's share of an amount of USDT. @rounding up, once */
function spreadOf(usdt: Money, spreadRate: Rate): Money {
  return money('USDT', divideInteger(usdt.units * spreadRate, DECIMAL_ONE, 'up'));
}

/**
 * What a conversion gives, costs and brings. The spread is taken once, of the USDT that change
 * hands: of what is given for a coin, of what a coin brings, and between the two legs of a
 * conversion from one coin to the other.
 *
 * @shape     from USDT: (amount − spread) ÷ ask · to USDT: amount × bid − spread · coin to coin: both
 * @units     prices: USDT per coin · spreadRate: a share of the USDT · rate: `to` per unit of `from`
 * @rounding  what is received down, the spread up, each once; the rate down, at 18 places
 * @throws    InvariantError for an amount that is not positive, one asset, or a missing price
 * @invariant converting there and back never brings more than was given
 * @source    LEDGER 2, row "convert"; PRODUCT 14
 */
export function convert(facts: {
  readonly amount: Money;
  readonly to: Asset;
  readonly prices: Partial<Record<Coin, BidAsk>>;
  readonly spreadRate: Rate;
}): Conversion {
  const { amount, to, prices, spreadRate } = facts;
  const from = amount.asset;
  assert(from !== to, 'a conversion is between two assets');
  assert(amount.units > 0n, 'a conversion gives something');
  const priceOf = (coin: Coin): BidAsk => ensure(prices[coin], 'each coin converted has a price');
  const legs: ConversionLeg[] = [];
  let usdt = amount;
  let rate = DECIMAL_ONE as bigint;
  if (from !== 'USDT') {
    const price = priceOf(from).bid;
    assert(price > 0n, 'a price is positive');
    usdt = sold(amount, price);
    rate = price;
    legs.push({ coin: from, side: 'sell', price, given: amount, received: usdt });
  }
  const spread = spreadOf(usdt, spreadRate);
  const left = subMoney(usdt, spread);
  let receive = left;
  if (to !== 'USDT') {
    const price = priceOf(to).ask;
    assert(price > 0n, 'a price is positive');
    receive = bought(left, to, price);
    rate = divideInteger(rate * PRICE_ONE, price, 'down');
    legs.push({ coin: to, side: 'buy', price, given: left, received: receive });
  }
  return { amount, legs, spread, receive, rate: rate as Rate };
}

/**
 * What leaves the house with a conversion, by asset: what its exchange account and its capital must
 * hold together.
 *
 * @units each in units of its asset; nothing that is zero
 */
export function paidByHouse(conversion: Conversion): readonly Money[] {
  const { legs, receive, spread } = conversion;
  const [first] = legs;
  // Between two legs the same USDT come back at once, but for the spread, which goes to its fees.
  const through = legs.length === 2 ? [spread] : [];
  assert(first !== undefined, 'a conversion has a leg');
  const whole = legs.length === 1 && first.side === 'sell' ? addMoney(receive, spread) : receive;
  return [whole, ...through].filter(({ units }) => units > 0n);
}

/** Why an amount is not converted: it is none the asset has, or would bring nothing. */
export type ConversionProblem = 'malformed' | 'dust';

/**
 * Why a conversion is not done; null when it may be.
 *
 * @units `amount`: null where the text names none, or one with more places than the asset has
 */
export function conversionProblem(
  amount: Money | null,
  conversion: Conversion | null,
): ConversionProblem | null {
  if (amount === null || amount.units <= 0n) return 'malformed';
  return conversion !== null && conversion.receive.units <= 0n ? 'dust' : null;
}
