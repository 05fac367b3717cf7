import {
  type Decimal,
  decimal,
  formatDecimal,
  parseDecimal,
  roundToStep,
  unixMs,
} from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { LOAN_LINES } from '@candor/pricing';
import {
  LOAN_NOTICES,
  type LoanNotice,
  type NotificationFacts,
  type NotificationKind,
} from '@candor/protocol';
import { figureText, mailWord } from '../messaging/index.ts';
import { type Sentence, momentText } from './cashier-words.ts';

const KINDS: ReadonlySet<NotificationKind> = new Set(LOAN_NOTICES);

/** Whether a notification is about a loan. */
export function isOfLoans(kind: NotificationKind): kind is LoanNotice {
  return KINDS.has(kind);
}

const MORE: Readonly<Record<LoanNotice, MessageKey | null>> = {
  'loan-requested': 'notifications.more-identity-pending',
  'loan-approved': 'notifications.more-loan-approved',
  'loan-rejected': null,
  'loan-withdrawn': null,
  'loan-not-drawn': null,
  'loan-drawn': 'notifications.more-loan-drawn',
  'loan-notice': 'notifications.more-loan-notice',
  'loan-overdue': 'notifications.more-loan-overdue',
  'loan-sale': 'notifications.more-loan-sale',
  'loan-repaid': 'notifications.more-loan-repaid',
  'loan-closed': 'notifications.more-loan-over',
  'loan-written-off': 'notifications.more-loan-over',
};

const REASONS: Readonly<Partial<Record<string, MessageKey>>> = {
  'cannot-afford': 'notifications.why-cannot-afford',
  'account-at-risk': 'notifications.why-account-at-risk',
  'law-forbids': 'notifications.why-law-forbids',
};

const SHARE_STEP = decimal('0.0001');

/** A share of one as percent. @rounding up, at two places of the percentage: never below what it is */
function percentText(language: string, text: string): string {
  const share = parseDecimal(text);
  if (share === null) return '—';
  const rounded = roundToStep(share, { step: SHARE_STEP, rounding: 'up' });
  return `${figureText(language, formatDecimal((rounded * 100n) as Decimal), 0)}%`;
}

/** What happened to a loan, in the reader's words. */
export function loanSentence(
  language: string,
  told: { readonly kind: LoanNotice; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { amount = '', level = '', number = '', until, receiptNo = '' } = facts;
  const values = {
    number,
    amount: `${figureText(language, amount, 2)} USDT`,
    level: percentText(language, level),
    line: percentText(language, formatDecimal(LOAN_LINES.sale)),
    when: until === undefined ? '' : momentText(unixMs(until)),
    receipt: receiptNo,
  };
  const write = (key: MessageKey): string => mailWord(language, key, values);
  const keys = [REASONS[facts.reason ?? ''], MORE[kind] ?? undefined].filter(
    (key) => key !== undefined,
  );
  return {
    title: write(`notifications.${kind}`),
    more: keys.length === 0 ? null : keys.map(write).join('\n'),
  };
}
