import type { SessionId, UserId } from '@candor/kernel';

/** A session ended: signed out, ended from another device, or its refresh token was stolen. */
export type SessionRevoked = { readonly sessionId: SessionId; readonly userId: UserId };

/** Topic of `SessionRevoked`. */
export const SESSION_REVOKED = 'accounts.SessionRevoked';
