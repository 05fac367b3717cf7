import type { DeskTranslate } from '@candor/locales/desk';
import type { DeskParameter } from '@candor/protocol/desk-light';
import { formatNumber } from '@candor/ui';
import { shareText } from './amounts.ts';

type Unit = DeskParameter['unit'];

const COINS = new Set(['USDT', 'BTC', 'ETH']);

/** A number as people read it; what is none stays. The year of a copyright has no separators. */
const numberText = (value: string, unit: Unit): string =>
  unit === 'none' || !/^\d+(\.\d+)?$/.test(value) ? value : formatNumber(value);

/** A value with its unit: "10,000 USDT", "30 times", a share as "0.1%". Nothing is rounded away. */
export function valueText(value: string, unit: Unit, t: DeskTranslate): string {
  if (unit === 'share') return shareText(value);
  const number = numberText(value, unit);
  return unit === 'none' ? number : `${number} ${unitText(unit, t)}`;
}

/** What is typed and published for a share: "0.001"; null for any other value. */
export const exactText = (value: string, unit: Unit): string | null =>
  unit === 'share' ? value : null;

/** A unit in words; empty where a value has none beside it. */
export function unitText(unit: Unit, t: DeskTranslate): string {
  if (unit === 'none' || unit === 'share') return '';
  return COINS.has(unit) ? unit : t(`parameters.unit-${unit as 'days'}`);
}
