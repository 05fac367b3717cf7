import { MINUTE_MS } from '@candor/kernel';
import type { ProofMethod, SecondMethod, SecurityKind, StepUpAction } from '@candor/protocol';

/** How long a question for a factor waits for its answer. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** How long a confirmation may be spent. @source WIRE 3 */
export const STEP_UP_MS = 2 * MINUTE_MS;
/** How long the secret of a code app may be looked at before a code proves it is in the app. */
export const TOTP_OFFER_MS = 10 * MINUTE_MS;
/** Answers to one question; then it is over. @source RELIABILITY P33 */
export const TRIES_MAX = 5;
/** Wrong answers to all questions of one purpose within the time below. */
export const WRONG_MAX = 15;
/** The time wrong answers are counted in. */
export const WRONG_WINDOW_MS = 15 * MINUTE_MS;
/** Wrong codes in a row after which the owner gets a message. */
const WRONG_TOLD = 5;
/**
 * Wrong codes in a row, over the account's life, after which no code of the app is looked at. A
 * passkey, a recovery code or an operator opens it again: none of these is guessed.
 *
 * @source NIST SP 800-63B, 5.2.2: no more than 100 failed tries in a row on one account
 */
const WRONG_IN_A_ROW_MAX = 100;
/** Recovery codes of an account. @source RELIABILITY 5 */
export const RECOVERY_CODES = 10;
/** Passkeys of one account; more are no use and make every question longer. */
export const PASSKEYS_MAX = 20;

/** What an account has that can prove its owner. */
export type Means = {
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly recoveryLeft: number;
  readonly hasPassword: boolean;
  readonly hasWallet: boolean;
  readonly hasSocial: boolean;
};

/** Whether a sign-in asks for more than its first proof. */
export function hasSecondFactor({
  hasTotp,
  passkeys,
}: Pick<Means, 'hasTotp' | 'passkeys'>): boolean {
  return hasTotp || passkeys > 0;
}

/** What may answer the second step of a sign-in, the strongest first; none: there is no step. */
export function secondMethods(
  means: Pick<Means, 'hasTotp' | 'passkeys' | 'recoveryLeft'>,
): SecondMethod[] {
  if (!hasSecondFactor(means)) return [];
  return [
    ...(means.passkeys > 0 ? (['passkey'] as const) : []),
    ...(means.hasTotp ? (['totp'] as const) : []),
    ...(means.recoveryLeft > 0 ? (['recovery'] as const) : []),
  ];
}

/** Actions that decide where money leaves to. */
const OF_MONEY: ReadonlySet<StepUpAction> = new Set(['withdrawal', 'address']);

/**
 * What may confirm an action: the strongest the account has. A recovery code stands in for a second
 * factor that is lost; password, wallet and a fresh sign-in elsewhere count only while there is no
 * second factor, or a stolen password would be enough to take it away. Where money leaves to is
 * confirmed by a second factor alone: without one there is nothing to ask for.
 *
 * @source WIRE 3 (`user/stepUp`), PRODUCT 9
 */
export function proofMethods(means: Means, action: StepUpAction): ProofMethod[] {
  const recovery = means.recoveryLeft > 0 ? (['recovery'] as const) : [];
  if (means.passkeys > 0) return ['passkey', ...recovery];
  if (means.hasTotp) return ['totp', ...recovery];
  if (OF_MONEY.has(action)) return [];
  if (means.hasPassword) return ['password'];
  if (means.hasWallet) return ['wallet'];
  return means.hasSocial ? ['social'] : [];
}

/** Whether wrong answers came so often that the next one is not even looked at. */
export function isTriedTooOften(wrong: number): boolean {
  return wrong >= WRONG_MAX;
}

/** Whether so many codes in a row were wrong that codes of the app are looked at no more. */
export function isClosedToCodes(wrongInARow: number): boolean {
  return wrongInARow >= WRONG_IN_A_ROW_MAX;
}

/** What the owner is told when so many codes in a row were wrong; null: nothing. */
export function wrongCodesKind(wrongInARow: number): SecurityKind | null {
  if (wrongInARow === WRONG_IN_A_ROW_MAX) return 'codes-closed';
  return wrongInARow === WRONG_TOLD ? 'codes-wrong' : null;
}

/** Letters and digits nobody confuses: no I, L, O, U (Crockford's base 32). */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of a recovery code: 120 bits, which a fast hash without salt hides. @source ASVS 6.5.2 */
export const RECOVERY_LENGTH = 24;
/** Characters of codes that were made earlier: 80 bits. They open the account until they are used. */
const RECOVERY_LENGTH_EARLIER = 16;

/** A recovery code in groups of four, as it is shown and written down. */
export function formatRecoveryCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/**
 * A recovery code as a user typed it, in its one spelling: without case, spaces and hyphens, and
 * with the letters that look like digits read as those. Null when it cannot be one.
 */
export function readRecoveryCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode =
    (code.length === RECOVERY_LENGTH || code.length === RECOVERY_LENGTH_EARLIER) &&
    [...code].every((one) => RECOVERY_ALPHABET.includes(one));
  return isCode ? code : null;
}
