import { z } from 'zod';

/** What a user may be asked for besides the first proof. */
export const SECOND_METHODS = ['totp', 'passkey', 'recovery'] as const;
export type SecondMethod = (typeof SECOND_METHODS)[number];

/** The question for a second factor, instead of a session. @source WIRE 3 */
export const SecondStep = z.strictObject({
  challenge: z.string(),
  methods: z.array(z.enum(SECOND_METHODS)),
  /** Options for the browser's passkey dialog, as WebAuthn's JSON; only with `passkey`. */
  passkeyOptions: z.record(z.string(), z.unknown()).optional(),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** A way in that asks for a second factor says so in its `message`. @source WIRE 3 */
export function asksSecond(result: unknown): 'second-factor-needed' | null {
  return typeof result === 'object' && result !== null && 'challenge' in result
    ? 'second-factor-needed'
    : null;
}

/** What a step-up is made for; one made for another action is worth nothing. */
export const STEP_UP_ACTIONS = [
  'password',
  'contact',
  'anti-phishing',
  'wallet-link',
  'wallet-unlink',
  'social-link',
  'social-unlink',
  'totp-add',
  'totp-remove',
  'passkey-add',
  'passkey-remove',
  'recovery-codes',
  'unfreeze',
  'sessions',
  'close-account',
  'withdrawal',
  'address',
  'loan-draw',
] as const;
export type StepUpAction = (typeof STEP_UP_ACTIONS)[number];
