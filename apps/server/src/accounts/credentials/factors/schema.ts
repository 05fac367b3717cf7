import type { StepUpAction } from '@candor/protocol';
import type { SignInMethod } from '../../account/index.ts';

/** A code app that is on. */
export type TotpRow = { sealed: string; last_step: string };

/** A secret that was shown and not proven yet. */
export type TotpOfferRow = { sealed: string };

/** One passkey. */
export type PasskeyRow = {
  id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: string;
  is_synced: boolean;
  created_at: number;
  last_used_at: number | null;
};

/** How many factors an account has. */
export type MeansRow = {
  has_totp: boolean;
  passkeys: number;
  recovery_left: number;
  has_password: boolean;
};

/** A question that waits for an answer. */
export type ChallengeRow = {
  user_id: string;
  purpose: 'sign-in' | 'step-up' | 'passkey';
  way: SignInMethod | null;
  action: StepUpAction | null;
  subject: string | null;
  nonce: string;
  tries: number;
};
