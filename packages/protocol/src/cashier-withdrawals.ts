import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { NETWORKS } from './cashier-terms.ts';
import { endpoint } from './endpoint.ts';
import {
  DecimalText,
  Id,
  PageNumber,
  PageSize,
  PositiveText,
  QueryMs,
  RequestIdText,
  UnixMsNumber,
} from './scalars.ts';
import { PATHS } from './wire/paths.ts';
import {
  HOLD_HOLDERS,
  WITHDRAWAL_FILTERS,
  WITHDRAWAL_PARTS,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STATES,
} from './withdrawal-terms.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });
const assetOrNetwork = { asset: 'method-missing', network: 'method-missing' } as const;

/** A state a withdrawal came to. */
const WithdrawalStep = z.strictObject({
  state: z.enum(WITHDRAWAL_STATES),
  at: UnixMsNumber,
  /** Whose doing it was. */
  by: z.enum(WITHDRAWAL_PARTS),
  reason: z.enum(WITHDRAWAL_REASONS).optional(),
  /** Whom it waits for. */
  holder: z.enum(HOLD_HOLDERS).optional(),
  /** Until when it waits at most; what is late then is the operator, never the money. */
  deadline: UnixMsNumber.optional(),
});

/** A withdrawal as its owner sees it. */
export const Withdrawal = z.strictObject({
  id: Id,
  number: z.string(),
  asset: z.enum(ASSETS),
  network: z.enum(NETWORKS),
  address: z.string(),
  label: z.string(),
  /** What leaves the account: fee + networkFee + receive. */
  amount: DecimalText,
  fee: DecimalText,
  networkFee: DecimalText,
  receive: DecimalText,
  state: z.enum(WITHDRAWAL_STATES),
  reason: z.enum(WITHDRAWAL_REASONS).nullable(),
  holder: z.enum(HOLD_HOLDERS).nullable(),
  deadline: UnixMsNumber.nullable(),
  /** It can be taken back now. */
  canCancel: z.boolean(),
  /** Its transaction on the chain, once it was broadcast. */
  txHash: z.string().nullable(),
  createdTime: UnixMsNumber,
  updatedTime: UnixMsNumber,
  steps: z.array(WithdrawalStep),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

const asked = {
  asset: z.enum(ASSETS),
  network: z.enum(NETWORKS),
  addressId: Id,
  amount: PositiveText,
};
const fieldFailures = {
  ...assetOrNetwork,
  addressId: 'address-missing',
  amount: 'quantity-refused',
} as const;

const refusals = [
  'session-over',
  'unreadable',
  'too-many',
  'real-account-needed',
  'not-yet-open',
  'not-found',
  'address-missing',
  'method-missing',
  'quantity-refused',
  'free-margin-short',
  'not-tradable-now',
  'user-status-forbids',
  'wallet-authorization-first',
  'address-not-usable-yet',
  'limit-reached',
] as const;

/** What a withdrawal costs, held for some minutes. */
export const WithdrawalQuote = z.strictObject({
  quoteId: Id,
  amount: DecimalText,
  fee: DecimalText,
  networkFee: DecimalText,
  receive: DecimalText,
  expiresAt: UnixMsNumber,
  /** How long it is held from its answer on: a page counts by its own clock, which may be wrong. @units ms */
  heldMs: z.int().nonnegative(),
});
export type WithdrawalQuote = z.infer<typeof WithdrawalQuote>;

export const quoteWithdrawal = endpoint({
  name: 'cashier.quote-withdrawal',
  summary: 'What of an amount arrives at an address of one’s book, frozen for some minutes.',
  origin: 'candor',
  method: 'POST',
  path: '/user/withdrawalQuote',
  access: 'session',
  mode: 'bound',
  money: false,
  perMinute: 60,
  body: z.strictObject(asked),
  query: none,
  params: none,
  result: WithdrawalQuote,
  failures: refusals,
  fieldFailures,
});

export const WithdrawBody = z.strictObject({
  ...asked,
  quoteId: Id,
  /** Made for `withdrawal` and the quote, by a code of an app or a passkey. */
  stepUp: z.string().max(200).optional(),
  requestId: RequestIdText,
});
export type WithdrawBody = z.infer<typeof WithdrawBody>;

export const withdraw = endpoint({
  name: 'cashier.withdraw',
  summary: 'Asks for a withdrawal at the figures of a quote; the amount leaves free cash at once.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.withdraw,
  access: 'session',
  mode: 'bound',
  money: true,
  perMinute: 20,
  body: WithdrawBody,
  query: none,
  params: none,
  result: Withdrawal,
  success: 'withdrawal-submitted',
  failures: [
    ...refusals,
    'quote-expired',
    'second-factor-needed',
    'request-in-flight',
    'request-reused',
  ],
  fieldFailures,
});

export const listWithdrawals = endpoint({
  name: 'cashier.list-withdrawals',
  summary: 'One’s own withdrawals, newest first; all, or those that match.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listWithdrawals,
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: z.strictObject({
    page: PageNumber,
    size: PageSize,
    state: z.enum(WITHDRAWAL_FILTERS).optional(),
    asset: z.enum(ASSETS).optional(),
    network: z.enum(NETWORKS).optional(),
    /** Asked for from this moment on, */
    from: QueryMs.optional(),
    /** and before this one. */
    to: QueryMs.optional(),
  }),
  params: none,
  result: z.strictObject({ records: z.array(Withdrawal), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});

/** A page of withdrawals, and what it is narrowed to. */
export type WithdrawalsParams = z.output<typeof listWithdrawals.query>;

export const getWithdrawal = endpoint({
  name: 'cashier.get-withdrawal',
  summary: 'One withdrawal of one’s own, with every state it came to.',
  origin: 'candor',
  method: 'GET',
  path: '/user/getWithdrawal/:id',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: byId,
  result: Withdrawal,
  failures: ['session-over', 'unreadable', 'not-found'],
});

export const cancelWithdrawal = endpoint({
  name: 'cashier.cancel-withdrawal',
  summary:
    'Takes a withdrawal back that was not handed over for signing; the whole amount returns.',
  origin: 'candor',
  method: 'POST',
  path: '/user/cancelWithdrawal/:id',
  access: 'session',
  mode: 'bound',
  money: true,
  body: z.strictObject({ requestId: RequestIdText }),
  query: none,
  params: byId,
  result: Withdrawal,
  failures: [
    'session-over',
    'unreadable',
    'real-account-needed',
    'not-found',
    'already-closed',
    'request-in-flight',
    'request-reused',
  ],
});
