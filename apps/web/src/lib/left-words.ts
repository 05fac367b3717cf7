import type { Translate } from '@candor/locales';
import { isolated } from './figure-words.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** How long something still runs, in the units that tell most of it; seconds in its last hour. */
export function leftWords(seconds: number, t: Translate): string {
  const [days, hours] = [Math.floor(seconds / DAY_S), Math.floor((seconds % DAY_S) / HOUR_S)];
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (days > 0) return `${t('breaks.days', { days })} ${isolated(`${hours} h`)}`;
  if (hours > 0) return isolated(`${hours} h ${minutes} min`);
  return isolated(`${minutes} min ${seconds % MINUTE_S} s`);
}
