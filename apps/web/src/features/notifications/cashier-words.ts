import type { MessageKey, Translate } from '@candor/locales';
import { CASHIER_NOTICES, type CashierNotice, type Notification } from '@candor/protocol/light';
import { formatNumber, formatTime } from '@candor/ui';

/** What is said of a notification: a sentence, and what follows it. */
export type Words = { readonly title: string; readonly more: string | null };

const NETWORK_NAMES = { ethereum: 'Ethereum', tron: 'Tron', bitcoin: 'Bitcoin' } as const;

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

/** Kept by itself: a figure, a name or an address runs from left to right in every language. */
const kept = (text: string): string => `\u2066${text}\u2069`;

/** What happened to money in, out or converted, in the reader's words. */
export function cashierWords(
  told: { readonly kind: CashierNotice; readonly facts: Notification['facts'] },
  t: Translate,
): Words {
  const { kind, facts } = told;
  const { asset = '', amount = '', receive = '', to = '', owed = '', network, until } = facts;
  const money = (text: string, of: string): string =>
    text === '' ? '' : kept(`${formatNumber(text, { placesMin: 2 })} ${of}`);
  const values = {
    asset,
    amount: money(amount, asset),
    receive: money(receive, to),
    owed: money(owed, asset),
    network: network === undefined ? '' : kept(NETWORK_NAMES[network]),
    number: kept(facts.number ?? ''),
    address: kept(facts.address ?? ''),
    transaction: kept(facts.transaction ?? ''),
    count: String(facts.confirmations ?? ''),
    when: until === undefined ? '' : `\u2068${formatTime(until)}\u2069`,
  };
  const why = REASONS[facts.reason ?? ''];
  const keys = [why, MORE[kind] ?? undefined].filter((key) => key !== undefined);
  return {
    title: t(`notifications.${kind}`, values),
    more: keys.length === 0 ? null : keys.map((key) => t(key, values)).join(' '),
  };
}
