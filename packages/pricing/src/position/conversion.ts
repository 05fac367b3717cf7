import { DECIMAL_ONE, type Price, assert, div } from '@candor/kernel';
import { type Quote, mid } from '../price/quote.ts';

/** The conversion rate of USDT itself, and of USD, which counts as USDT one to one. */
export const CONVERSION_ONE: Price = DECIMAL_ONE as Price;

/** Whether amounts in this currency need a fresh linking pair before they become USDT. */
export function needsConversion(quoteCurrency: string): boolean {
  return quoteCurrency !== 'USDT' && quoteCurrency !== 'USD';
}

/**
 * What one unit of a quote currency is worth in USDT, from the pair that links them:
 * `direct` when the pair is quoted in USDT or USD (GBP/USD for GBP), `inverse` when the currency
 * is the one it is quoted in (USD/JPY for JPY).
 *
 * @units    USDT per unit of the quote currency, 18 places
 * @rounding halfEven, at 18 places; amounts multiply with the rate before their single rounding
 * @throws   InvariantError when the mid is not positive
 */
export function conversionRateOf(
  pair: Pick<Quote, 'bid' | 'ask'>,
  direction: 'direct' | 'inverse',
): Price {
  const middle = mid(pair);
  assert(middle > 0n, 'a linking pair has a positive price');
  return direction === 'direct' ? middle : (div(DECIMAL_ONE, middle, 'halfEven') as Price);
}
