import { SECOND_MS } from '@candor/kernel';
import { generateSync } from 'otplib';

/** How long a code of an app is shown. @units seconds */
export const STEP_SECONDS = 30;

/** How far from this machine's time a code is made: a rehearsal's clock goes ahead. */
export type CodeTime = { readonly aheadMs?: number; readonly stepsBack?: number };

/** The code an authenticator app shows, or showed so many steps ago; each counts once. */
export function codeOf(secret: string, { aheadMs = 0, stepsBack = 0 }: CodeTime = {}): string {
  const epoch = Math.floor((Date.now() + aheadMs) / SECOND_MS) - stepsBack * STEP_SECONDS;
  return generateSync({ secret, epoch });
}
