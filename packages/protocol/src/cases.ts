import { z } from 'zod';
import { CASE_KINDS, CASE_STEPS, CASE_VERDICTS } from './case-terms.ts';
import { endpoint } from './endpoint.ts';
import { PageNumber, PageSize, UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/** One line of a case's timeline, as the user it is about reads it. */
export const UserCaseStep = z.strictObject({
  at: UnixMsNumber,
  kind: z.enum(CASE_STEPS),
  /** A message of the operator's people; null where the kind says it all. */
  text: z.string().nullable(),
});

/** A case about the caller: what waits for the operator's decision, and what was decided. */
export const UserCase = z.strictObject({
  number: z.string(),
  kind: z.enum(CASE_KINDS),
  verdict: z.enum(CASE_VERDICTS).nullable(),
  /** Decimal text, signed: what the caller gets. */
  amount: z.string().nullable(),
  asset: z.enum(['USDT', 'BTC', 'ETH']).nullable(),
  openedAt: UnixMsNumber,
  /** Until when it is to be decided; a passed one decides nothing. */
  deadline: UnixMsNumber,
  decidedAt: UnixMsNumber.nullable(),
  /** Why it was decided so; its text is `case.reason-<reason>`. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  steps: z.array(UserCaseStep),
});
export type UserCase = z.infer<typeof UserCase>;

export const listUserCases = endpoint({
  name: 'cases.mine',
  summary: 'Cases about the caller with the timeline the caller may read, newest first.',
  origin: 'candor',
  method: 'GET',
  path: '/user/cases',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: z.strictObject({ page: PageNumber, size: PageSize }),
  params: none,
  result: z.strictObject({ records: z.array(UserCase), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});
