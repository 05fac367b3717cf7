import { z } from 'zod';
import { WalletProof } from './accounts-wallets.ts';
import { SessionResult } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Id, UnixMsNumber } from './scalars.ts';
import { SECOND_METHODS, STEP_UP_ACTIONS } from './second-step.ts';

export {
  SECOND_METHODS,
  STEP_UP_ACTIONS,
  SecondStep,
  type SecondMethod,
  type StepUpAction,
} from './second-step.ts';

/**
 * What may confirm an action: a second factor; without one the password, a wallet's signature, or a
 * fresh sign-in at the service the account was opened with.
 */
export const PROOF_METHODS = [...SECOND_METHODS, 'password', 'wallet', 'social'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

const none = z.strictObject({});
const text = (max: number): z.ZodString => z.string().min(1).max(max);
/** Everything a browser says about a passkey is base64url, or a short word. */
const binary = text(8_192).regex(/^[\w-]+$/);
const word = z.string().max(64);
const secret = text(64);
const SUBJECT_MAX = 128;
/** WebAuthn's JSON of options, as the browser takes it. */
const options = z.record(z.string(), z.unknown());

/** What an authenticator answered to `passkeyOptions`. @source WebAuthn, AuthenticationResponseJSON */
export const PasskeyAnswer = z.strictObject({
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  authenticatorAttachment: word.optional(),
  clientExtensionResults: options.optional(),
  response: z.strictObject({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: binary.optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** A new passkey as the browser hands it over. @source WebAuthn, RegistrationResponseJSON */
export const PasskeyOffer = z.strictObject({
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  authenticatorAttachment: word.optional(),
  clientExtensionResults: options.optional(),
  response: z.strictObject({
    clientDataJSON: binary,
    attestationObject: binary,
    authenticatorData: binary.optional(),
    transports: z.array(word).max(8).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: binary.optional(),
  }),
});
export type PasskeyOffer = z.infer<typeof PasskeyOffer>;

const secondAnswer = {
  totp: text(16).optional(),
  recoveryCode: text(40).optional(),
  passkey: PasskeyAnswer.optional(),
};
const ONE_ANSWER = { message: 'one answer, of one kind' };
const isOne = (kinds: readonly unknown[]): boolean =>
  kinds.filter((kind) => kind !== undefined).length === 1;

export const second = endpoint({
  name: 'accounts.second',
  summary: 'Answers the second step of a sign-in; five answers at most, one of them right.',
  origin: 'candor',
  method: 'POST',
  path: '/login/second',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 30,
  body: z
    .strictObject({ challenge: secret, ...secondAnswer, client: z.enum(['web', 'api']).optional() })
    .refine(({ totp, recoveryCode, passkey }) => isOne([totp, recoveryCode, passkey]), ONE_ANSWER),
  query: none,
  params: none,
  result: SessionResult,
  failures: [
    'unreadable',
    'second-factor-wrong',
    'codes-closed',
    'challenge-over',
    'account-disabled',
    'forbidden',
    'too-many',
  ],
});

export const stepUp = endpoint({
  name: 'accounts.step-up',
  summary: 'Asks the owner to confirm one act with the strongest proof the account has.',
  origin: 'candor',
  method: 'POST',
  path: '/user/stepUp',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 30,
  body: z.strictObject({
    action: z.enum(STEP_UP_ACTIONS),
    subject: text(SUBJECT_MAX).optional(),
  }),
  query: none,
  params: none,
  result: z.strictObject({
    challenge: z.string(),
    /** Any one of them; none when the account has nothing to prove itself with. */
    methods: z.array(z.enum(PROOF_METHODS)),
    passkeyOptions: options.optional(),
    expiresAt: UnixMsNumber,
  }),
  failures: ['session-over', 'unreadable', 'too-many'],
});

export const stepUpProof = endpoint({
  name: 'accounts.step-up-proof',
  summary: 'Proves the owner; answers a confirmation for the one act, once, for two minutes.',
  origin: 'candor',
  method: 'POST',
  path: '/user/stepUpProof',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 30,
  body: z
    .strictObject({
      challenge: secret,
      ...secondAnswer,
      password: text(256).optional(),
      walletSignature: WalletProof.optional(),
      /** This session began by a fresh sign-in at the service the account was opened with. */
      social: z.literal(true).optional(),
    })
    .refine(
      ({ totp, recoveryCode, passkey, password, walletSignature, social }) =>
        isOne([totp, recoveryCode, passkey, password, walletSignature, social]),
      ONE_ANSWER,
    ),
  query: none,
  params: none,
  result: z.strictObject({ stepUp: z.string(), expiresAt: UnixMsNumber }),
  failures: [
    'session-over',
    'unreadable',
    'second-factor-wrong',
    'codes-closed',
    'challenge-over',
    'too-many',
  ],
});

/**
 * A confirmation of `accounts.step-up-proof`; without one the command is refused, not unreadable.
 */
export const StepUpText = z.string().max(64).optional();

const withStepUp = z.strictObject({ stepUp: StepUpText });
/** New tokens of this session; those it had are worth nothing any more, other sessions ended. */
const session = SessionResult;
const Renewed = z.strictObject({ session });
const RecoveryCodes = z.strictObject({
  /** Shown once, when the first second factor is on or new ones are asked for; else empty. */
  recoveryCodes: z.array(z.string()),
  session,
});

export const totpBegin = endpoint({
  name: 'accounts.totp-begin',
  summary: 'Makes the secret of a code app; nothing is on until a code of it came back.',
  origin: 'candor',
  method: 'POST',
  path: '/user/totpBegin',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: withStepUp,
  query: none,
  params: none,
  result: z.strictObject({ secret: z.string(), uri: z.string(), expiresAt: UnixMsNumber }),
  failures: [
    'session-over',
    'unreadable',
    'second-factor-needed',
    'user-status-forbids',
    'too-many',
  ],
});

export const totpConfirm = endpoint({
  name: 'accounts.totp-confirm',
  summary: 'Turns the code app on, in the place of another one.',
  origin: 'candor',
  method: 'POST',
  path: '/user/totpConfirm',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({ code: text(16) }),
  query: none,
  params: none,
  result: RecoveryCodes,
  failures: ['session-over', 'unreadable', 'second-factor-wrong', 'challenge-over', 'too-many'],
});

export const totpRemove = endpoint({
  name: 'accounts.totp-remove',
  summary: 'Turns the code app off.',
  origin: 'candor',
  method: 'POST',
  path: '/user/totpRemove',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: withStepUp,
  query: none,
  params: none,
  result: Renewed,
  failures: [
    'session-over',
    'unreadable',
    'second-factor-needed',
    'user-status-forbids',
    'not-found',
    'too-many',
  ],
});

export const passkeyBegin = endpoint({
  name: 'accounts.passkey-begin',
  summary: 'Answers what a browser needs to make a passkey.',
  origin: 'candor',
  method: 'POST',
  path: '/user/passkeyBegin',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: withStepUp,
  query: none,
  params: none,
  result: z.strictObject({ challenge: z.string(), options, expiresAt: UnixMsNumber }),
  failures: [
    'session-over',
    'unreadable',
    'second-factor-needed',
    'user-status-forbids',
    'limit-reached',
    'too-many',
  ],
});

export const passkeyFinish = endpoint({
  name: 'accounts.passkey-finish',
  summary: 'Adds the passkey the browser made, under a name its owner knows it by.',
  origin: 'candor',
  method: 'POST',
  path: '/user/passkeyFinish',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({
    challenge: secret,
    name: z.string().trim().min(1).max(64),
    passkey: PasskeyOffer,
  }),
  query: none,
  params: none,
  result: RecoveryCodes.extend({ id: Id }),
  failures: ['session-over', 'unreadable', 'second-factor-wrong', 'challenge-over', 'too-many'],
});

export const passkeyRemove = endpoint({
  name: 'accounts.passkey-remove',
  summary: 'Removes a passkey; the confirmation names its id as subject.',
  origin: 'candor',
  method: 'POST',
  path: '/user/passkeyRemove/:id',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: withStepUp,
  query: none,
  params: z.strictObject({ id: Id }),
  result: Renewed,
  failures: [
    'session-over',
    'unreadable',
    'second-factor-needed',
    'user-status-forbids',
    'not-found',
    'too-many',
  ],
});

export const recoveryCodes = endpoint({
  name: 'accounts.recovery-codes',
  summary: 'Makes ten new recovery codes; the old ones are worth nothing from then on.',
  origin: 'candor',
  method: 'POST',
  path: '/user/recoveryCodes',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: withStepUp,
  query: none,
  params: none,
  result: RecoveryCodes,
  failures: [
    'session-over',
    'unreadable',
    'second-factor-needed',
    'user-status-forbids',
    'not-found',
    'too-many',
  ],
});
