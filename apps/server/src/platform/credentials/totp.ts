import { SECOND_MS, type UnixMs } from '@candor/kernel';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Name under which code apps and passkey dialogs list us. */
export const ISSUER = 'Candor';
const STEP_SECONDS = 30;
/**
 * A code is taken in its own step and the next one, for a user who typed it just before it turned.
 * Never ahead of time.
 */
const TOLERANCE_SECONDS: [past: number, future: number] = [STEP_SECONDS, 0];

/** A new secret of a code app, and the address a QR code of it carries. */
export function newTotp(username: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: ISSUER, label: username, secret }) };
}

/** A code of a code app as a user typed it, without spaces; null when it cannot be one. */
export function readTotpCode(text: string): string | null {
  const code = text.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}

/**
 * The step a code belongs to; null when it is wrong, or of a step no later than `after`.
 *
 * @units at: UnixMs; answer: steps of 30 s since 1970
 */
export function matchTotp(params: {
  readonly secret: string;
  readonly code: string;
  readonly at: UnixMs;
  readonly after: number;
}): number | null {
  const token = readTotpCode(params.code);
  if (token === null) return null;
  const found = verifySync({
    secret: params.secret,
    token,
    epoch: Math.floor(params.at / SECOND_MS),
    epochTolerance: TOLERANCE_SECONDS,
    afterTimeStep: params.after,
  });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}
