import { HOUR_MS, MINUTE_MS, type Result, type UnixMs, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';

/** Members at one time; more are no staff any more but a second product. */
export const MEMBERS_MAX = 200;
/** Invitations that wait at one time. */
export const INVITATIONS_MAX = 50;
/** Passkeys of one member. */
export const PASSKEYS_MAX = 10;
/** Answers to one question; then it is over. @source RELIABILITY P33 */
export const TRIES_MAX = 5;
/** How long a question for a factor waits. */
export const QUESTION_MS = 5 * MINUTE_MS;
/** How long the offer of a new factor waits: a code app has to be set up meanwhile. */
export const OFFER_MS = 10 * MINUTE_MS;
/** How long a decision waits for the passkey. @source PRODUCT 11 */
export const DECISION_MS = 2 * MINUTE_MS;

/** Refused passwords of one mail address, of it from one network, and in a browser that is known. */
export const SIGN_IN_TRIES = {
  ofAddress: 33,
  ofNetwork: 20,
  ofBrowser: 20,
  windowMs: HOUR_MS,
} as const;
/** Wrong codes of one member, over all questions. */
export const CODE_TRIES = { max: 15, windowMs: 15 * MINUTE_MS } as const;
/** Passwords a member with a session got wrong. */
export const PASSWORD_TRIES = { max: 10, windowMs: HOUR_MS } as const;

/** How long after a sign-in a member may change what the account is opened by. */
const FRESH_MS = 10 * MINUTE_MS;

/**
 * Whether a member may change a factor: a sign-in of just now, by a passkey where the member has one.
 * A code can be passed on by who talked a member out of it, and a password too: neither makes a key
 * that signs decisions about money.
 *
 * @failure staff-sign-in-old — the member has to sign in again, by the strongest factor there is
 * @source NIST SP 800-63B, 6.1.2
 */
export function decideFactorChange(
  session: {
    readonly begunAt: number;
    readonly begunBy: 'totp' | 'passkey' | 'link';
    readonly hasPasskey: boolean;
  },
  now: UnixMs,
): Result<null, Failure<'staff-sign-in-old'>> {
  const isFresh = now - session.begunAt < FRESH_MS;
  const isStrongest = session.begunBy !== 'totp' || !session.hasPasskey;
  return isFresh && isStrongest ? ok(null) : fail({ name: 'staff-sign-in-old' });
}

/**
 * Wrong codes in a row after which no code of the app is looked at; a passkey or an administrator's
 * link opens it again.
 *
 * @source NIST SP 800-63B, 5.2.2
 */
const WRONG_IN_A_ROW_MAX = 100;

/** Whether so many codes in a row were wrong that codes are looked at no more. */
export function isClosedToCodes(wrongInARow: number): boolean {
  return wrongInARow >= WRONG_IN_A_ROW_MAX;
}

/**
 * Whether a member may lose the role of an administrator, or leave.
 *
 * @failure last-administrator — nobody else has the role
 */
export function decideLoss(
  administrators: readonly string[],
  change: { readonly memberId: string; readonly roles: readonly StaffRole[] },
): Result<null, Failure<'last-administrator'>> {
  const staysOne = change.roles.includes('admin');
  const hasOther = administrators.some((id) => id !== change.memberId);
  const isOne = administrators.includes(change.memberId);
  return isOne && !staysOne && !hasOther ? fail({ name: 'last-administrator' }) : ok(null);
}

/** The first role of a member that may make a call: what the audit log says the member acted as. */
export function actingRole(
  roles: readonly StaffRole[],
  allowed: readonly StaffRole[],
): StaffRole | null {
  return allowed.find((role) => roles.includes(role)) ?? null;
}
