import type { ContractId, OptionId, QuoteId, UnixMs } from '@candor/kernel';
import { isoText } from '@candor/kernel';

/** Digits and letters that cannot be mistaken for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
/** Hex digits of half of the random half, and what one more of the upper half is worth. */
const HALF = 8;
const UPPER = 2 ** 32;

/**
 * The number a trader reads out: the day and eight letters from the random half of the contract's
 * id, so it cannot be guessed and needs no counter that orders would wait for.
 *
 * @shape (id, opening time) → "261121-7KQ2M9XA"
 */
export function orderNumber(id: ContractId | OptionId | QuoteId, at: UnixMs): string {
  const random = id.replaceAll('-', '').slice(16);
  let high = Number.parseInt(random.slice(0, HALF), 16);
  let low = Number.parseInt(random.slice(HALF), 16);
  let letters = '';
  // Long division of 64 bits by the number of letters, in whole numbers that stay exact.
  for (let index = 0; index < LENGTH; index += 1) {
    const carried = (high % ALPHABET.length) * UPPER + low;
    letters += ALPHABET[carried % ALPHABET.length];
    high = Math.floor(high / ALPHABET.length);
    low = Math.floor(carried / ALPHABET.length);
  }
  return `${isoText(at).slice(2, 10).replaceAll('-', '')}-${letters}`;
}
