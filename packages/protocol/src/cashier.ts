import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { NETWORKS } from './cashier-terms.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText } from './scalars.ts';

const none = z.strictObject({});

/** What deposits and withdrawals of one asset by one network are subject to now. @source WIRE 3 */
export const CashierTerms = z.strictObject({
  asset: z.enum(ASSETS),
  network: z.enum(NETWORKS),
  depositOpen: z.boolean(),
  withdrawOpen: z.boolean(),
  /** The form's; what arrives below it is credited all the same. */
  minDeposit: DecimalText,
  /** The least a withdrawal delivers, except when it takes all there is. */
  minReceive: DecimalText,
  /** Blocks before a deposit counts; null while none is watched. */
  confirmations: z.int().nullable(),
  /** Share of the amount that a withdrawal costs. */
  feeRate: DecimalText,
  /** In the asset; null while nothing leaves by this network. */
  networkFee: DecimalText.nullable(),
  /** Median and longest of the last week, in milliseconds; null while nothing was measured. */
  usualWait: z.int().nullable(),
  longestWait: z.int().nullable(),
});
export type CashierTerms = z.infer<typeof CashierTerms>;

export const terms = endpoint({
  name: 'cashier.terms',
  summary: 'What is open of deposits and withdrawals, per asset and network, and on what terms.',
  origin: 'candor',
  method: 'GET',
  path: '/user/cashier',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(CashierTerms),
  failures: ['session-over'],
});
