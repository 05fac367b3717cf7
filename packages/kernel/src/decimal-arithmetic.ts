import { assert } from './assert.ts';
import {
  DECIMAL_ONE,
  DECIMAL_PLACES,
  type Decimal,
  type Rounding,
  formatDecimal,
} from './decimal.ts';

/** Whole digits a Decimal may have; with 18 places this fits PostgreSQL's numeric(38,18). */
const WHOLE_DIGITS_MAX = 20;

/**
 * Integer division with a named rounding, the one place where anything is ever cut.
 *
 * @throws InvariantError when the divisor is zero
 */
export function divideInteger(numerator: bigint, divisor: bigint, rounding: Rounding): bigint {
  assert(divisor !== 0n, 'division by zero');
  const quotient = numerator / divisor;
  if (rounding === 'down') return quotient;
  const remainder = numerator - quotient * divisor;
  if (remainder === 0n) return quotient;
  const away = numerator < 0n === divisor < 0n ? 1n : -1n;
  if (rounding === 'up') return quotient + away;
  if (rounding === 'floor') return away === -1n ? quotient - 1n : quotient;
  const twice = 2n * (remainder < 0n ? -remainder : remainder);
  const size = divisor < 0n ? -divisor : divisor;
  if (twice < size || (twice === size && quotient % 2n === 0n)) return quotient;
  return quotient + away;
}

/** a + b, exact. */
export function add<Kind extends Decimal>(a: Kind, b: Kind): Kind {
  return (a + b) as Kind;
}

/** a − b, exact. */
export function sub<Kind extends Decimal>(a: Kind, b: Kind): Kind {
  return ((a as bigint) - (b as bigint)) as Kind;
}

/** −a, exact. */
export function neg<Kind extends Decimal>(a: Kind): Kind {
  return (0n - a) as Kind;
}

/** |a|, exact. */
export function abs<Kind extends Decimal>(a: Kind): Kind {
  return (a < 0n ? 0n - a : a) as Kind;
}

/** a × b. @rounding as named, once, at 18 places */
export function mul(a: Decimal, b: Decimal, rounding: Rounding): Decimal {
  return divideInteger(a * b, DECIMAL_ONE, rounding) as Decimal;
}

/**
 * a ÷ b.
 *
 * @rounding as named, once, at 18 places
 * @throws InvariantError when b is zero
 */
export function div(a: Decimal, b: Decimal, rounding: Rounding): Decimal {
  return divideInteger(a * DECIMAL_ONE, b, rounding) as Decimal;
}

/** The smaller of two. */
export function min<Kind extends Decimal>(a: Kind, b: Kind): Kind {
  return a < b ? a : b;
}

/** The larger of two. */
export function max<Kind extends Decimal>(a: Kind, b: Kind): Kind {
  return a > b ? a : b;
}

/**
 * The multiple of `step` next to `value`; prices and lots are kept on their steps with it.
 *
 * @throws InvariantError when the step is not positive
 */
export function roundToStep<Kind extends Decimal>(
  value: Kind,
  options: { step: Decimal; rounding: Rounding },
): Kind {
  assert(options.step > 0n, 'a step is positive');
  return (divideInteger(value, options.step, options.rounding) * options.step) as Kind;
}

/** Whether `value` is a whole number of steps. */
export function isOnStep(value: Decimal, step: Decimal): boolean {
  return value % step === 0n;
}

/** Decimal places a step asks for: 0.01 → 2, 0.5 → 1, 10 → 0. Screens pad prices to it. */
export function placesOf(step: Decimal): number {
  const text = formatDecimal(step);
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** Whether the value fits PostgreSQL's numeric(38,18). */
export function fitsStorage(value: Decimal): boolean {
  const digits = (value < 0n ? -value : value).toString().length;
  return digits <= WHOLE_DIGITS_MAX + DECIMAL_PLACES;
}
