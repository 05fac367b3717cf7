import { unixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import {
  IDENTITY_NOTICES,
  type IdentityNotice,
  type NotificationFacts,
  type NotificationKind,
} from '@candor/protocol';
import { mailWord } from '../messaging/index.ts';
import { type Sentence, momentText } from './cashier-words.ts';

const KINDS: ReadonlySet<NotificationKind> = new Set(IDENTITY_NOTICES);

/** Whether a notification is about an identification. */
export function isOfIdentity(kind: NotificationKind): kind is IdentityNotice {
  return KINDS.has(kind);
}

const MORE: Readonly<Record<IdentityNotice, MessageKey>> = {
  'identity-pending': 'notifications.more-identity-pending',
  'identity-verified': 'notifications.more-identity-verified',
  'identity-failed': 'notifications.more-identity-failed',
  'identity-address-pending': 'notifications.more-identity-pending',
  'identity-address-verified': 'notifications.more-identity-address-verified',
  'identity-address-failed': 'notifications.more-identity-address-failed',
};

/** Where an identification stands, in the reader's words: what was rejected, and why, a line each. */
export function identitySentence(
  language: string,
  told: { readonly kind: IdentityNotice; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { rejected = [], message = '', until } = facts;
  const when = until === undefined ? '' : momentText(unixMs(until));
  const write = (key: MessageKey, values = {}): string => mailWord(language, key, values);
  const lines = rejected.map(({ kind: document, reason }) =>
    write('identity.rejected', {
      what: write(`identity.document-${document}`),
      why: write(`identity.reason-${reason}`),
    }),
  );
  const more = [...lines, write(MORE[kind], { when }), ...(message === '' ? [] : [message])];
  return { title: write(`notifications.${kind}`), more: more.join('\n') };
}
