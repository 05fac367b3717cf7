import { type UnixMs, isoText, unixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { NETWORK_NAMES, textsAfter } from '@candor/locales/cashier-words';
import type { CashierNotice, NotificationFacts } from '@candor/protocol';
import { figureText, mailWord } from '../messaging/index.ts';

/** What a mail says of an event: the sentence of its subject, and what follows it. */
export type Sentence = { readonly title: string; readonly more: string | null };

/** "2026-11-21 23:05 UTC": a mail is read anywhere, at any time. */
export const momentText = (at: UnixMs): string =>
  `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

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
  const keys = textsAfter(kind, facts.reason);
  return {
    title: write(`notifications.${kind}`),
    more: keys.length === 0 ? null : keys.map(write).join('\n'),
  };
}
