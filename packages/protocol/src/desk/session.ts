import { z } from 'zod';
import { PasskeyAnswer, PasskeyOffer } from '../accounts-factors.ts';
import { Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});
const text = (max: number): z.ZodString => z.string().min(1).max(max);
const secret = text(64);
/** WebAuthn's JSON of options, as the browser takes it. */
const options = z.record(z.string(), z.unknown());

/** Signing-in proves guesses wrong; a real member needs a few calls. */
const SIGN_IN_PER_MINUTE = 30;

/** Ways a member proves to be there beside the password. */
export const DESK_FACTORS = ['totp', 'passkey'] as const;
export type DeskFactor = (typeof DESK_FACTORS)[number];

/** A member's own session, as the desk's page reads it. */
export const DeskSession = z.strictObject({
  memberId: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  expiresAt: UnixMsNumber,
  /** Decisions about money need a passkey; a member without one can read and prepare. */
  hasPasskey: z.boolean(),
});
export type DeskSession = z.infer<typeof DeskSession>;

const oneFactor = <Shape extends { totp?: unknown; passkey?: unknown }>(said: Shape): boolean =>
  (said.totp === undefined) !== (said.passkey === undefined);
const ONE_FACTOR = { message: 'a code or a passkey, one of them' };

/** What a new factor is made from: the member finishes with the one or the other. */
const FactorOffer = z.strictObject({
  challenge: z.string(),
  totp: z.strictObject({ secret: z.string(), uri: z.string() }),
  passkeyOptions: options,
  expiresAt: UnixMsNumber,
});
/** A factor that proves itself: a code of the new app, or the passkey the browser made. */
const newFactor = {
  challenge: secret,
  totp: text(16).optional(),
  passkey: PasskeyOffer.optional(),
  /** Name of the passkey, by which its member knows it. */
  passkeyName: z.string().trim().min(1).max(64).optional(),
};

export const openLink = deskEndpoint({
  name: 'staff.open-link',
  summary: 'Says what a one-time link is for; it stays unused.',
  method: 'POST',
  path: '/desk/enrolment/link',
  access: 'public',
  roles: [],
  audits: 'staff.enrol',
  perMinute: SIGN_IN_PER_MINUTE,
  body: z.strictObject({ link: secret }),
  query: none,
  params: none,
  result: z.strictObject({
    kind: z.enum(['administrator', 'invitation', 'renewal']),
    /** Null: who opens the link says it. */
    email: z.string().nullable(),
    name: z.string().nullable(),
    roles: z.array(z.enum(STAFF_ROLES)),
    expiresAt: UnixMsNumber,
  }),
  failures: ['unreadable', 'staff-link-over', 'forbidden', 'too-many'],
});

export const beginEnrolment = deskEndpoint({
  name: 'staff.begin-enrolment',
  summary: 'Sets name and password under a one-time link, and offers a code app and a passkey.',
  method: 'POST',
  path: '/desk/enrolment/begin',
  access: 'public',
  roles: [],
  audits: 'staff.enrol',
  perMinute: SIGN_IN_PER_MINUTE,
  body: z.strictObject({
    link: secret,
    /** Only where the link names none. */
    email: text(254).optional(),
    name: z.string().trim().min(1).max(64),
    password: z.string().max(256),
  }),
  query: none,
  params: none,
  result: FactorOffer,
  failures: [
    'unreadable',
    'staff-link-over',
    'mail-malformed',
    'password-weak',
    'staff-exists',
    'forbidden',
    'too-many',
  ],
});

export const finishEnrolment = deskEndpoint({
  name: 'staff.finish-enrolment',
  summary: 'Proves the first factor, uses the link up and begins a session.',
  method: 'POST',
  path: '/desk/enrolment/finish',
  access: 'public',
  roles: [],
  audits: 'staff.enrol',
  perMinute: SIGN_IN_PER_MINUTE,
  body: z.strictObject(newFactor).refine(oneFactor, ONE_FACTOR),
  query: none,
  params: none,
  result: DeskSession,
  failures: [
    'unreadable',
    'staff-link-over',
    'staff-exists',
    'second-factor-wrong',
    'challenge-over',
    'forbidden',
    'too-many',
  ],
});

