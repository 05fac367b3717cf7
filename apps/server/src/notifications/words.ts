import { parseDecimal, placesOf } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { isOfCashier } from '@candor/locales/cashier-words';
import { isOfLoans } from '@candor/locales/loan-words';
import { isOfPlans } from '@candor/locales/plan-words';
import { isOfTokens } from '@candor/locales/token-words';
import type { NotificationFacts, NotificationKind, UserCaseReason } from '@candor/protocol';
import { figureText, resultText, mailWord } from '../messaging/index.ts';
import { type Sentence, cashierSentence } from './cashier-words.ts';
import { identitySentence, isOfIdentity } from './identity-words.ts';
import { loanSentence } from './loan-words.ts';
import { planSentence } from './plan-words.ts';
import { tokenSentence } from './token-words.ts';

export { momentText } from './cashier-words.ts';

/** Levels a trader is told of, as shares of one, and how a sentence says them. */
const BANDS: Readonly<Record<string, '100' | '75' | '60' | '50'>> = {
  '1': '100',
  '0.75': '75',
  '0.6': '60',
  '0.5': '50',
};
/** The level below which positions are closed. @source PRODUCT 4 */
const CLOSE_OUT = '50%';

const ORDER_TEXTS: Readonly<Partial<Record<NotificationKind, MessageKey>>> = {
  'order-close-out': 'orders.news-close-out',
  'order-filled': 'orders.news-filled',
  'order-rejected': 'orders.news-rejected',
  'order-stop-loss': 'orders.news-stop-loss',
  'order-take-profit': 'orders.news-take-profit',
  'order-trailing': 'orders.news-trailing',
};

const OPTION_TEXTS: Readonly<Partial<Record<NotificationKind, MessageKey>>> = {
  'option-won': 'options.result-won',
  'option-lost': 'options.result-lost',
  'option-tie': 'options.result-tie',
  'option-void': 'options.result-void',
};

/** Places of a price whose market's step nobody kept: those of money. */
const PLACES_MIN = 2;

function priceText(language: string, { price = '', tickSize = '' }: NotificationFacts): string {
  const step = parseDecimal(tickSize);
  return figureText(language, price, step === null ? PLACES_MIN : placesOf(step));
}

/** Reasons a case of a user is decided by; another one has no text, and the verdict says it. */
const CASE_REASON_TEXTS: Readonly<Record<UserCaseReason, MessageKey>> = {
  'mistake-corrected': 'case.reason-mistake-corrected',
  goodwill: 'case.reason-goodwill',
  'not-justified': 'case.reason-not-justified',
  'evidence-missing': 'case.reason-evidence-missing',
};

/** How a case about the reader ended, why, what was booked, and what staff say of it. */
function caseSentence(language: string, facts: NotificationFacts): Sentence {
  const { number = '', verdict = 'rejected', reason = '', amount, asset = '', message } = facts;
  const write = (key: MessageKey, values = {}): string => mailWord(language, key, values);
  const why = Object.hasOwn(CASE_REASON_TEXTS, reason)
    ? write(CASE_REASON_TEXTS[reason as UserCaseReason])
    : null;
  const booked =
    amount === undefined || verdict !== 'approved'
      ? null
      : write('notifications.case-amount', {
          amount: `\u2066${resultText(language, amount)} ${asset}\u2069`,
        });
  const more = [why, booked, message ?? null].filter((one) => one !== null && one !== '');
  return {
    title: write('notifications.case', { number, result: write(`case.result-${verdict}`) }),
    more: more.length === 0 ? null : more.join('\n'),
  };
}

/** What an offer says; in English, kept by itself, where the reader's language has no text. */
function offerSentence(language: string, facts: NotificationFacts): Sentence {
  const { title = '', text = '', original = false } = facts;
  if (!original) return { title, more: text };
  const kept = (said: string): string =>
    said
      .split('\n')
      .map((line) => (line === '' ? '' : `\u2068${line}\u2069`))
      .join('\n');
  return { title: kept(title), more: `${mailWord(language, 'content.original')}\n\n${kept(text)}` };
}

/** An event in the reader's words. Changes of the account's safety have a message of their own. */
export function sentenceOf(
  language: string,
  told: { readonly kind: NotificationKind; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { code = '', profit, level = '1' } = facts;
  const write = (key: MessageKey, values = {}): string => mailWord(language, key, values);
  if (kind === 'support-answer') {
    const { number = '', reference = '' } = facts;
    return {
      title: write('notifications.support', { number }),
      more: write('notifications.support-more', { reference }),
    };
  }
  if (kind === 'case-closed') return caseSentence(language, facts);
  if (kind === 'offer') return offerSentence(language, facts);
  if (isOfIdentity(kind)) return identitySentence(language, { kind, facts });
  if (isOfLoans(kind)) return loanSentence(language, { kind, facts });
  if (isOfPlans(kind)) return planSentence(language, { kind, facts });
  if (isOfTokens(kind)) return tokenSentence(language, { kind, facts });
  if (isOfCashier(kind)) return cashierSentence(language, { kind, facts });
  const option = OPTION_TEXTS[kind];
  if (option !== undefined) {
    return { title: write('notifications.option', { code, result: write(option) }), more: null };
  }
  const order = ORDER_TEXTS[kind];
  if (order !== undefined) {
    const result = profit === undefined ? null : resultText(language, profit);
    return {
      title: write(order, { code, price: priceText(language, facts) }),
      more: result === null ? null : write('orders.news-result', { profit: result }),
    };
  }
  const band = BANDS[level] ?? '100';
  return {
    title: write('notifications.margin', { level: `${band}%` }),
    more: write(`orders.margin-${band}`, { level: CLOSE_OUT }),
  };
}
