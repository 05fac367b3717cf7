import { z } from 'zod';
import { LIMIT_KINDS, LIMIT_PERIODS, PAUSE_KINDS } from './account-limit-terms.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText, PositiveText, UnixMsNumber } from './scalars.ts';

export {
  EXCLUSION_MAX_MS,
  EXCLUSION_MIN_MS,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  PAUSE_KINDS,
  TIMEOUT_MAX_MS,
} from './account-limit-terms.ts';

const none = z.strictObject({});

/** One limit with what of it is used in the running period. */
export const SelfLimit = z.strictObject({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  /** In USDT; absent: none. */
  amount: DecimalText.optional(),
  /**
   * In USDT, since the period began. Deposits: what was credited, valued then; null
   * while it could not be. Loss: results after costs, and what
   * open positions stand at a loss now; never below zero, null while one of them has no price.
   * Turnover: size of what was opened.
   */
  used: DecimalText.nullable(),
  /** When the running period is over. */
  endsAt: UnixMsNumber,
  /** What will hold instead, and from when. */
  pending: z.strictObject({ amount: DecimalText.nullable(), effectiveAt: UnixMsNumber }).optional(),
});
export type SelfLimit = z.infer<typeof SelfLimit>;

export const listLimits = endpoint({
  name: 'accounts.limits',
  summary: 'The limits somebody set themselves, with what is used of each; all kinds and periods.',
  origin: 'candor',
  method: 'GET',
  path: '/user/limits',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(SelfLimit),
  failures: ['session-over'],
});

export const setLimit = endpoint({
  name: 'accounts.set-limit',
  summary: 'Sets a limit: a lower one holds at once, a higher one or none a day later.',
  origin: 'candor',
  method: 'POST',
  path: '/user/limits',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 30,
  body: z.strictObject({
    kind: z.enum(LIMIT_KINDS),
    period: z.enum(LIMIT_PERIODS),
    /** In USDT; null: none. */
    amount: PositiveText.nullable(),
  }),
  query: none,
  params: none,
  result: z.strictObject({ effectiveAt: UnixMsNumber }),
  success: 'change-done',
  failures: ['session-over', 'unreadable', 'too-many'],
});

/** A time without new risk. */
export const Pause = z.strictObject({
  kind: z.enum(PAUSE_KINDS),
  since: UnixMsNumber,
  /** Null: until further notice. */
  until: UnixMsNumber.nullable(),
});
export type Pause = z.infer<typeof Pause>;

export const listPauses = endpoint({
  name: 'accounts.pauses',
  summary: 'What keeps an account from new risk now: a freeze, a time-out, a self-exclusion.',
  origin: 'candor',
  method: 'GET',
  path: '/user/pauses',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(Pause),
  failures: ['session-over'],
});

const pauseBody = z.strictObject({ until: UnixMsNumber });
const pauseResult = z.strictObject({ until: UnixMsNumber });

export const takeTimeout = endpoint({
  name: 'accounts.timeout',
  summary: 'Takes no new risk until a moment; a later end holds at once, an earlier one in a day.',
  origin: 'candor',
  method: 'POST',
  path: '/user/timeout',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: pauseBody,
  query: none,
  params: none,
  result: pauseResult,
  success: 'change-done',
  failures: ['session-over', 'unreadable', 'too-many'],
});

export const selfExclude = endpoint({
  name: 'accounts.self-exclude',
  summary: 'The same for half a year to five years.',
  origin: 'candor',
  method: 'POST',
  path: '/user/selfExclude',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: pauseBody,
  query: none,
  params: none,
  result: pauseResult,
  success: 'change-done',
  failures: ['session-over', 'unreadable', 'too-many'],
});
