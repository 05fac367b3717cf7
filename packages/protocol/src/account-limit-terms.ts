import { DAY_MS } from '@candor/kernel';

/**
 * What a user may limit for themselves, of real money: what is paid in, what is lost, what is
 * opened. @source PRODUCT 2 "Self-limits"
 */
export const LIMIT_KINDS = ['deposit', 'loss', 'turnover'] as const;
/** UTC day, week from Monday, month. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;

/**
 * Why an account takes no new risk for a time. `freeze`: its owner's own; `staff`: the operator's
 * people, with a reason and an end.
 */
export const PAUSE_KINDS = ['freeze', 'timeout', 'exclusion', 'staff'] as const;

/** Why staff stop new risk; the user reads `breaks.reason-<reason>`. */
export const STAFF_FREEZE_REASONS = [
  'account-safety',
  'identity-check',
  'legal-order',
  'unusual-trading',
] as const;
export type StaffFreezeReason = (typeof STAFF_FREEZE_REASONS)[number];
/** Longest freeze by staff. @units milliseconds */
export const STAFF_FREEZE_MAX_MS = 30 * DAY_MS;
/** Longest time for which an account is disabled. @units milliseconds */
export const DISABLED_MAX_MS = 366 * DAY_MS;

/** Longest time-out. @units milliseconds */
export const TIMEOUT_MAX_MS = 42 * DAY_MS;
/** Shortest self-exclusion: half a year, as the calendar counts it. @units milliseconds */
export const EXCLUSION_MIN_MS = 180 * DAY_MS;
/** Longest self-exclusion: five years, two of them leap years. @units milliseconds */
export const EXCLUSION_MAX_MS = 1_827 * DAY_MS;
