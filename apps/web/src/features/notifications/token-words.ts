import type { Translate } from '@candor/locales';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { textsAfterToken } from '@candor/locales/token-words';
import type { Notification, TokenNotice } from '@candor/protocol/light';
import { DASH, formatNumber, formatTime } from '@candor/ui';
import type { Words } from './cashier-words.ts';

/** Text of its own direction inside a sentence. */
const kept = (text: string): string => `\u2068${text}\u2069`;
/** A figure or an address, which is read from left to right in every language. */
const figure = (text: string): string => `\u2066${text}\u2069`;

const usdt = (text: string | undefined): string =>
  text === undefined ? DASH : figure(`${formatNumber(text, { placesMin: 2 })} USDT`);

/** What happened to a token its reader bid on, in the reader's words. */
export function tokenWords(
  told: { readonly kind: TokenNotice; readonly facts: Notification['facts'] },
  t: Translate,
): Words {
  const { kind, facts } = told;
  const { amount, highest, part, until, network, token = '', charity = DASH, message = '' } = facts;
  const values = {
    title: kept(token),
    charity: kept(charity),
    number: figure(facts.number ?? ''),
    address: figure(facts.address ?? ''),
    transaction: figure(facts.transaction ?? ''),
    network: network === undefined ? DASH : figure(NETWORK_NAMES[network]),
    amount: usdt(amount),
    highest: usdt(highest),
    part: usdt(part),
    when: until === undefined ? DASH : kept(formatTime(until)),
  };
  const texts = textsAfterToken(kind, facts).map((key) => t(key, values));
  const more = [...texts, message === '' ? '' : kept(message)].filter((one) => one !== '');
  return { title: t(`notifications.${kind}`, values), more: more.join(' ') };
}
