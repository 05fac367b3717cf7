import { type Decimal, type Money, type TickId, formatDecimal, formatMoney } from '@candor/kernel';

/**
 * A decimal as the nearest float. The engine's floats only say that something may be due; the code
 * that acts computes again in integers. Rounding keeps order: of two decimals the larger is never
 * rounded below the smaller.
 */
export function roughly(value: Decimal): number {
  return +formatDecimal(value);
}

/** An amount in whole coins as the nearest float. @units whole coins, no units */
export function roughMoney(amount: Money): number {
  return +formatMoney(amount);
}

/** Days of a month and a year, rounded up, so that days keep their order as one number. */
const MONTH = 31;
const YEAR = 372;
/** More ticks than a day can have. */
const DAY = 1e10;

/** The place of a tick on the tape as one number: later ticks have larger ones. */
export function tickOrder(tick: TickId): number {
  const [year, month, day] = [tick.slice(0, 4), tick.slice(5, 7), tick.slice(8, 10)];
  return (+year * YEAR + +month * MONTH + +day) * DAY + +tick.slice(11);
}
