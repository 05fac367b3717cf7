import { TOKEN_NOTICES, type Notification, type TokenNotice } from '@candor/protocol/light';
import type { MessageKey } from './keys.ts';

const KINDS: ReadonlySet<Notification['kind']> = new Set(TOKEN_NOTICES);

/** Whether a notification is about a token. */
export function isOfTokens(kind: Notification['kind']): kind is TokenNotice {
  return KINDS.has(kind);
}

const MORE: Readonly<Record<TokenNotice, readonly MessageKey[]>> = {
  'token-outbid': ['notifications.more-back', 'notifications.more-token-outbid'],
  'token-won': ['notifications.more-token-sale'],
  'token-bought': ['notifications.more-token-sale'],
  'token-cancelled': ['notifications.more-back'],
  'token-delivered': ['notifications.more-recipient', 'notifications.more-transaction'],
};

/** The texts that follow the sentence of a notification about a token. */
export function textsAfterToken(
  kind: TokenNotice,
  { address }: Pick<Notification['facts'], 'address'>,
): readonly MessageKey[] {
  const isSent = address !== undefined && (kind === 'token-won' || kind === 'token-bought');
  return isSent ? [...MORE[kind], 'notifications.more-token-sending'] : MORE[kind];
}
