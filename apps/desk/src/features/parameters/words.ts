import type { DeskTranslate } from '@candor/locales/desk';
import type { DeskParameter } from '@candor/protocol/desk-light';
import { formatNumber } from '@candor/ui';
import type { CallFailure } from '../../lib/http.ts';
import { shareText } from '../../lib/amounts.ts';

const COINS = new Set(['USDT', 'BTC', 'ETH']);

/** A number as people read it; what is none stays. The year of a copyright has no separators. */
const numberText = (value: string, unit: DeskParameter['unit']): string =>
  unit === 'none' || !/^\d+(\.\d+)?$/.test(value) ? value : formatNumber(value);

/** A value with its unit: "10,000 USDT", "30 times", a share as "0.1%". Nothing is rounded away. */
export function valueText(value: string, unit: DeskParameter['unit'], t: DeskTranslate): string {
  if (unit === 'share') return shareText(value);
  const number = numberText(value, unit);
  return unit === 'none' ? number : `${number} ${unitText(unit, t)}`;
}

/** What is typed and published for a share: "0.001"; null for any other value. */
export const exactText = (value: string, unit: DeskParameter['unit']): string | null =>
  unit === 'share' ? value : null;

function unitText(unit: DeskParameter['unit'], t: DeskTranslate): string {
  if (unit === 'none' || unit === 'share') return '';
  return COINS.has(unit) ? unit : t(`parameters.unit-${unit as 'days'}`);
}

/** What a value is: "Amount, USDT". */
export function typeText({ type, unit }: DeskParameter, t: DeskTranslate): string {
  const said = unitText(unit, t);
  const name = t(`parameters.type-${type}`);
  return said === '' ? name : `${name}, ${said}`;
}

const AMOUNT = /^\d{1,20}(\.\d{1,18})?$/;
const COUNT = /^\d{1,9}$/;
const SHARE = /^(0(\.\d{1,18})?|1(\.0{1,18})?)$/;
const TEXT_MAX = 400;

/** Whether a text is a value of a type, as the server reads it. */
export function isOfType(value: string, type: DeskParameter['type']): boolean {
  if (type === 'text') return value.trim() !== '' && value.length <= TEXT_MAX;
  return { amount: AMOUNT, count: COUNT, share: SHARE }[type].test(value);
}

/** A refusal that belongs at a field, in words; null for any other. */
export function refusalAt(
  field: 'value' | 'from',
  failure: CallFailure | null,
  t: DeskTranslate,
): string | null {
  if (failure?.field !== field) return null;
  if (field === 'from') return t('parameters.refused-from');
  if (failure.name === 'unreadable') return t('parameters.refused-value');
  const cap = failure.facts?.['cap'];
  return cap === undefined
    ? t('parameters.refused-other')
    : t('parameters.refused-cap', { cap: `${shareText(cap)} (${cap})` });
}
