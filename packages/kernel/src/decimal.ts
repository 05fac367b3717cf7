import { assert } from './assert.ts';
import type { Brand } from './brand.ts';

/** A number with 18 decimal places, as an integer: 1.5 is 1_500_000_000_000_000_000n. */
export type Decimal = Brand<bigint, 'Decimal'>;
/** Quote asset per base unit. */
export type Price = Decimal & Brand<bigint, 'Price'>;
/** Lots, or base units. */
export type Quantity = Decimal & Brand<bigint, 'Quantity'>;
/** A share of one: 0.001 is 0.10 %. */
export type Rate = Decimal & Brand<bigint, 'Rate'>;

/**
 * How a result that does not fit is cut: `down` toward zero, `up` away from zero, `halfEven` to
 * the nearest with ties to the even neighbour, `floor` toward minus infinity.
 */
export type Rounding = 'down' | 'up' | 'halfEven' | 'floor';

/** Decimal places of every Decimal. */
export const DECIMAL_PLACES = 18;
/** The integer that stands for one. */
export const DECIMAL_ONE = (10n ** 18n) as Decimal;
/** The integer that stands for zero. */
export const DECIMAL_ZERO = 0n as Decimal;

/** Whole digits a Decimal may have; with 18 places this fits PostgreSQL's numeric(38,18). */
const WHOLE_DIGITS_MAX = 20;
const DECIMAL_TEXT = /^(-?)(\d{1,20})(?:\.(\d{1,18}))?$/;

/**
 * Reads plain decimal text ("-12.5"): no exponent, no sign plus, no separators, no spaces, at most
 * 20 whole digits and 18 places.
 *
 * @shape text → Decimal, or null when it is anything else
 */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return null;
  const [, sign, whole, fraction = ''] = match;
  const units = BigInt(`${whole}${fraction.padEnd(DECIMAL_PLACES, '0')}`);
  return (sign === '-' ? -units : units) as Decimal;
}

/**
 * The Decimal a text in our own code or database stands for.
 *
 * @throws InvariantError when the text is not plain decimal text
 */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  assert(parsed !== null, `not a decimal: ${text}`);
  return parsed;
}

/** `decimal` for a price. @throws InvariantError when the text is not plain decimal text */
export function price(text: string): Price {
  return decimal(text) as Price;
}

/** `decimal` for a quantity. @throws InvariantError when the text is not plain decimal text */
export function quantity(text: string): Quantity {
  return decimal(text) as Quantity;
}

/** `decimal` for a rate. @throws InvariantError when the text is not plain decimal text */
export function rate(text: string): Rate {
  return decimal(text) as Rate;
}

/** A whole number as a Decimal. @throws InvariantError when it is not a safe integer */
export function decimalOf(count: number): Decimal {
  assert(Number.isSafeInteger(count), `not a whole number: ${count}`);
  return (BigInt(count) * DECIMAL_ONE) as Decimal;
}

/** Plain decimal text without trailing zeros: what travels on the wire and into the database. */
export function formatDecimal(value: Decimal): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(DECIMAL_PLACES + 1, '0');
  const point = digits.length - DECIMAL_PLACES;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const fraction = end === point ? '' : `.${digits.slice(point, end)}`;
  return `${negative ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

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

/** −1, 0 or 1 as a is smaller than, equal to or larger than b. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
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
