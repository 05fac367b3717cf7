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

/** −1, 0 or 1 as a is smaller than, equal to or larger than b. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}
