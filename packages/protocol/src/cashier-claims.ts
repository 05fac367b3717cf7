import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { HASH_TAIL_LENGTH, NETWORKS } from './cashier-terms.ts';
import { endpoint } from './endpoint.ts';
import {
  DecimalText,
  Id,
  PageNumber,
  PageSize,
  PositiveText,
  RequestIdText,
  UnixMsNumber,
} from './scalars.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});

export { HASH_TAIL_LENGTH };

/** Where a claim stands; all but the first are final. @source PRODUCT 9 */
export const CLAIM_STATES = [
  'waiting',
  'credited',
  'adjustment',
  'notFound',
  'notOurs',
  'unproven',
] as const;

/** What a user says was paid in, as the user sees it. */
export const DepositClaim = z.strictObject({
  id: Id,
  asset: z.enum(ASSETS),
  network: z.enum(NETWORKS),
  amount: DecimalText,
  txHashTail: z.string(),
  state: z.enum(CLAIM_STATES),
  /** Whom it waits for: staff, or the network once they found it; null once it ended. */
  holder: z.enum(['operator', 'chain']).nullable(),
  /** Until when it waits for them; null once it ended. */
  deadline: UnixMsNumber.nullable(),
  createdTime: UnixMsNumber,
  decidedTime: UnixMsNumber.nullable(),
});
export type DepositClaim = z.infer<typeof DepositClaim>;

/** What the form of a deposit says. @source WIRE 3 */
export const ClaimBody = z.strictObject({
  asset: z.enum(ASSETS),
  network: z.enum(NETWORKS),
  amount: PositiveText,
  /** The last six characters of the transaction's hash. */
  txHashTail: z
    .string()
    .length(HASH_TAIL_LENGTH)
    .regex(/^[0-9a-fA-F]+$/),
  /** A picture that was brought as `proof`. */
  proofId: Id,
  requestId: RequestIdText,
});
export type ClaimBody = z.infer<typeof ClaimBody>;

export const claimDeposit = endpoint({
  name: 'cashier.claim-deposit',
  summary:
    'Has staff look for a payment in that is missing. It credits nothing by itself; 11007 guards this form only.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.recharge,
  access: 'session',
  mode: 'bound',
  money: true,
  perMinute: 10,
  body: ClaimBody,
  query: none,
  params: none,
  result: DepositClaim,
  success: 'deposit-submitted',
  failures: [
    'session-over',
    'unreadable',
    'too-many',
    'real-account-needed',
    'not-yet-open',
    'method-missing',
    'quantity-refused',
    'below-minimum-deposit',
    'limit-reached',
    'not-found',
    'request-in-flight',
    'request-reused',
  ],
  fieldFailures: { asset: 'method-missing', network: 'method-missing', amount: 'quantity-refused' },
});

export const listDepositClaims = endpoint({
  name: 'cashier.list-deposit-claims',
  summary: 'Payments in that the caller asked staff to look for, the newest first.',
  origin: 'candor',
  method: 'GET',
  path: '/user/listDepositClaims',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: z.strictObject({ page: PageNumber, size: PageSize }),
  params: none,
  result: z.strictObject({ records: z.array(DepositClaim), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});
