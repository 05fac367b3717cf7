import { PASSWORD_LENGTH_MIN } from '@candor/protocol/light';
import { formatNumber, formatTime } from '@candor/ui';
import type { DeskTranslate } from '@candor/locales/desk';
import type { CallFailure } from './http.ts';

const DECIMAL = /^-?\d+(\.\d+)?$/;
/** Facts that are moments, in Unix milliseconds. */
const MOMENTS = new Set(['at', 'until']);

function factText(name: string, text: string): string {
  if (!DECIMAL.test(text)) return text;
  return MOMENTS.has(name) ? formatTime(Number.parseInt(text, 10)) : formatNumber(text);
}

/** The sentence of a failure: what happened and what to do next. */
export function failureText(failure: CallFailure, t: DeskTranslate): string {
  if (failure.name === 'network') return t('network.failed');
  if (failure.name === 'timeout') return t('network.timeout');
  if (failure.name === 'unknown') return t('message.unknown-error');
  const facts = Object.entries(failure.facts ?? {}).map(([name, text]) => [
    name,
    factText(name, text),
  ]);
  const limits = failure.name === 'password-weak' ? { min: PASSWORD_LENGTH_MIN } : {};
  const key = `error.${failure.name}` as const;
  const text = t(key, { ...limits, ...Object.fromEntries(facts) });
  // A newer server may know refusals this page does not.
  return text === key ? t('message.unknown-error') : text;
}
