/**
 * Exact numbers for the verifier: decimals are integers at 18 places, USDT at 6. Nothing here is
 * shared with the product: it was written from docs/verification.md.
 */

const PLACES = 18;
const USDT_PLACES = 6;
const ONE = 10n ** 18n;

/** Reads plain decimal text; throws on anything else. */
export function decimal(text) {
  const match = /^(-?)(\d{1,20})(?:\.(\d{1,18}))?$/.exec(String(text));
  if (match === null) throw new Error(`not a number: ${String(text)}`);
  const [, sign, whole, fraction = ''] = match;
  const units = BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`);
  return sign === '-' ? -units : units;
}

/** Writes an integer at some places as plain text without trailing zeros. */
function write(value, places) {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A decimal as text. */
export const textOf = (value) => write(value, PLACES);
/** USDT units as text. */
export const usdtText = (units) => write(units, USDT_PLACES);

/** USDT text as units; throws when it has more than six places. */
export function usdt(text) {
  const value = decimal(text);
  const step = 10n ** BigInt(PLACES - USDT_PLACES);
  if (value % step !== 0n) throw new Error(`more than six places: ${String(text)}`);
  return value / step;
}

/** Integer division: `down` toward zero, `up` away from it, `halfEven` to the nearest. */
export function divide(numerator, divisor, rounding) {
  const quotient = numerator / divisor;
  const rest = numerator % divisor;
  if (rest === 0n || rounding === 'down') return quotient;
  const away = numerator < 0n === divisor < 0n ? 1n : -1n;
  if (rounding === 'up') return quotient + away;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const size = divisor < 0n ? -divisor : divisor;
  if (twice < size || (twice === size && quotient % 2n === 0n)) return quotient;
  return quotient + away;
}

/** Multiplies decimals, divides once, rounds once: USDT units. */
export function product(factors, rounding, over = 1n) {
  const value = factors.reduce((sum, factor) => sum * factor, 1n);
  return divide(value, 10n ** BigInt(PLACES * factors.length - USDT_PLACES) * over, rounding);
}

/** The middle of bid and ask. */
export const middle = (tick) => divide(decimal(tick.bid) + decimal(tick.ask), 2n, 'halfEven');
/** One divided by a decimal, at 18 places. */
export const inverse = (value) => divide(ONE * ONE, value, 'halfEven');
/** One. */
export const one = ONE;

/** JSON with sorted keys and no spaces: what hashes are made over. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}
