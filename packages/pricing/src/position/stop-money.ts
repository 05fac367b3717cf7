import {
  ASSET_SCALE,
  DECIMAL_PLACES,
  type Money,
  type Price,
  abs,
  add,
  assert,
  divideInteger,
  roundToStep,
  sub,
} from '@candor/kernel';
import type { Side } from '../price/quote.ts';
import type { TradeSize } from './usdt.ts';

/**
 * The price at which a contract has lost or won an amount of money, before fees and financing.
 *
 * @shape    long: open − amount ÷ (lots × contract size × link) for a loss, open + it for a gain;
 *           short the other way round
 * @units    amount: USDT, above zero · result: quote currency per base unit, on the ticks
 * @rounding once, up for a long and down for a short: never a larger loss than said, never a
 *           smaller gain
 * @throws   InvariantError when the amount or the size is not positive
 * @source   PRODUCT 4: stops in price and in money
 */
export function stopFromMoney(
  trade: TradeSize & {
    readonly side: Side;
    readonly openPrice: Price;
    readonly amount: Money;
    readonly kind: 'loss' | 'gain';
    readonly tickSize: Price;
  },
): Price {
  const { side, lots, contractSize, link, openPrice, amount, kind, tickSize } = trade;
  const perUnit = lots * contractSize * link;
  assert(perUnit > 0n && amount.units > 0n, 'an amount is lost or won on a size');
  // lots × contract size × link has 54 places, USDT has 6, a price 18.
  const scale = 10n ** BigInt(4 * DECIMAL_PLACES - ASSET_SCALE.USDT);
  const rounding = kind === 'loss' ? 'down' : 'up';
  const distance = divideInteger(amount.units * scale, perUnit, rounding) as Price;
  const isBelow = (side === 'long') === (kind === 'loss');
  const exact = (isBelow ? sub(openPrice, distance) : add(openPrice, distance)) as Price;
  // "up" is away from zero: below zero a long's price is rounded the other way, toward it.
  const isUp = (side === 'long') === exact >= 0n;
  const size = roundToStep(abs(exact), { step: tickSize, rounding: isUp ? 'up' : 'down' });
  return (exact < 0n ? -size : size) as Price;
}
