import type { ContractId, OptionId, UnixMs } from '@candor/kernel';
import { isoText } from '@candor/kernel';

/** Digits and letters that cannot be mistaken for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * The number a trader reads out: the day and eight letters from the random half of the contract's
 * id, so it cannot be guessed and needs no counter that orders would wait for.
 *
 * @shape (id, opening time) → "261121-7KQ2M9XA"
 */
export function orderNumber(id: ContractId | OptionId, at: UnixMs): string {
  let rest = BigInt(`0x${id.replaceAll('-', '').slice(16)}`);
  let letters = '';
  for (let index = 0; index < LENGTH; index += 1) {
    letters += ALPHABET[Number.parseInt(String(rest % BigInt(ALPHABET.length)), 10)];
    rest /= BigInt(ALPHABET.length);
  }
  return `${isoText(at).slice(2, 10).replaceAll('-', '')}-${letters}`;
}
