import {
  DECIMAL_PLACES,
  ASSET_SCALE,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
  type Rounding,
  divideInteger,
  money,
} from '@candor/kernel';

/** How much of an instrument a trade is about, and what its quote currency is worth. */
export type TradeSize = {
  readonly lots: Quantity;
  /** Base units in one lot. */
  readonly contractSize: Quantity;
  /** USDT per unit of the quote currency (see `conversionRateOf`); `CONVERSION_ONE` for USDT and USD. */
  readonly link: Price;
};

/**
 * A trade at a price. Charges and margins take the price without its sign: a notional is a size,
 * also for the few instruments that may trade below zero.
 */
export type PricedTrade = TradeSize & { readonly price: Price };

/** Ten to the places a product of so many factors has too many; powers cost more than divisions. */
const surplus: bigint[] = [];

function surplusOf(count: number): bigint {
  surplus[count] ??= 10n ** BigInt(DECIMAL_PLACES * count - ASSET_SCALE.USDT);
  return surplus[count];
}

/**
 * A product of so many exact factors of 18 places in USDT; a sum of such products too.
 *
 * @units    product: 18 places for each factor · over: a whole divisor, 1 when left out
 * @rounding as named, once
 * @throws   InvariantError when `over` is zero
 */
export function productInUsdt(
  product: bigint,
  options: { factors: number; rounding: Rounding; over?: bigint | undefined },
): Money {
  const cut = surplusOf(options.factors);
  const divisor = options.over === undefined ? cut : cut * options.over;
  return money('USDT', divideInteger(product, divisor, options.rounding));
}

/**
 * The product of several exact factors in USDT: everything is multiplied first, divided once and
 * rounded once, so that no formula of this package can lose or win a unit on the way.
 *
 * @units    factors: 18 places each · over: a whole divisor, 1 when left out · result: USDT units
 * @rounding as named, once, at the end
 * @throws   InvariantError when `over` is zero
 */
export function usdtOf(
  factors: readonly Decimal[],
  options: { rounding: Rounding; over?: bigint },
): Money {
  let product = 1n;
  for (const factor of factors) product *= factor;
  const { rounding, over } = options;
  return productInUsdt(product, { factors: factors.length, rounding, over });
}
