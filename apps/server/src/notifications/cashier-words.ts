import { type UnixMs, isoText, unixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import {
  CASHIER_NOTICES,
  type CashierNotice,
  type Network,
  type NotificationFacts,
  type NotificationKind,
} from '@candor/protocol';
import { figureText, mailWord } from '../messaging/index.ts';

/** What a mail says of an event: the sentence of its subject, and what follows it. */
export type Sentence = { readonly title: string; readonly more: string | null };

/** "2026-11-21 23:05 UTC": a mail is read anywhere, at any time. */
export const momentText = (at: UnixMs): string =>
  `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  ethereum: 'Ethereum',
  tron: 'Tron',
  bitcoin: 'Bitcoin',
};

const KINDS: ReadonlySet<NotificationKind> = new Set(CASHIER_NOTICES);

/** Whether a notification is about money in, out or converted. */
export function isOfCashier(kind: NotificationKind): kind is CashierNotice {
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

/** What happened to money in, out or converted, in the reader's words. */
export function cashierSentence(
  language: string,
  told: { readonly kind: CashierNotice; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { asset = '', amount = '', receive = '', to = '', owed = '', network, until } = facts;
  const money = (text: string, of: string): string => `${figureText(language, text, 2)} ${of}`;
  const values = {
    asset,
    amount: money(amount, asset),
    receive: money(receive, to),
    owed: money(owed, asset),
    network: network === undefined ? '' : NETWORK_NAMES[network],
    number: facts.number ?? '',
    address: facts.address ?? '',
    transaction: facts.transaction ?? '',
    count: String(facts.confirmations ?? ''),
    when: until === undefined ? '' : momentText(unixMs(until)),
  };
  const write = (key: MessageKey): string => mailWord(language, key, values);
  const why = REASONS[facts.reason ?? ''];
  const keys = [why, MORE[kind] ?? undefined].filter((key) => key !== undefined);
  return {
    title: write(`notifications.${kind}`),
    more: keys.length === 0 ? null : keys.map(write).join('\n'),
  };
}
