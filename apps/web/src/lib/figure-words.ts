import { formatNumber } from '@candor/ui';

/** Between a figure and its unit. */
const NO_BREAK = '\u00a0';

/** A figure inside a sentence, isolated so that right-to-left text leaves its order alone. */
export const isolated = (text: string): string => `\u2066${text}\u2069`;

/** A name inside a sentence, which has a direction of its own. */
export const named = (text: string): string => `\u2068${text}\u2069`;

/** An amount inside a sentence, with all its places. */
export function amountWords(of: { readonly asset: string; readonly amount: string }): string {
  const { asset, amount } = of;
  const style = asset === 'USDT' ? { placesMin: 2 } : {};
  return isolated(`${formatNumber(amount, style)}${NO_BREAK}${asset}`);
}

/** USDT inside a sentence. */
export const usdtWords = (amount: string): string => amountWords({ asset: 'USDT', amount });

/** The same to the cent: of what is shown and not counted on. @rounding halfEven, for display only */
export const centWords = (amount: string): string =>
  isolated(`${formatNumber(amount, { places: 2 })}${NO_BREAK}USDT`);
