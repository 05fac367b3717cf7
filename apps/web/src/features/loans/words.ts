import type { Asset } from '@candor/kernel';
import { DASH, formatNumber, shiftDecimal } from '@candor/ui';

/** Between a figure and its unit. */
const NO_BREAK = '\u00a0';
/** A figure inside a sentence, isolated so that right-to-left text leaves its order alone. */
const isolated = (text: string): string => `\u2066${text}\u2069`;

/** An amount inside a sentence, with all its places. */
export function amountWords(one: { readonly asset: Asset; readonly amount: string }): string {
  const style = one.asset === 'USDT' ? { placesMin: 2 } : {};
  return isolated(`${formatNumber(one.amount, style)}${NO_BREAK}${one.asset}`);
}

/** A share of one as percent. @rounding halfEven, for display only */
export function percentWords(share: string | null, places?: number): string {
  if (share === null) return DASH;
  const style = places === undefined ? {} : { places };
  return isolated(`${formatNumber(shiftDecimal(share, 2), style)}%`);
}
