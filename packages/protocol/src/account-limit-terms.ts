import { DAY_MS } from '@candor/kernel';

/**
 * What a user may limit for themselves, of real money: what is paid in, what is lost, what is
 * opened. @source PRODUCT 2 "Self-limits"
 */
export const LIMIT_KINDS = ['deposit', 'loss', 'turnover'] as const;
/** UTC day, week from Monday, month. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;

/** Why an account takes no new risk for a time. */
export const PAUSE_KINDS = ['freeze', 'timeout', 'exclusion'] as const;

/** Longest time-out. @units milliseconds */
export const TIMEOUT_MAX_MS = 42 * DAY_MS;
/** Shortest self-exclusion: half a year, as the calendar counts it. @units milliseconds */
export const EXCLUSION_MIN_MS = 180 * DAY_MS;
/** Longest self-exclusion: five years, two of them leap years. @units milliseconds */
export const EXCLUSION_MAX_MS = 1_827 * DAY_MS;
