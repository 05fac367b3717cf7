import { z } from 'zod';
import { AREA_CODES } from './account-rules.ts';
import { SessionResult } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { targetSpelling } from './spelling.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});
const text = (max: number): z.ZodString => z.string().max(max);
const stepUp = text(128).optional();

/** Kinds of contact. */
export const CHANNELS = ['email', 'phone'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a code is for; one for another purpose is worth nothing. */
export const CODE_PURPOSES = ['register', 'reset', 'security'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** A mailbox or a phone as a user types it; a phone comes with its area code. */
const target = {
  channel: z.enum(CHANNELS),
  target: text(254).min(1),
  areaCode: z.enum(AREA_CODES).optional(),
};

/** When the next code may be asked for. The answer is the same for known and unknown targets. */
const CodeSent = z.strictObject({ retryAfterSeconds: z.int().nonnegative() });

export const sendCode = endpoint({
  name: 'accounts.send-code',
  summary: 'Sends a code of six digits; the same answer whether the target is known or not.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.sendCode,
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 10,
  about: { perMinute: 10, of: targetSpelling },
  body: z.strictObject({ ...target, purpose: z.enum(CODE_PURPOSES) }),
  query: none,
  params: none,
  result: CodeSent,
  failures: ['mail-malformed', 'unreadable', 'not-yet-open', 'too-many'],
});

export const resetPassword = endpoint({
  name: 'accounts.reset-password',
  summary: 'Sets a new password with a code, ends every session, and holds withdrawals for a day.',
  origin: 'candor',
  method: 'POST',
  path: '/login/resetPassword',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 10,
  about: { perMinute: 10, of: targetSpelling },
  body: z.strictObject({ ...target, code: text(12), newPassword: text(256).min(1) }),
  query: none,
  params: none,
  result: none,
  success: 'change-done',
  failures: [
    'mail-malformed',
    'unreadable',
    'password-weak',
    'incomplete',
    'code-wrong',
    'too-many',
  ],
  fieldFailures: { newPassword: 'incomplete', code: 'incomplete' },
});

export const changePassword = endpoint({
  name: 'accounts.change-password',
  summary:
    'Changes the password, or sets the first one, ends the other sessions and renews this one.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.changePassword,
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 10,
  body: z.strictObject({
    /** Absent only while none is set. */
    oldPassword: text(256).optional(),
    newPassword: text(256).min(1),
    /** Needed when a second factor is on, and for the first password. */
    stepUp,
  }),
  query: none,
  params: none,
  /** New tokens of this session; those it had are worth nothing any more. */
  result: SessionResult,
  success: 'change-done',
  failures: [
    'session-over',
    'credentials-wrong',
    'password-weak',
    'incomplete',
    'second-factor-needed',
    'user-status-forbids',
    'too-many',
  ],
  fieldFailures: { newPassword: 'incomplete' },
});

export const beginContact = endpoint({
  name: 'accounts.begin-contact',
  summary: 'Sends a code to a mail address or phone that is to be added or changed.',
  origin: 'candor',
  method: 'POST',
  path: '/user/contactBegin',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 10,
  body: z.strictObject({ ...target, stepUp }),
  query: none,
  params: none,
  result: CodeSent,
  failures: [
    'session-over',
    'mail-malformed',
    'unreadable',
    'not-yet-open',
    'second-factor-needed',
    'user-status-forbids',
    'too-many',
  ],
});

export const confirmContact = endpoint({
  name: 'accounts.confirm-contact',
  summary: 'Adds or changes the mail address or phone whose code this is.',
  origin: 'candor',
  method: 'POST',
  path: '/user/contactConfirm',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 10,
  body: z.strictObject({ code: text(12).min(1) }),
  query: none,
  params: none,
  result: z.strictObject({
    channel: z.enum(CHANNELS),
    target: z.string(),
    /** New tokens of this session; those it had are worth nothing any more, other sessions ended. */
    session: SessionResult,
  }),
  success: 'change-done',
  failures: [
    'session-over',
    'incomplete',
    'code-wrong',
    'mail-taken',
    'contact-taken',
    'user-status-forbids',
    'too-many',
  ],
  fieldFailures: { code: 'incomplete' },
});

export const setAntiPhishing = endpoint({
  name: 'accounts.set-anti-phishing',
  summary: 'Sets the words that every mail of ours to this user repeats.',
  origin: 'candor',
  method: 'POST',
  path: '/user/antiPhishing',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 10,
  body: z.strictObject({ text: text(64), stepUp }),
  query: none,
  params: none,
  result: z.strictObject({ text: z.string() }),
  success: 'change-done',
  failures: [
    'session-over',
    'incomplete',
    'unreadable',
    'second-factor-needed',
    'user-status-forbids',
    'too-many',
  ],
});
