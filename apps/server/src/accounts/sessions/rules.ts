import { type UnixMs, SECOND_MS } from '@candor/kernel';

/** How long an access token lives. @source PRODUCT part 2 */
export const ACCESS_MS = 600 * SECOND_MS;

/** How long a refresh token lives unless it is used. @source PRODUCT part 2 */
export const REFRESH_MS = 30 * 86_400 * SECOND_MS;

/**
 * How long a session goes on at most, however often it is refreshed: then its owner proves again who
 * they are.
 *
 * @source NIST SP 800-63B, 2.1.3; PRODUCT part 2
 */
export const SESSION_MS = 90 * 86_400 * SECOND_MS;

/**
 * How long after its first use a refresh token may come again. Two tabs that wake together send
 * the same cookie; both get a token of the family and whichever answer the browser keeps is good.
 * A thief who is that quick stays in the family and ends with it at the next reuse or revocation.
 */
export const GRACE_MS = 10 * SECOND_MS;

/** What is known of a refresh token a caller presents. */
export type RefreshFacts = {
  readonly expiresAt: UnixMs;
  readonly usedAt: UnixMs | null;
  /** When a user last proved who they are. */
  readonly begunAt: UnixMs;
  readonly isSessionOver: boolean;
  readonly isDisabled: boolean;
  /** A token kept in a cookie arrived in the cookie, one kept by the client in the body. */
  readonly isWhereItBelongs: boolean;
};

/**
 * What to do with a refresh token: `rotate` gives a new pair, `end-family` revokes everything that
 * came from the same log-in because a token was used twice, `refuse` answers that it is over.
 */
export function decideRefresh(
  facts: RefreshFacts,
  now: UnixMs,
): 'rotate' | 'end-family' | 'refuse' {
  const { expiresAt, usedAt, begunAt } = facts;
  if (facts.isSessionOver || facts.isDisabled || expiresAt <= now) return 'refuse';
  if (now - begunAt >= SESSION_MS) return 'refuse';
  if (usedAt !== null && now - usedAt > GRACE_MS) return 'end-family';
  return facts.isWhereItBelongs ? 'rotate' : 'refuse';
}
