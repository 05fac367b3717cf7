import type { MessageKey } from '@candor/locales';
import { AREA_CODES, PASSWORD_LENGTH_MIN, USERNAME_PATTERN } from '@candor/protocol/light';
import type { CallFailure } from '../../../lib/http.ts';

/** Fields of the access forms. */
export type AccessField =
  | 'username'
  | 'password'
  | 'confirm'
  | 'inviteCode'
  | 'email'
  | 'phone'
  | 'code'
  | 'oldPassword'
  | 'text';

/** A sentence of ours at a field, or a refusal of the server there. */
export type FieldErrors = { readonly [Field in AccessField]?: MessageKey };

/** Which field a refusal belongs at, where the refusal itself does not say. */
const FIELD_OF: Partial<Record<CallFailure['name'], AccessField>> = {
  'name-missing': 'username',
  'username-malformed': 'username',
  'username-taken': 'username',
  'credentials-wrong': 'password',
  'password-weak': 'password',
  'no-such-user': 'inviteCode',
  'mail-malformed': 'email',
  'mail-taken': 'email',
  'contact-taken': 'phone',
  'code-wrong': 'code',
};

const FIELDS = new Set<string>([
  'username',
  'password',
  'confirm',
  'inviteCode',
  'email',
  'phone',
  'code',
  'oldPassword',
  'text',
]);

/** A contact, as it is typed. */
export type Contact = {
  readonly channel: 'email' | 'phone';
  readonly target: string;
  readonly areaCode: (typeof AREA_CODES)[number];
  readonly code: string;
};

/** A contact nobody has typed yet. */
export const noContact = (channel: Contact['channel']): Contact => ({
  channel,
  target: '',
  areaCode: AREA_CODES[0],
  code: '',
});

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Digits with what people write between them. The server knows it exactly. */
const PHONE = /^[\d\s().\-/]{4,20}$/;

/** What is missing of a mail address or phone, or cannot be one. @source seed §5 "Access" */
export function checkTarget(contact: Pick<Contact, 'channel' | 'target'>): MessageKey | undefined {
  const target = contact.target.trim();
  if (contact.channel === 'phone') {
    if (target === '') return 'message.enter-phone';
    return PHONE.test(target) ? undefined : 'access.phone-format';
  }
  if (target === '') return 'message.enter-email';
  return MAIL.test(target) ? undefined : 'message.email-format';
}

/** What is missing of a contact with its code, or cannot be. */
export function checkContact(contact: Contact): FieldErrors {
  const problem = checkTarget(contact);
  return {
    ...(problem === undefined ? {} : { [contact.channel]: problem }),
    ...(contact.code.trim() === '' ? { code: 'message.enter-code' as const } : {}),
  };
}

/** A mail address or phone as a sentence names it. */
export function targetText(contact: Pick<Contact, 'channel' | 'target' | 'areaCode'>): string {
  const target = contact.target.trim();
  return contact.channel === 'phone' ? `${contact.areaCode} ${target}` : target;
}

/** The field a refusal stands at; null when it concerns the whole form. */
export function fieldOf(failure: CallFailure): AccessField | null {
  if (failure.field !== undefined && FIELDS.has(failure.field)) return failure.field as AccessField;
  return FIELD_OF[failure.name] ?? null;
}

/** What is missing before a log-in is sent. @source seed §5 "Access" */
export function checkLogin(form: {
  readonly username: string;
  readonly password: string;
}): FieldErrors {
  const hasName = form.username.trim() !== '';
  if (!hasName && form.password === '') return { username: 'message.enter-username-and-password' };
  if (!hasName) return { username: 'message.enter-username-or-email' };
  return form.password === '' ? { password: 'message.enter-password' } : {};
}

function checkPassword({ password }: { readonly password: string }): FieldErrors {
  if (password === '') return { password: 'message.enter-password' };
  return password.length < PASSWORD_LENGTH_MIN ? { password: 'error.password-weak' } : {};
}

/** What is missing of a new password that is typed twice. */
export function checkPasswords(form: {
  readonly password: string;
  readonly confirm: string;
}): FieldErrors {
  const confirm: MessageKey | undefined =
    form.confirm === ''
      ? 'message.confirm-password'
      : form.confirm === form.password
        ? undefined
        : 'message.passwords-differ';
  return { ...checkPassword(form), ...(confirm === undefined ? {} : { confirm }) };
}

/** What is missing or cannot be before a registration is sent. */
export function checkRegister(form: {
  readonly username: string;
  readonly password: string;
}): FieldErrors {
  const username: MessageKey | undefined =
    form.username === ''
      ? 'error.name-missing'
      : USERNAME_PATTERN.test(form.username)
        ? undefined
        : 'error.username-malformed';
  return { ...(username === undefined ? {} : { username }), ...checkPassword(form) };
}
