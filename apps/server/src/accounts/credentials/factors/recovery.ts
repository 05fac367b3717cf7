import { randomInt } from 'node:crypto';
import { hashSecret } from '../../../platform/secrets/session.ts';
import {
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  formatRecoveryCode,
  readRecoveryCode,
} from './rules.ts';

const message = (): string => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length));

/** A new set of recovery codes: as their owner sees them once, and what is stored of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, message).join(''),
  );
  return { codes: codes.map(formatRecoveryCode), hashes: codes.map(hashSecret) };
}

/** What is stored of a recovery code a user typed; null when it cannot be one. */
export function hashRecoveryCode(typed: string): string | null {
  const code = readRecoveryCode(typed);
  return code === null ? null : hashSecret(code);
}
