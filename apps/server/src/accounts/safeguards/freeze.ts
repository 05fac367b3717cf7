import { type UnixMs, plusMs } from '@candor/kernel';
import { type Failure, security } from '@candor/protocol';

/** A freeze as it is stored. */
export type StoredFreeze = {
  readonly since: UnixMs;
  readonly until: UnixMs | null;
  /** Asked for by the link of a notice: another person may know the password. */
  readonly byLink: boolean;
  /** The owner reset the password by a mailbox or phone older than the freeze. */
  readonly isProven: boolean;
};

/** Whether a freeze is in force: its owner has not asked for its end, or the day is not over. */
export function isInForce(freeze: StoredFreeze | null, now: UnixMs): freeze is StoredFreeze {
  return freeze !== null && (freeze.until === null || freeze.until > now);
}

/**
 * What freezing does: `begin` a new freeze, `prolong` one whose end was asked for, or nothing where
 * it stands already.
 */
export function decideFreeze(
  freeze: StoredFreeze | null,
  now: UnixMs,
): 'begin' | 'prolong' | 'stands' {
  if (!isInForce(freeze, now)) return 'begin';
  return freeze.until === null ? 'stands' : 'prolong';
}

/**
 * When a freeze ends whose owner asks for its end now; null when there is nothing to end. Asking
 * again changes nothing: the first day counts.
 *
 * @source PRODUCT 2: lifting takes a step-up and 24 h
 */
export function decideUnfreeze(freeze: StoredFreeze | null, now: UnixMs): UnixMs | null {
  if (!isInForce(freeze, now)) return null;
  return freeze.until ?? plusMs(now, security.UNFREEZE_MS);
}

/** What a freeze by link answers to a caller who wants to change what opens the account. */
export const STOPPED = {
  name: 'user-status-forbids',
  facts: { why: 'link', until: 'none' },
} as const satisfies Failure<'user-status-forbids'>;

/**
 * Whether what opens the account stays as it is: while a freeze by link stands, no holder of the
 * password, its owner included, changes anything.
 */
export function isStopped(freeze: StoredFreeze | null, now: UnixMs): boolean {
  return isInForce(freeze, now) && freeze.byLink;
}

/** Whether the end of a freeze may be asked for; of one by link only by a proven owner. */
export function mayEnd(freeze: StoredFreeze | null): boolean {
  return freeze === null || !freeze.byLink || freeze.isProven;
}
