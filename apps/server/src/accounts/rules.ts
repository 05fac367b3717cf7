import { type Result, type UnixMs, SECOND_MS, fail, ok } from '@candor/kernel';
import { type Failure, accounts } from '@candor/protocol';
import { type Contact, readContact, readInviteCode } from './contacts/rules.ts';
import { isWeakPassword } from './password.ts';

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

/** What somebody asks for at registration. */
export type Registration = {
  readonly username: string;
  readonly password: string;
  readonly email?: string | undefined;
  readonly areaCode?: string | undefined;
  readonly phone?: string | undefined;
  readonly code?: string | undefined;
  readonly inviteCode?: string | undefined;
  /** Wire value of the language mails are written in. */
  readonly language?: string;
};

/** A registration that may go on: what is still to be proven stands beside it. */
export type DecidedRegistration = {
  readonly username: string;
  readonly password: string;
  /** A mailbox or phone with the code that must prove it; null where none was given. */
  readonly contact: (Contact & { readonly code: string }) | null;
  /** In its one spelling; whose it is, is looked up. */
  readonly inviteCode: string | null;
};

type RegistrationRefusal = Failure<
  | 'name-missing'
  | 'username-malformed'
  | 'password-weak'
  | 'unreadable'
  | 'mail-malformed'
  | 'incomplete'
  | 'no-such-user'
>;

/**
 * The one spelling under which a user name is kept: without case. Only letters of ASCII fold, so
 * that no foreign letter becomes one ("K" of kelvin is not "k"). Null when it cannot be a name.
 */
export function foldUsername(text: string): string | null {
  if (!/^[A-Za-z0-9._-]*$/.test(text)) return null;
  const folded = text.toLowerCase();
  return accounts.USERNAME_PATTERN.test(folded) ? folded : null;
}

const isGiven = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

type Contacts = Pick<Registration, 'email' | 'phone' | 'areaCode' | 'code'>;

/** The mailbox or phone somebody registers with; null when there is none. */
function decideContact(
  asked: Contacts,
): Result<DecidedRegistration['contact'], RegistrationRefusal> {
  const { email = '', phone = '', areaCode, code = '' } = asked;
  if (isGiven(email) && isGiven(phone)) return fail({ name: 'unreadable', field: 'phone' });
  if (!isGiven(email) && !isGiven(phone)) {
    // Whoever sends a code without saying where it went means something we cannot guess.
    return isGiven(code) ? fail({ name: 'unreadable', field: 'code' }) : ok(null);
  }
  const typed = isGiven(email)
    ? ({ channel: 'email', target: email } as const)
    : ({ channel: 'phone', target: phone, areaCode } as const);
  const contact = readContact(typed);
  if (!contact.ok) return contact;
  if (!isGiven(code)) return fail({ name: 'incomplete', field: 'code' });
  return ok({ ...contact.value, code });
}

/**
 * Whether somebody may register under this name and password. Whether the code proves the mailbox
 * or phone, and whose invite code it is, is for the database to say.
 *
 * @failure name-missing — the name is blank
 * @failure username-malformed — outside 3–32 of a-z 0-9 . _ -, upper case counted as lower
 * @failure password-weak — short, common, or made of the name
 * @failure mail-malformed — no mail address
 * @failure unreadable — mail and phone at once, no phone, or a code for nothing
 * @failure incomplete — mail or phone without the code that proves it
 * @failure no-such-user — an invite code that cannot be one
 */
export function decideRegistration(
  asked: Registration,
): Result<DecidedRegistration, RegistrationRefusal> {
  if (asked.username.trim() === '') return fail({ name: 'name-missing', field: 'username' });
  const username = foldUsername(asked.username);
  if (username === null) return fail({ name: 'username-malformed', field: 'username' });
  const { password } = asked;
  if (isWeakPassword(password, username)) return fail({ name: 'password-weak', field: 'password' });
  const contact = decideContact(asked);
  if (!contact.ok) return contact;
  const invited = isGiven(asked.inviteCode);
  const inviteCode = readInviteCode(asked.inviteCode ?? '');
  if (invited && inviteCode === null) return fail({ name: 'no-such-user', field: 'inviteCode' });
  return ok({ username, password, contact: contact.value, inviteCode });
}

/** What is known of a log-in when its password was compared. */
export type LoginFacts = {
  readonly isPasswordRight: boolean;
  readonly status: 'active' | 'disabled' | 'closed' | null;
};

/**
 * Whether a session may begin.
 *
 * @failure credentials-wrong — no such name or not its password; one answer for both
 * @failure account-disabled — said only to who knows the password
 */
export function decideLogin(
  facts: LoginFacts,
): Result<null, Failure<'credentials-wrong' | 'account-disabled'>> {
  if (facts.status === null || !facts.isPasswordRight) return fail({ name: 'credentials-wrong' });
  if (facts.status !== 'active') return fail({ name: 'account-disabled' });
  return ok(null);
}

/** What is known of a refresh token somebody presents. */
export type RefreshFacts = {
  readonly expiresAt: UnixMs;
  readonly usedAt: UnixMs | null;
  /** When somebody last proved who they are. */
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
