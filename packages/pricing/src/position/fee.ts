import {
  DECIMAL_ONE,
  type Decimal,
  type Money,
  type Price,
  type Rate,
  abs,
  assert,
  divideInteger,
  money,
} from '@candor/kernel';
import type { Side } from '../price/quote.ts';
import { type PricedTrade, usdtOf } from './usdt.ts';

/**
 * The fee of one side of a trade, opening or closing.
 *
 * @shape    lots × contract size × |price| × fee rate × link
 * @units    result: USDT units
 * @rounding up, once, at the end
 */
export function tradeFee(trade: PricedTrade & { readonly feeRate: Rate }): Money {
  const { lots, contractSize, price, link, feeRate } = trade;
  return usdtOf([lots, contractSize, abs(price), feeRate, link], { rounding: 'up' });
}

/**
 * One day's financing of an open contract, at its mark; both sides pay it.
 *
 * @shape    lots × contract size × |price| × daily rate × link
 * @units    price: the last mark · result: USDT units
 * @rounding up, once, at the end
 */
export function financing(trade: PricedTrade & { readonly rateDaily: Rate }): Money {
  const { lots, contractSize, price, link, rateDaily } = trade;
  return usdtOf([lots, contractSize, abs(price), rateDaily, link], { rounding: 'up' });
}

/**
 * What holding a contract for some days costs at its present notional: so many daily charges, each
 * rounded as it would be posted.
 *
 * @units    result: USDT units
 * @rounding up, once a day
 * @throws   InvariantError when the days are not a whole number
 */
export function costToHold(trade: PricedTrade & { readonly rateDaily: Rate }, days: number): Money {
  assert(Number.isSafeInteger(days) && days >= 0, `not a number of days: ${days}`);
  const daily = financing(trade);
  return money(daily.asset, daily.units * BigInt(days));
}

/**
 * The price that pays both fees: the bid a long, the ask a short has to reach; null when a short
 * would need a price of zero or the open price is not above it. Financing is not in it.
 *
 * @shape    long: open × (1 + f) ÷ (1 − f) · short: open × (1 − f) ÷ (1 + f)
 * @units    quote currency per base unit
 * @rounding once, to the first tick that pays: up for a long, down for a short
 * @throws   InvariantError when the rate is not in [0, 1) or the tick is not positive
 * @source   LEDGER 4
 */
export function breakEven(facts: {
  readonly side: Side;
  readonly openPrice: Price;
  readonly feeRate: Rate;
  readonly tickSize: Decimal;
}): Price | null {
  const { side, openPrice, feeRate, tickSize } = facts;
  assert(feeRate >= 0n && feeRate < DECIMAL_ONE, 'a fee rate is a share below one');
  assert(tickSize > 0n, 'a tick is positive');
  if (openPrice <= 0n) return null;
  const more = DECIMAL_ONE + feeRate;
  const less = DECIMAL_ONE - feeRate;
  const ticks =
    side === 'long'
      ? divideInteger(openPrice * more, less * tickSize, 'up')
      : divideInteger(openPrice * less, more * tickSize, 'down');
  return ticks > 0n ? ((ticks * tickSize) as Price) : null;
}
