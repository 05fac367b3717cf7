import type { Translate } from '@candor/locales';
import { formatNumber } from '@candor/ui';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** A period as it is chosen: "60 s", "5 min", "1 h". */
export function periodText(seconds: number, t: Translate): string {
  const count = (value: number): string => formatNumber(String(value));
  if (seconds % DAY_S === 0) return t('options.period-d', { count: count(seconds / DAY_S) });
  if (seconds % HOUR_S === 0) return t('options.period-h', { count: count(seconds / HOUR_S) });
  if (seconds > MINUTE_S && seconds % MINUTE_S === 0) {
    return t('options.period-min', { count: count(seconds / MINUTE_S) });
  }
  return t('options.period-s', { count: count(seconds) });
}
