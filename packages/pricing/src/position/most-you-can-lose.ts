import { type Money, type Price, type Rate, addMoney, zero } from '@candor/kernel';
import { tradeFee } from './fee.ts';
import { type OpenTrade, lossAtStop } from './pnl.ts';
import { usdtOf } from './usdt.ts';

/** The most an order can cost its owner, and which of the three bounds says so. */
export type MostYouCanLose = {
  readonly amount: Money;
  /** Its stop; a long's whole value, which a price of 0 takes; or everything in the account. */
  readonly by: 'stop' | 'value' | 'equity';
};

/**
 * What a long loses when its price ends at 0: its value and the fee that opened it. Null for a
 * short, whose price has no end, and for a long that opens at a price that is not above 0.
 *
 * @rounding up: no closing price of 0 or above costs more, its own fee included
 */
function wholeValue(trade: OpenTrade, feeRate: Rate): Money | null {
  const { side, openPrice, ...size } = trade;
  if (side === 'short' || openPrice <= 0n) return null;
  const { lots, contractSize, link } = size;
  const value = usdtOf([lots, contractSize, openPrice, link], { rounding: 'up' });
  return addMoney(value, tradeFee({ ...size, price: openPrice, feeRate }));
}

/** Whether a stop stands where an order of this side would close with a loss. */
function isOnLosingSide(trade: OpenTrade, stopLoss: Price): boolean {
  if (stopLoss <= 0n) return false;
  return trade.side === 'long' ? stopLoss < trade.openPrice : stopLoss > trade.openPrice;
}

/**
 * The most an order can cost its owner: the smallest of the loss at the stop, which a gap can make
 * more; for a long its value and the opening fee; and the whole trading equity, below which
 * negative-balance protection starts. Null when the stop does not stand on the losing side, and
 * when nothing bounds the loss that is known.
 *
 * The value bounds every long: no instrument's specification allows a price below 0, and the tape
 * refuses one.
 *
 * @units    result: USDT units, not negative
 * @rounding as `lossAtStop`; the value up
 * @source   PRODUCT 4 "Most you can lose"
 */
export function mostYouCanLose(facts: {
  readonly trade: OpenTrade;
  readonly feeRate: Rate;
  /** Where its stop stands the moment it opens; null without one. */
  readonly stopLoss: Price | null;
  /** Null while nobody is signed in, and while the account cannot be judged. */
  readonly equity: Money | null;
}): MostYouCanLose | null {
  const { trade, feeRate, stopLoss, equity } = facts;
  if (stopLoss !== null && !isOnLosingSide(trade, stopLoss)) return null;
  const atStop = stopLoss === null ? null : lossAtStop({ ...trade, stopLoss, feeRate });
  const whole = equity !== null && equity.units < 0n ? zero('USDT') : equity;
  const bounds = [
    { by: 'stop', amount: atStop },
    { by: 'value', amount: wholeValue(trade, feeRate) },
    { by: 'equity', amount: whole },
  ] as const;
  let least: MostYouCanLose | null = null;
  for (const { by, amount } of bounds) {
    if (amount === null) continue;
    if (least === null || amount.units < least.amount.units) least = { amount, by };
  }
  return least;
}
