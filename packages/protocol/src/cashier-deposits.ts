import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { DEPOSIT_FILTERS, NETWORKS } from './cashier-terms.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText, Id, PageNumber, PageSize, QueryMs, UnixMsNumber } from './scalars.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});

/** Fewest and most confirmations a deposit may need: more blocks than are kept could not be followed. */
export const CONFIRMATIONS_MIN = 1;
export const CONFIRMATIONS_MAX = 128;

/** Where a deposit stands. @source WIRE 7 */
export const DEPOSIT_STATES = ['seen', 'confirming', 'credited', 'reversed'] as const;

/** A payment in, as its owner sees it. */
export const Deposit = z.strictObject({
  id: Id,
  asset: z.enum(ASSETS),
  network: z.enum(NETWORKS),
  amount: DecimalText,
  /** Where it was paid to; by its ends alone while a deposit limit of the caller's is used up. */
  address: z.string(),
  txHash: z.string(),
  state: z.enum(DEPOSIT_STATES),
  /** Blocks that stand on it, its own counted; at most as many as are needed. */
  confirmations: z.int().nonnegative(),
  confirmationsNeeded: z.int().positive(),
  createdTime: UnixMsNumber,
  /** Every state it came to, each time it did; but `confirming`, which is counted. */
  steps: z.array(z.strictObject({ state: z.enum(DEPOSIT_STATES), at: UnixMsNumber })),
});
export type Deposit = z.infer<typeof Deposit>;

export const listDeposits = endpoint({
  name: 'cashier.deposits',
  summary: 'Payments in to the caller, the newest first; all, or those that match.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listDeposits,
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: z.strictObject({
    page: PageNumber,
    size: PageSize,
    state: z.enum(DEPOSIT_FILTERS).optional(),
    asset: z.enum(ASSETS).optional(),
    network: z.enum(NETWORKS).optional(),
    /** Seen from this moment on, */
    from: QueryMs.optional(),
    /** and before this one. */
    to: QueryMs.optional(),
  }),
  params: none,
  result: z.strictObject({ records: z.array(Deposit), total: z.int() }),
  failures: ['session-over', 'real-account-needed', 'unreadable'],
});

/** A page of payments in, and what it is narrowed to. */
export type DepositsParams = z.output<typeof listDeposits.query>;

export const getDeposit = endpoint({
  name: 'cashier.deposit',
  summary: 'One payment in, with every state it came to.',
  origin: 'candor',
  method: 'GET',
  path: '/user/getRecharge/:id',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: z.strictObject({ id: Id }),
  result: Deposit,
  failures: ['session-over', 'real-account-needed', 'not-found', 'unreadable'],
});
