import type { Translate } from '@candor/locales';
import { NETWORK_NAMES, textsAfter } from '@candor/locales/cashier-words';
import type { CashierNotice, Notification } from '@candor/protocol/light';
import { formatNumber, formatTime } from '@candor/ui';

/** What is said of a notification: a sentence, and what follows it. */
export type Words = { readonly title: string; readonly more: string | null };

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
  const keys = textsAfter(kind, facts.reason);
  return {
    title: t(`notifications.${kind}`, values),
    more: keys.length === 0 ? null : keys.map((key) => t(key, values)).join(' '),
  };
}
