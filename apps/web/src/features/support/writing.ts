import type { Translate } from '@candor/locales';
import { formatNumber } from '@candor/ui';
import { failureText } from '../../lib/failure-text.ts';
import type { CallFailure } from '../../lib/http.ts';

/** What is wrong with a text before it is sent; null when nothing is. */
export function textProblem(text: string, max: number, t: Translate): string | null {
  if (text.trim() === '') return t('common.required');
  if (text.length <= max) return null;
  return t('support.too-long', {
    max: formatNumber(String(max)),
    count: formatNumber(String(text.length)),
  });
}

/** What is said at a field: what the page saw, else what the server refused there. */
export function problemAt(
  field: string,
  seen: string | null,
  facts: { readonly failure: CallFailure | null; readonly t: Translate },
): string | null {
  const { failure, t } = facts;
  if (seen !== null || failure === null || failure.field !== field) return seen;
  return failure.name === 'incomplete' ? t('common.required') : failureText(failure, t);
}

/** A failure that belongs to no field of the form. */
export const isAtForm = (failure: CallFailure | null, fields: readonly string[]): boolean =>
  failure !== null && (failure.field === undefined || !fields.includes(failure.field));
