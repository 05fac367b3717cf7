import { decimal, formatDecimal, parseDecimal, roundToStep } from '@candor/kernel';
import { formatNumber, shiftDecimal } from '@candor/ui';

/** Coins are shown with four places at least, USDT with two. @source DESIGN 7 */
const PLACES_MIN: Readonly<Record<string, number>> = { USDT: 2 };
const COIN_PLACES_MIN = 4;

/** An amount to its last place, with its asset: "500.00 USDT". Nothing is rounded away. */
export const exactAmount = (amount: string, asset: string): string =>
  `${formatNumber(amount, { placesMin: PLACES_MIN[asset] ?? COIN_PLACES_MIN })} ${asset}`;

/** A share of one as percent, to its last place: "0.001" is "0.1%". */
export const shareText = (share: string): string => `${formatNumber(shiftDecimal(share, 2))}%`;

const HUNDREDTH_PERCENT = decimal('0.0001');

/** A loan to value in percent, two places: "64.99%". Rounded up, so that none looks further from a sale than it is. */
export function ltvText(share: string): string {
  const value = parseDecimal(share);
  if (value === null) return share;
  return shareText(formatDecimal(roundToStep(value, { step: HUNDREDTH_PERCENT, rounding: 'up' })));
}

/** A margin level in whole percent: "31%". Cut off, so that none looks further from a close-out than it is. */
export const levelText = (level: string): string =>
  `${formatNumber(shiftDecimal(level, 2).split('.')[0] ?? level)}%`;

/** An amount of USDT as a form takes it. */
export const isAmount = (typed: string): boolean => /^\d{1,15}(?:\.\d{1,6})?$/.test(typed);
