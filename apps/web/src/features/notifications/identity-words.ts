import type { MessageKey, Translate } from '@candor/locales';
import { IDENTITY_NOTICES, type IdentityNotice, type Notification } from '@candor/protocol/light';
import { formatTime } from '@candor/ui';
import type { Words } from './cashier-words.ts';

const KINDS: ReadonlySet<Notification['kind']> = new Set(IDENTITY_NOTICES);

/** Whether a notification is about an identification. */
export function isOfIdentity(kind: Notification['kind']): kind is IdentityNotice {
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

/** Where an identification stands, in the reader's words. */
export function identityWords(
  told: { readonly kind: IdentityNotice; readonly facts: Notification['facts'] },
  t: Translate,
): Words {
  const { kind, facts } = told;
  const { rejected = [], message, until } = facts;
  const when = until === undefined ? '' : `\u2068${formatTime(until)}\u2069`;
  const lines = rejected.map(({ kind: document, reason }) =>
    t('identity.rejected', {
      what: t(`identity.document-${document}`),
      why: t(`identity.reason-${reason}`),
    }),
  );
  const more = [
    ...lines,
    t(moreOf(kind, rejected.length > 0), { when }),
    ...(message === undefined ? [] : [message]),
  ];
  return { title: t(`notifications.${kind}`), more: more.join(' ') };
}
