import { decimal, formatDecimal, parseDecimal, roundToStep } from '@candor/kernel';
import { wordsOf } from './words.ts';

/** Minus of a figure: U+2212, not a hyphen. @source DESIGN 7 */
const MINUS = '\u2212';
const CENT = decimal('0.01');

/** Digits in groups of three, counted from the end. */
function grouped(digits: string, group: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(group);
}

function written(text: string, language: string, style: { placesMin: number }): string {
  const { group, decimal: point, groupFrom } = wordsOf(language).locale.numbers;
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const before = whole.length < groupFrom ? whole : grouped(whole, group);
  const places = fraction.padEnd(style.placesMin, '0');
  return `${text.startsWith('-') ? MINUS : ''}${before}${places === '' ? '' : `${point}${places}`}`;
}

/**
 * An exact figure as a message of a language writes it, with at least so many places; what is no
 * decimal text stays as it is.
 */
export function figureText(language: string, text: string, placesMin: number): string {
  const value = parseDecimal(text);
  return value === null ? text : written(formatDecimal(value), language, { placesMin });
}

/**
 * A result in money as a message writes it: two places, with its sign.
 *
 * @rounding halfEven, for reading only
 */
export function resultText(language: string, text: string): string {
  const value = parseDecimal(text);
  if (value === null) return text;
  const cents = roundToStep(value, { step: CENT, rounding: 'halfEven' });
  const shown = written(formatDecimal(cents), language, { placesMin: 2 });
  return cents > 0n ? `+${shown}` : shown;
}
