import {
  type Price,
  type Quantity,
  formatDecimal,
  formatMoney,
  mul,
  parseDecimal,
  parseMoney,
} from '@candor/kernel';
import { lotsForBase, lotsForWorth, worthOfLots } from '@candor/pricing';
import type { Terms } from '../order/preview.ts';
import { centsText } from '../order/stops.ts';

/** What an amount is typed in. */
export type AmountUnit = 'lots' | 'usdt' | 'base';

/** What an amount in money is counted with; without a price it says nothing. */
type Facts = { readonly terms: Terms; readonly at: Price | null };

/**
 * The lots of an amount as decimal text: "" while they cannot be said, null for what is no number.
 *
 * @rounding down, to the lot step: never more than was asked for
 */
export function lotsOfAmount(amount: string | null, unit: AmountUnit, facts: Facts): string | null {
  if (amount === null || amount === '' || unit === 'lots') return amount;
  const { terms, at } = facts;
  const value = parseDecimal(amount);
  if (value === null || value < 0n) return null;
  if (unit === 'base') return formatDecimal(lotsForBase(value as Quantity, terms));
  const worth = parseMoney(amount, 'USDT');
  if (worth === null || at === null || terms.link === null) return '';
  const lots = lotsForWorth(worth, { ...terms, link: terms.link, price: at });
  return lots === null ? '' : formatDecimal(lots);
}

/**
 * Lots as an amount in a unit: the same lots again when they are read back, but where a cent is worth
 * more than a step.
 *
 * @rounding money up, to the cent
 */
export function amountOfLots(lots: string | null, unit: AmountUnit, facts: Facts): string {
  const value = parseDecimal(lots ?? '') as Quantity | null;
  if (value === null || value <= 0n) return '';
  const { terms, at } = facts;
  if (unit === 'lots') return formatDecimal(value);
  if (unit === 'base') return formatDecimal(mul(value, terms.contractSize, 'halfEven'));
  if (at === null || terms.link === null) return '';
  const worth = worthOfLots({ ...terms, lots: value, link: terms.link, price: at });
  const exact = parseDecimal(formatMoney(worth));
  return exact === null ? '' : centsText(exact, 'up');
}
