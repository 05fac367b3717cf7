import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { NETWORKS } from './cashier-terms.ts';
import { endpoint } from './endpoint.ts';
import { UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/** Where a user pays in on a network. */
export const DepositAddress = z.strictObject({
  address: z.string(),
  /** What a wallet reads of a QR code. */
  uri: z.string(),
  since: UnixMsNumber,
  /** Former addresses: what is paid there arrives as well. */
  history: z.array(z.strictObject({ address: z.string(), since: UnixMsNumber })),
});
export type DepositAddress = z.infer<typeof DepositAddress>;

export const depositAddress = endpoint({
  name: 'cashier.deposit-address',
  summary: 'The address of the caller on a network; it is given at the first question and stays.',
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
    'too-many',
  ],
});
