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

/** What is said beside a state. */
function moreOf(kind: IdentityNotice, isRejected: boolean): MessageKey {
  // A decision that was never carried out rejects nothing: all of it is sent once more.
  const isFailed = kind === 'identity-failed' || kind === 'identity-address-failed';
  return isFailed && !isRejected ? 'notifications.more-identity-lapsed' : MORE[kind];
}

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
  const more = [
    ...lines,
    write(moreOf(kind, rejected.length > 0), { when }),
    ...(message === '' ? [] : [message]),
  ];
  return { title: write(`notifications.${kind}`), more: more.join('\n') };
}
