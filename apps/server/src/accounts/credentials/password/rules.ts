import { foldUsername, type Contact, readContact, readInviteCode } from '../../account/rules.ts';
import { type Result, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';

/** What a user asks for at registration. */
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

const isGiven = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

type Contacts = Pick<Registration, 'email' | 'phone' | 'areaCode' | 'code'>;

/** The mailbox or phone a user registers with; null when there is none. */
function decideContact(
  params: Contacts,
): Result<DecidedRegistration['contact'], RegistrationRefusal> {
  const { email = '', phone = '', areaCode, code = '' } = params;
  if (isGiven(email) && isGiven(phone)) return fail({ name: 'unreadable', field: 'phone' });
  if (!isGiven(email) && !isGiven(phone)) {
    // A caller who sends a code without saying where it went means something we cannot guess.
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
 * Whether a user may register under this name and password. Whether the code proves the mailbox or
 * phone, and whose invite code it is, is for the database to say.
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
  params: Registration,
  isWeakPassword: (password: string, username: string) => boolean,
): Result<DecidedRegistration, RegistrationRefusal> {
  if (params.username.trim() === '') return fail({ name: 'name-missing', field: 'username' });
  const username = foldUsername(params.username);
  if (username === null) return fail({ name: 'username-malformed', field: 'username' });
  const { password } = params;
  if (isWeakPassword(password, username)) return fail({ name: 'password-weak', field: 'password' });
  const contact = decideContact(params);
  if (!contact.ok) return contact;
  const invited = isGiven(params.inviteCode);
  const inviteCode = readInviteCode(params.inviteCode ?? '');
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
