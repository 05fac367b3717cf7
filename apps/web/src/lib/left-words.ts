import type { Translate } from '@candor/locales';
import { formatSpan } from '@candor/ui';
import { isolated } from './figure-words.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** How long something still runs, in the units that tell most of it; seconds in its last hour. */
export function leftWords(seconds: number, t: Translate): string {
  const [days, hours] = [Math.floor(seconds / DAY_S), Math.floor((seconds % DAY_S) / HOUR_S)];
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const two = (...spans: string[]): string => spans.map((span) => isolated(span)).join(' ');
  if (days > 0) return `${t('breaks.days', { days })} ${isolated(formatSpan(hours, 'hour'))}`;
  if (hours > 0) return two(formatSpan(hours, 'hour'), formatSpan(minutes, 'minute'));
  return two(formatSpan(minutes, 'minute'), formatSpan(seconds % MINUTE_S, 'second'));
}
