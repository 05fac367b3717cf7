import { z } from 'zod';
import { SignInResult } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Id, UnixMsNumber } from './scalars.ts';
import { STEP_UP_ACTIONS, asksSecond } from './second-step.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});
const text = (max: number): z.ZodString => z.string().max(max);

/** Kinds of wallet a user may sign with. @source seed §1, §9 */
export const WALLET_CHAINS = ['ethereum', 'tron'] as const;
export type WalletChain = (typeof WALLET_CHAINS)[number];

/** Whose wallet: Ethereum's in hexadecimal (lower case or with its checksum), Tron's from "T". */
export const WALLET_OWNER = { chain: z.enum(WALLET_CHAINS), address: text(64).min(1) };

/** What a wallet signed: the text we gave, unchanged, and its signature in hexadecimal. */
export const SIGNED = {
  chain: z.enum(WALLET_CHAINS),
  message: text(4_096).min(1),
  signature: text(8_200).regex(/^(0x)?[0-9a-fA-F]*$/),
};

/** A proof that a wallet is its owner's. */
export const WalletProof = z.strictObject(SIGNED);
export type WalletProof = z.infer<typeof WalletProof>;

const stepUp = text(128).optional();

/** The exact text to sign. It can be used once, and not for long. */
export const SignatureParams = z.strictObject({
  message: z.string(),
  nonce: z.string(),
  expiresAt: UnixMsNumber,
});

/** A wallet that lets its owner in. */
export const LinkedWallet = z.strictObject({
  id: Id,
  chain: z.enum(WALLET_CHAINS),
  address: z.string(),
  createdAt: UnixMsNumber,
});
export type LinkedWallet = z.infer<typeof LinkedWallet>;

export const walletNonce = endpoint({
  name: 'accounts.wallet-nonce',
  summary: 'The text a wallet signs to log in; it can be used once, within five minutes.',
  origin: 'candor',
  method: 'GET',
  path: '/login/walletNonce',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 30,
  body: none,
  query: z.strictObject(WALLET_OWNER),
  params: none,
  result: SignatureParams,
  failures: ['unreadable', 'not-yet-open', 'too-many'],
});

export const loginByWallet = endpoint({
  name: 'accounts.login-by-wallet',
  summary: 'Opens a session for who signed; an unknown wallet opens an account.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.loginByWallet,
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({
    ...SIGNED,
    /** Language of the page, for the mails of an account that may be opened. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional(),
    client: z.enum(['web', 'api']).optional(),
  }),
  query: none,
  params: none,
  result: SignInResult,
  asks: asksSecond,
  failures: ['sign-in-unconfirmed', 'account-disabled', 'forbidden', 'too-many'],
});

export const walletMessage = endpoint({
  name: 'accounts.wallet-message',
  summary: 'The text a wallet signs to be linked, or to confirm an act instead of a password.',
  origin: 'candor',
  method: 'POST',
  path: '/user/walletMessage',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 30,
  body: z.union([
    z.strictObject({ ...WALLET_OWNER, purpose: z.literal('link') }),
    z.strictObject({
      ...WALLET_OWNER,
      purpose: z.literal('step-up'),
      action: z.enum(STEP_UP_ACTIONS),
      /** The challenge of `user/stepUp`; a signature made for one confirms no other. */
      challenge: text(128).min(1),
    }),
  ]),
  query: none,
  params: none,
  result: SignatureParams,
  failures: ['session-over', 'unreadable', 'not-yet-open', 'too-many'],
});

export const linkWallet = endpoint({
  name: 'accounts.link-wallet',
  summary: 'Adds a wallet as a way into this account; needs a step-up.',
  origin: 'candor',
  method: 'POST',
  path: '/user/linkWallet',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({ ...SIGNED, stepUp }),
  query: none,
  params: none,
  result: LinkedWallet,
  success: 'change-done',
  failures: [
    'session-over',
    'sign-in-unconfirmed',
    'already-linked',
    'limit-reached',
    'second-factor-needed',
    'user-status-forbids',
    'too-many',
  ],
});

export const unlinkWallet = endpoint({
  name: 'accounts.unlink-wallet',
  summary: 'Takes a wallet away as a way into this account; never the last way.',
  origin: 'candor',
  method: 'POST',
  path: '/user/unlinkWallet/:id',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({ stepUp }),
  query: none,
  params: z.strictObject({ id: Id }),
  result: none,
  success: 'change-done',
  failures: [
    'session-over',
    'not-found',
    'second-factor-needed',
    'user-status-forbids',
    'last-way-in',
    'too-many',
  ],
});
