import { unixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { textsAfterToken } from '@candor/locales/token-words';
import type { NotificationFacts, TokenNotice } from '@candor/protocol';
import { figureText, mailWord } from '../messaging/index.ts';
import { type Sentence, momentText } from './cashier-words.ts';

/** What nobody said, in a sentence that has a place for it. */
const UNSAID = '—';

/** What happened to a token its reader bid on, in the reader's words. */
export function tokenSentence(
  language: string,
  told: { readonly kind: TokenNotice; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { amount, highest, part, until, network, message = '' } = facts;
  const { token = '', charity = UNSAID, number = '', address = '', transaction = '' } = facts;
  const usdt = (text: string | undefined): string =>
    text === undefined ? UNSAID : `${figureText(language, text, 2)} USDT`;
  const values = {
    ...{ title: token, charity, number, address, transaction },
    amount: usdt(amount),
    highest: usdt(highest),
    part: usdt(part),
    network: network === undefined ? UNSAID : NETWORK_NAMES[network],
    when: until === undefined ? UNSAID : momentText(unixMs(until)),
  };
  const write = (key: MessageKey): string => mailWord(language, key, values);
  const more = [...textsAfterToken(kind, facts).map(write), message].filter((one) => one !== '');
  return { title: write(`notifications.${kind}`), more: more.join('\n') };
}
