import type { MessageKey, Translate } from '@candor/locales';
import { formatNumber } from '@candor/ui';
import { type AgeText, ageText } from './age.ts';

const SPAN_KEYS: Readonly<Record<AgeText['unit'], MessageKey>> = {
  ms: 'market.span-ms',
  s: 'market.span-s',
  min: 'market.span-min',
  h: 'market.span-h',
};

/** A length of time in words: "5 s". */
export function spanText(ms: number, t: Translate): string {
  const { value, unit } = ageText(ms);
  return t(SPAN_KEYS[unit], { count: formatNumber(value) });
}
