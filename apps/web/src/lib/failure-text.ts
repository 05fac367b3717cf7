import type { MessageKey, Translate } from '@candor/locales';
import { formatNumber, formatTime } from '@candor/ui';
import { PASSWORD_LENGTH_MIN, USERNAME_LENGTH } from '@candor/protocol/light';
import type { CallFailure } from './http.ts';

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Limits a sentence names although its refusal need not carry them. */
const LIMITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'password-weak': { min: PASSWORD_LENGTH_MIN },
  'username-malformed': USERNAME_LENGTH,
};

/** Facts that are money, which is written with two places as everywhere. */
const MONEY: Readonly<Record<string, readonly string[]>> = {
  'free-margin-short': ['need', 'have'],
};

/** A fact as the reader's language writes it: a moment, a figure, or the word it is. */
function factText(name: string, text: string, isMoney: boolean): string {
  if (!DECIMAL.test(text)) return text;
  if (name === 'until') return formatTime(Number.parseInt(text, 10));
  // A tick is told by the second.
  if (name === 'reachedAt') {
    return formatTime(Number.parseInt(text, 10), 'second');
  }
  return formatNumber(text, isMoney ? { placesMin: 2 } : {});
}

/** The sentence of a failure: what happened and what to do next, in the reader's language. */
export function failureText(failure: CallFailure, t: Translate): string {
  if (failure.name === 'network') return t('network.failed');
  if (failure.name === 'timeout') return t('network.timeout');
  if (failure.name === 'unknown') return t('message.unknown-error');
  const facts = Object.entries(failure.facts ?? {}).map(([name, text]) => [
    name,
    factText(name, text, MONEY[failure.name]?.includes(name) === true),
  ]);
  const key: MessageKey = `error.${failure.name}`;
  const text = t(key, { ...LIMITS[failure.name], ...Object.fromEntries(facts) });
  // A newer server may know refusals this page does not.
  return text === key ? t('message.unknown-error') : text;
}
