import { z } from 'zod';
import { MARKET_STATUSES } from '../market.ts';
import { Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});

/** An instrument as the desk shows it. */
export const DeskInstrument = z.strictObject({
  code: z.string(),
  name: z.string(),
  class: z.string(),
  /** Whether an order can fill now, and why not. */
  status: z.enum(MARKET_STATUSES),
  /** What the operator decided; null for one that is traded as usual. */
  restriction: z
    .strictObject({
      status: z.enum(['closeOnly', 'suspended']),
      reason: z.string(),
      since: UnixMsNumber,
    })
    .nullable(),
  sources: z.array(z.string()),
  leverageMax: z.int().positive(),
  lotsMax: z.string(),
  isAroundTheClock: z.boolean(),
});
export type DeskInstrument = z.infer<typeof DeskInstrument>;

export const listInstruments = deskEndpoint({
  name: 'instruments.list',
  summary: 'Every instrument: whether it can be traded now, its sources, caps and restriction.',
  method: 'GET',
  path: '/desk/instruments',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'instruments.list',
  body: none,
  query: none,
  params: none,
  result: z.array(DeskInstrument),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const restrictInstrument = deskEndpoint({
  name: 'instruments.restrict',
  summary:
    'Suspends an instrument or lets it be closed only, at once; another confirms or lifts it. Opening it again, or restricting it less, waits for another.',
  method: 'POST',
  path: '/desk/instruments/restrict',
  access: 'session',
  roles: ['risk'],
  audits: 'instruments.restrict',
  perMinute: 60,
  body: z.strictObject({
    code: z.string().max(40),
    status: z.enum(['open', 'closeOnly', 'suspended']),
    /** Every user who looks at the instrument reads it. */
    reason: z.string().trim().min(1).max(400),
  }),
  query: none,
  params: none,
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many', 'not-found'],
});
