import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { NETWORKS } from '../cashier-terms.ts';
import { DecimalText, Id, UnixMsNumber } from '../scalars.ts';
import { WITHDRAWAL_STATES } from '../withdrawal-terms.ts';
import { deskEndpoint } from './endpoint.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });
const failures = [
  'session-over',
  'forbidden',
  'unreadable',
  'too-many',
  'case-impossible',
] as const;

/** Where a batch stands: `exported` may be signed at any moment, `sent` has all its hashes. */
export const BATCH_STATES = ['made', 'exported', 'sent', 'ended', 'voided'] as const;

/** A batch of withdrawals of one network. */
export const PayoutBatch = z.strictObject({
  id: Id,
  number: z.string(),
  network: z.enum(NETWORKS),
  state: z.enum(BATCH_STATES),
  madeBy: z.string(),
  madeAt: UnixMsNumber,
  sentBy: z.string().nullable(),
  sentAt: UnixMsNumber.nullable(),
  items: z.array(
    z.strictObject({
      id: Id,
      asset: z.enum(ASSETS),
      address: z.string(),
      receive: DecimalText,
      state: z.enum(WITHDRAWAL_STATES),
      txHash: z.string().nullable(),
      /** What of its transaction does not fit. */
      problem: z.string().nullable(),
      /** It left this batch by a decided case and waits for another one, or is there already. */
      isVoided: z.boolean(),
    }),
  ),
});
export type PayoutBatch = z.infer<typeof PayoutBatch>;

/** What waits to be paid out, and the newest batches. */
export const PayoutOverview = z.strictObject({
  waiting: z.array(z.strictObject({ network: z.enum(NETWORKS), ready: z.int().nonnegative() })),
  batches: z.array(PayoutBatch),
});
export type PayoutOverview = z.infer<typeof PayoutOverview>;

export const listPayouts = deskEndpoint({
  name: 'payouts.list',
  summary: 'Approved withdrawals that wait for a batch, and the newest batches with what they pay.',
  method: 'GET',
  path: '/desk/payouts',
  access: 'session',
  roles: ['cashierMaker', 'cashierChecker', 'risk', 'auditor'],
  audits: 'payouts.list',
  body: none,
  query: none,
  params: none,
  result: PayoutOverview,
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const makeBatch = deskEndpoint({
  name: 'payouts.make',
  summary:
    'Puts the approved withdrawals of a network into a batch; one batch of it is open at once.',
  method: 'POST',
  path: '/desk/payouts/make',
  access: 'session',
  roles: ['cashierMaker'],
  audits: 'payouts.make',
  perMinute: 30,
  body: z.strictObject({ network: z.enum(NETWORKS) }),
  query: none,
  params: none,
  result: byId,
  failures,
});

export const exportBatch = deskEndpoint({
  name: 'payouts.export',
  summary:
    'The unsigned transactions of a batch, to be signed elsewhere; none of it is taken back.',
  method: 'POST',
  path: '/desk/payouts/:id/export',
  access: 'session',
  roles: ['cashierMaker'],
  audits: 'payouts.export',
  perMinute: 30,
  body: none,
  query: none,
  params: byId,
  result: z.strictObject({ document: z.string() }),
  failures: [...failures, 'not-found'],
});

export const sendBatch = deskEndpoint({
  name: 'payouts.send',
  summary:
    'Hands in the hashes of what was signed and sent; by another member than made or exported it.',
  method: 'POST',
  path: '/desk/payouts/:id/send',
  access: 'session',
  roles: ['cashierChecker'],
  audits: 'payouts.send',
  perMinute: 30,
  body: z.strictObject({
    batch: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
    hashes: z
      .array(z.strictObject({ withdrawalId: z.string().max(64), hash: z.string().max(70) }))
      .min(1)
      .max(200),
  }),
  query: none,
  params: byId,
  result: none,
  failures: [...failures, 'not-found', 'case-own'],
});

export const voidBatch = deskEndpoint({
  name: 'payouts.void',
  summary:
    'Puts before two people that a batch can never be sent, with the transactions that used up its nonces or coins.',
  method: 'POST',
  path: '/desk/payouts/:id/void',
  access: 'session',
  roles: ['cashierMaker', 'cashierChecker'],
  audits: 'payouts.void',
  perMinute: 10,
  body: z.strictObject({ hashes: z.array(z.string().max(70)).max(200) }),
  query: none,
  params: byId,
  result: byId,
  failures: [...failures, 'not-found'],
});

export const cancelBatch = deskEndpoint({
  name: 'payouts.cancel',
  summary:
    'Unsigned transactions that use up the nonces of what a batch of Ethereum still holds, to be signed elsewhere.',
  method: 'POST',
  path: '/desk/payouts/:id/cancel',
  access: 'session',
  roles: ['cashierMaker'],
  audits: 'payouts.cancel',
  perMinute: 10,
  body: none,
  query: none,
  params: byId,
  result: z.strictObject({ document: z.string() }),
  failures: [...failures, 'not-found'],
});

export const correctBatch = deskEndpoint({
  name: 'payouts.correct',
  summary:
    'Puts another hash in the place of one that was handed in wrongly; by another member than made or exported it.',
  method: 'POST',
  path: '/desk/payouts/:id/correct',
  access: 'session',
  roles: ['cashierChecker'],
  audits: 'payouts.correct',
  perMinute: 30,
  body: z.strictObject({ withdrawalId: Id, hash: z.string().max(70) }),
  query: none,
  params: byId,
  result: none,
  failures: [...failures, 'not-found', 'case-own'],
});
