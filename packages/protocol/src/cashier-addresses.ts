import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { LIMIT_PERIODS } from './account-limit-terms.ts';
import { NETWORKS } from './cashier-terms.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText, UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/** Where a user pays in on a network. */
export const DepositAddress = z.strictObject({
  address: z.string(),
  /** What a wallet reads of a QR code. */
  uri: z.string(),
  since: UnixMsNumber,
  /** Former addresses: what is paid there arrives as well. */
  history: z.array(z.strictObject({ address: z.string(), since: UnixMsNumber })),
  /** Of the caller's own limits of deposits the one that leaves least, in USDT; null where none is set. */
  limit: z
    .strictObject({
      period: z.enum(LIMIT_PERIODS),
      amount: DecimalText,
      left: DecimalText,
      /** When the running period is over. */
      until: UnixMsNumber,
    })
    .nullable(),
});
export type DepositAddress = z.infer<typeof DepositAddress>;

export const depositAddress = endpoint({
  name: 'cashier.deposit-address',
  summary:
    'The address of the caller on a network; it is given at the first question and stays. 11018 once nothing is left of their own deposit limit.',
  origin: 'candor',
  method: 'GET',
  path: '/user/depositAddress',
  access: 'session',
  mode: 'bound',
  money: false,
  perMinute: 60,
  body: none,
  query: z.strictObject({ asset: z.enum(ASSETS), network: z.enum(NETWORKS) }),
  params: none,
  result: DepositAddress,
  fieldFailures: { asset: 'method-missing', network: 'method-missing' },
  failures: [
    'session-over',
    'real-account-needed',
    'not-yet-open',
    'method-missing',
    'address-missing',
    'limit-reached',
    'not-tradable-now',
    'too-many',
  ],
});
