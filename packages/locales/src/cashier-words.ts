import {
  CASHIER_NOTICES,
  type CashierNotice,
  type Network,
  type Notification,
} from '@candor/protocol/light';
import type { MessageKey } from './keys.ts';

/** Networks by the names they have in every language. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  ethereum: 'Ethereum',
  tron: 'Tron',
  bitcoin: 'Bitcoin',
};

const KINDS: ReadonlySet<Notification['kind']> = new Set(CASHIER_NOTICES);

/** Whether a notification is about money in, out or converted. */
export function isOfCashier(kind: Notification['kind']): kind is CashierNotice {
  return KINDS.has(kind);
}

/** What follows the sentence; a kind told by its reasons has a text for each of them. */
const MORE: Readonly<Record<CashierNotice, MessageKey | null>> = {
  'deposit-seen': 'notifications.more-deposit-seen',
  'deposit-credited': 'notifications.more-network',
  'deposit-small': 'notifications.more-deposit-small',
  'deposit-gone': 'notifications.more-deposit-gone',
  'deposit-reversed': 'notifications.more-deposit-reversed',
  'deposit-owed': 'notifications.more-deposit-owed',
  'withdrawal-requested': 'notifications.more-recipient',
  'withdrawal-held': null,
  'withdrawal-review': 'notifications.more-withdrawal-review',
  'withdrawal-approved': 'notifications.more-withdrawal-approved',
  'withdrawal-sent': 'notifications.more-transaction',
  'withdrawal-confirmed': 'notifications.more-transaction',
  'withdrawal-cancelled': 'notifications.more-back',
  'withdrawal-rejected': 'notifications.more-back',
  'withdrawal-refunded': 'notifications.more-back',
  'address-usable': 'notifications.more-recipient',
  conversion: null,
};

const REASONS: Readonly<Partial<Record<string, MessageKey>>> = {
  credentials: 'notifications.why-credentials',
  frozen: 'notifications.why-frozen',
  'address-not-owned': 'notifications.why-address-not-owned',
  'account-at-risk': 'notifications.why-account-at-risk',
  'law-forbids': 'notifications.why-law-forbids',
  'batch-void': 'notifications.why-batch-void',
  'block-gone': 'notifications.why-block-gone',
};

/** The texts that follow the sentence of a notification: why it happened, and what is more to say. */
export function textsAfter(kind: CashierNotice, reason: string | undefined): readonly MessageKey[] {
  return [REASONS[reason ?? ''], MORE[kind]].filter((key) => key !== undefined && key !== null);
}
