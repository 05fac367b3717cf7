import { DAY_MS, type UnixMs, plusMs, HOUR_MS } from '@candor/kernel';
import type { SecurityKind } from '@candor/protocol';

/** How long withdrawals wait after a change of what opens the account. @source RELIABILITY P37 */
const HOLD_MS = DAY_MS;

/** The same after a recovery code, or when a second factor changes while a hold runs. */
const LONG_HOLD_MS = 3 * DAY_MS;

/** Changes of what opens the account; withdrawals wait after each. @source RELIABILITY P37 */
const HOLD_REASONS = [
  'password-set',
  'password-changed',
  'password-reset',
  'contact-added',
  'contact-changed',
  'wallet-linked',
  'wallet-unlinked',
  'social-linked',
  'social-unlinked',
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'access-restored',
] as const satisfies readonly SecurityKind[];

/** Why withdrawals wait. */
export type HoldReason = (typeof HOLD_REASONS)[number];

/** The reason a change is for withdrawals to wait; null when it is none. */
export function holdReasonOf(kind: string): HoldReason | null {
  return HOLD_REASONS.find((reason) => reason === kind) ?? null;
}

const SECOND_FACTOR_CHANGES: ReadonlySet<HoldReason> = new Set([
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
]);

/** A hold that runs. */
export type RunningHold = { readonly reason: HoldReason; readonly until: UnixMs };

/**
 * Until when withdrawals wait: a day after any change; three days after a recovery code was used
 * or access was given back by an operator,
 * and when two second factors change while the first one's hold still runs. Never earlier than a
 * hold that runs already.
 *
 * @units UnixMs
 * @source RELIABILITY P37
 */
export function holdUntil(reason: HoldReason, running: readonly RunningHold[], at: UnixMs): UnixMs {
  const isSecond =
    SECOND_FACTOR_CHANGES.has(reason) &&
    running.some((hold) => hold.until > at && SECOND_FACTOR_CHANGES.has(hold.reason));
  const isLong = reason === 'recovery-code-used' || reason === 'access-restored' || isSecond;
  return plusMs(at, isLong ? LONG_HOLD_MS : HOLD_MS);
}

/** Whether a user had been there before. */
export type DeviceFacts = {
  /** Sessions of the account before this one. */
  readonly hasEntered: boolean;
  /** One of them came from the same kind of device and the same network. */
  readonly isKnown: boolean;
};

/** Whether a log-in is worth a notice: not the first of an account, and from somewhere new. */
export function isNewDevice({ hasEntered, isKnown }: DeviceFacts): boolean {
  return hasEntered && !isKnown;
}

/** Which hour refused tries are counted in. */
export function hourOf(at: UnixMs): number {
  return Math.floor(at / HOUR_MS);
}
