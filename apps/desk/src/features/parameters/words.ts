import type { DeskTranslate } from '@candor/locales/desk';
import type { DeskParameter } from '@candor/protocol/desk-light';
import type { CallFailure } from '../../lib/http.ts';
import { shareText } from '../../lib/amounts.ts';
import { unitText } from '../../lib/parameter-value.ts';

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
