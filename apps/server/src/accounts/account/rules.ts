import { accounts, AREA_CODES, type Channel, type Failure, foldMail } from '@candor/protocol';
import { type Result, fail, ok } from '@candor/kernel';

/**
 * The one spelling under which a user name is kept: without case. Only letters of ASCII fold, so
 * that no foreign letter becomes one ("K" of kelvin is not "k"). Null when it cannot be a name.
 */
export function foldUsername(text: string): string | null {
  if (!/^[A-Za-z0-9._-]*$/.test(text)) return null;
  const folded = text.toLowerCase();
  return accounts.USERNAME_PATTERN.test(folded) ? folded : null;
}

/** A mailbox or a phone in its one spelling. */
export type Contact = { readonly channel: Channel; readonly target: string };

/** A mailbox or a phone as it was typed. */
export type TypedContact = {
  readonly channel: Channel;
  readonly target: string;
  readonly areaCode?: string | undefined;
};

/**
 * A phone in its one spelling, "+4915112345678"; null when it cannot be one. Spaces, dashes and
 * brackets go, and so does the zero that is only dialled inside the country.
 */
export function foldPhone(areaCode: string, text: string): string | null {
  const digits = text.trim().replaceAll(/[\s().\-/]/g, '');
  if (!/^\d{4,15}$/.test(digits)) return null;
  const national = digits.replace(/^0+/, '');
  const whole = `${areaCode}${national}`;
  return national.length >= 4 && whole.length <= 16 ? whole : null;
}

/**
 * A mailbox or phone a user typed.
 *
 * @failure mail-malformed — no mail address
 * @failure unreadable — no phone, or one without its area code
 */
export function readContact(
  typed: TypedContact,
): Result<Contact, Failure<'mail-malformed' | 'unreadable'>> {
  const { channel, areaCode } = typed;
  if (channel === 'email') {
    const target = foldMail(typed.target);
    if (target === null) return fail({ name: 'mail-malformed', field: 'email' });
    return ok({ channel, target });
  }
  const target = areaCode === undefined ? null : foldPhone(areaCode, typed.target);
  if (target === null) return fail({ name: 'unreadable', field: 'phone' });
  return ok({ channel, target });
}

/** What a user may log in by: a user name has no "@" and does not begin with "+". */
export function contactOfLogin(text: string): Contact | null {
  const typed = text.trim();
  if (typed.includes('@')) {
    const target = foldMail(typed);
    return target === null ? null : { channel: 'email', target };
  }
  // None of the area codes begins another, so the first that fits is the one.
  const areaCode = AREA_CODES.find((code) => typed.startsWith(code));
  if (areaCode === undefined) return null;
  const target = foldPhone(areaCode, typed.slice(areaCode.length));
  return target === null ? null : { channel: 'phone', target };
}

/** An invite code as it was typed or came with a link: dashes, spaces and case do not count. */
export function readInviteCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(code) ? code : null;
}
