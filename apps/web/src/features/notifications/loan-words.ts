import type { MessageKey, Translate } from '@candor/locales';
import { LOAN_LINES } from '@candor/pricing';
import { formatDecimal } from '@candor/kernel';
import { LOAN_NOTICES, type LoanNotice, type Notification } from '@candor/protocol/light';
import { DASH, formatNumber, formatTime, shiftDecimal } from '@candor/ui';
import type { Words } from './cashier-words.ts';

const KINDS: ReadonlySet<Notification['kind']> = new Set(LOAN_NOTICES);

/** Whether a notification is about a loan. */
export function isOfLoans(kind: Notification['kind']): kind is LoanNotice {
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

/** Text of its own direction inside a sentence. */
const kept = (text: string): string => `\u2068${text}\u2069`;

/** A share of one as percent, of two places at most. */
function percentText(share: string): string {
  if (share === '') return DASH;
  return `\u2066${formatNumber(shiftDecimal(share, 2), { places: 2 })}%\u2069`;
}

/** What happened to a loan, in the reader's words. */
export function loanWords(
  told: { readonly kind: LoanNotice; readonly facts: Notification['facts'] },
  t: Translate,
): Words {
  const { kind, facts } = told;
  const { amount = '0', level = '', number = '', until, receiptNo = '' } = facts;
  const values = {
    number: kept(number),
    amount: `\u2066${formatNumber(amount, { placesMin: 2 })} USDT\u2069`,
    level: percentText(level),
    line: percentText(formatDecimal(LOAN_LINES.sale)),
    when: until === undefined ? '' : kept(formatTime(until)),
    receipt: kept(receiptNo),
  };
  const keys = [REASONS[facts.reason ?? ''], MORE[kind] ?? undefined].filter(
    (key) => key !== undefined,
  );
  return {
    title: t(`notifications.${kind}`, values),
    more: keys.length === 0 ? null : keys.map((key) => t(key, values)).join(' '),
  };
}
