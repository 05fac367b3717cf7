import { LOAN_NOTICES, type LoanNotice, type Notification } from '@candor/protocol/light';
import type { MessageKey } from './keys.ts';

const KINDS: ReadonlySet<Notification['kind']> = new Set(LOAN_NOTICES);

/** Whether a notification is about a loan. */
export function isOfLoans(kind: Notification['kind']): kind is LoanNotice {
  return KINDS.has(kind);
}

/** What follows the sentence; a rejection is followed by its reason alone. */
const MORE: Readonly<Record<LoanNotice, MessageKey | null>> = {
  'loan-requested': 'notifications.more-identity-pending',
  'loan-approved': 'notifications.more-loan-approved',
  'loan-rejected': null,
  'loan-withdrawn': null,
  'loan-not-drawn': null,
  'loan-drawn': 'notifications.more-loan-drawn',
  'loan-added': null,
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

/** The texts that follow the sentence of a notification about a loan: why it happened, and what is more to say. */
export function textsAfterLoan(
  kind: LoanNotice,
  reason: string | undefined,
): readonly MessageKey[] {
  return [REASONS[reason ?? ''], MORE[kind]].filter((key) => key !== undefined && key !== null);
}
