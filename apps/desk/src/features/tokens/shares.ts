import { parseMoney } from '@candor/kernel';
import { type Split, isSplit, shareTexts, sharesOf } from '@candor/pricing';
import type { NftShares } from '@candor/protocol/desk-light';

/** Ten-thousandths a percent has. */
const OF_PERCENT = 100;
const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))?$/;

/** Percent as it is typed, in ten-thousandths; NaN for none. */
export function basisOf(percent: string): number {
  const [, whole, part = ''] = PERCENT.exec(percent) ?? [];
  if (whole === undefined) return Number.NaN;
  return Number.parseInt(whole, 10) * OF_PERCENT + Number.parseInt(part.padEnd(2, '0'), 10);
}

/** Ten-thousandths as percent, as they are typed: 8850 is "88.5". */
export const percentOf = (basis: number): string => String(basis / OF_PERCENT);

/** What each gets of a price, to the unit, as the server divides it; null while it cannot be said. */
export function dividedAmong(priceText: string, split: Split): NftShares | null {
  const price = parseMoney(priceText, 'USDT');
  if (price === null || price.units <= 0n || !isSplit(split)) return null;
  return shareTexts(sharesOf(price, split));
}
