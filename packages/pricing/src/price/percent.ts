import { DECIMAL_PLACES, type Decimal, divideInteger } from '@candor/kernel';

/** Places a percent is kept with; screens show two of them. */
const PERCENT_PLACES = 4;
const HUNDRED = 100n * 10n ** BigInt(PERCENT_PLACES);
const REST = 10n ** BigInt(DECIMAL_PLACES - PERCENT_PLACES);

/**
 * part ÷ whole × 100, of two integers of one scale.
 *
 * @rounding halfEven, once, at 4 places
 * @throws   InvariantError when the whole is zero
 */
export function percentOf(part: bigint, whole: bigint): Decimal {
  return (divideInteger(part * HUNDRED, whole, 'halfEven') * REST) as Decimal;
}
