import { type Decimal, parseDecimal } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { NOTICE_LEVELS } from '@candor/pricing';

/** The margin level the account fell through, as the bar says it. */
export type MarginBand = '100' | '75' | '60' | '50';

const BANDS: readonly MarginBand[] = ['100', '75', '60', '50'];

/**
 * The lowest notice level the account stands below; null at or above all of them.
 *
 * @units level: share of one, as decimal text
 */
export function marginBand(level: string | null): MarginBand | null {
  const value = level === null ? null : parseDecimal(level);
  if (value === null) return null;
  const index = NOTICE_LEVELS.findLastIndex((one: Decimal) => value < one);
  return BANDS[index] ?? null;
}

/** What happens next, in words. */
export const BAND_TEXTS: Readonly<Record<MarginBand, MessageKey>> = {
  '100': 'orders.margin-100',
  '75': 'orders.margin-75',
  '60': 'orders.margin-60',
  '50': 'orders.margin-50',
};