export const signIn = deskEndpoint({
  name: 'staff.sign-in',
  summary: 'Compares mail and password; the answer asks for a factor, never for less.',
  method: 'POST',
  path: '/desk/session/begin',
  access: 'public',
  roles: [],
  audits: 'staff.sign-in',
  perMinute: SIGN_IN_PER_MINUTE,
  body: z.strictObject({ email: z.string().max(254), password: z.string().max(256) }),
  query: none,
  params: none,
  result: z.strictObject({
    challenge: z.string(),
    methods: z.array(z.enum(DESK_FACTORS)),
    /** Options for the browser's passkey dialog; only with `passkey`. */
    passkeyOptions: options.optional(),
  }),
  failures: ['unreadable', 'credentials-wrong', 'forbidden', 'too-many'],
});

export const second = deskEndpoint({
  name: 'staff.second',
  summary: 'Answers the factor of a sign-in; five answers at most, one of them right.',
  method: 'POST',
  path: '/desk/session/second',
  access: 'public',
  roles: [],
  audits: 'staff.sign-in',
  perMinute: SIGN_IN_PER_MINUTE,
  body: z
    .strictObject({
      challenge: secret,
      totp: text(16).optional(),
      passkey: PasskeyAnswer.optional(),
    })
    .refine(oneFactor, ONE_FACTOR),
  query: none,
  params: none,
  result: DeskSession,
  failures: [
    'unreadable',
    'second-factor-wrong',
    'challenge-over',
    'codes-closed',
    'forbidden',
    'too-many',
  ],
});

export const session = deskEndpoint({
  name: 'staff.session',
  summary: 'The caller: who, which roles, until when.',
  method: 'GET',
  path: '/desk/session',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.session',
  body: none,
  query: none,
  params: none,
  result: DeskSession,
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const signOut = deskEndpoint({
  name: 'staff.sign-out',
  summary: 'Ends this session.',
  method: 'POST',
  path: '/desk/session/end',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.sign-out',
  body: none,
  query: none,
  params: none,
  result: z.null(),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

export const factors = deskEndpoint({
  name: 'staff.factors',
  summary: 'The caller’s own code app and passkeys.',
  method: 'GET',
  path: '/desk/session/factors',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.factors',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    totpSince: UnixMsNumber.nullable(),
    passkeys: z.array(
      z.strictObject({
        id: Id,
        name: z.string(),
        createdAt: UnixMsNumber,
        lastUsedAt: UnixMsNumber.nullable(),
      }),
    ),
  }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const beginFactor = deskEndpoint({
  name: 'staff.begin-factor',
  summary: 'Offers a new code app or passkey to a member who says the password again.',
  method: 'POST',
  path: '/desk/session/factors/begin',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.factor-add',
  perMinute: 20,
  body: z.strictObject({ password: z.string().max(256) }),
  query: none,
  params: none,
  result: FactorOffer,
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'credentials-wrong',
    'staff-sign-in-old',
    'limit-reached',
    'too-many',
  ],
});

export const finishFactor = deskEndpoint({
  name: 'staff.finish-factor',
  summary: 'Adds the passkey, or puts the code app in the place of the one before.',
  method: 'POST',
  path: '/desk/session/factors/finish',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.factor-add',
  perMinute: 20,
  body: z.strictObject(newFactor).refine(oneFactor, ONE_FACTOR),
  query: none,
  params: none,
  result: z.null(),
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'second-factor-wrong',
    'challenge-over',
    'limit-reached',
    'too-many',
  ],
});

export const removePasskey = deskEndpoint({
  name: 'staff.remove-passkey',
  summary: 'Removes one of the caller’s passkeys; the last factor stays.',
  method: 'POST',
  path: '/desk/session/factors/remove/:id',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.factor-remove',
  perMinute: 20,
  body: z.strictObject({ password: z.string().max(256) }),
  query: none,
  params: z.strictObject({ id: Id }),
  result: z.null(),
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'credentials-wrong',
    'staff-sign-in-old',
    'not-found',
    'last-way-in',
    'too-many',
  ],
});
