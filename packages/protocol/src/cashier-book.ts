import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { SIGNED, WALLET_CHAINS, WALLET_OWNER, SignatureParams } from './accounts-wallets.ts';
import { ADDRESS_PROOFS, AUTHORIZATION_STATES, DELAY_HOURS, NETWORKS } from './cashier-terms.ts';
import { endpoint } from './endpoint.ts';
import { Id, UnixMsNumber } from './scalars.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});
const stepUp = z.string().max(128).optional();

/** An address money may leave to. */
export const BookAddress = z.strictObject({
  id: Id,
  asset: z.enum(ASSETS),
  network: z.enum(NETWORKS),
  address: z.string(),
  label: z.string(),
  /** Who keeps the address, as its owner declared; null where nothing was declared. */
  holder: z.string().nullable(),
  createdAt: UnixMsNumber,
  /** From when money may leave to it. */
  usableAt: UnixMsNumber,
  proof: z.enum(ADDRESS_PROOFS),
  /** A withdrawal to it asks for the wallet's authorization first. */
  needsProof: z.boolean(),
});
export type BookAddress = z.infer<typeof BookAddress>;

const real = { origin: 'candor', mode: 'bound', money: false, access: 'session' } as const;

export const listAddresses = endpoint({
  ...real,
  name: 'cashier.list-addresses',
  summary: 'The address book of the real account, the newest first.',
  method: 'GET',
  path: '/user/listAddresses',
  body: none,
  query: none,
  params: none,
  result: z.array(BookAddress),
  failures: ['session-over', 'unreadable', 'real-account-needed'],
});

export const addAddress = endpoint({
  ...real,
  name: 'cashier.add-address',
  summary: 'Adds an address to the book; it waits before it can be used. Needs a step-up.',
  method: 'POST',
  path: '/user/addAddress',
  perMinute: 20,
  body: z.strictObject({
    asset: z.enum(ASSETS),
    network: z.enum(NETWORKS),
    address: z.string().max(200),
    label: z.string().trim().max(40),
    /** Who keeps an address that cannot sign, an exchange for example; it waits 72 hours. */
    holder: z.string().trim().min(2).max(80).optional(),
    stepUp,
  }),
  query: none,
  params: none,
  result: BookAddress,
  success: 'change-done',
  failures: [
    'session-over',
    'unreadable',
    'real-account-needed',
    'method-missing',
    'address-missing',
    'limit-reached',
    'second-factor-needed',
    'user-status-forbids',
    'too-many',
  ],
  fieldFailures: {
    asset: 'method-missing',
    network: 'method-missing',
    address: 'address-missing',
  },
});

export const removeAddress = endpoint({
  ...real,
  name: 'cashier.remove-address',
  summary: 'Takes an address out of the book; what is on its way to it goes on.',
  method: 'POST',
  path: '/user/removeAddress/:id',
  body: none,
  query: none,
  params: z.strictObject({ id: Id }),
  result: none,
  success: 'change-done',
  failures: ['session-over', 'unreadable', 'real-account-needed', 'not-found'],
});

/** How long new addresses wait. */
export const AddressDelay = z.strictObject({
  hours: z.literal([...DELAY_HOURS]),
  /** A shorter wait that was asked for, and from when it holds. */
  next: z.strictObject({ hours: z.literal([...DELAY_HOURS]), from: UnixMsNumber }).nullable(),
});
export type AddressDelay = z.infer<typeof AddressDelay>;

export const addressDelay = endpoint({
  ...real,
  name: 'cashier.address-delay',
  summary: 'How long new addresses of this account wait.',
  method: 'GET',
  path: '/user/addressDelay',
  body: none,
  query: none,
  params: none,
  result: AddressDelay,
  failures: ['session-over', 'unreadable', 'real-account-needed'],
});

export const setAddressDelay = endpoint({
  ...real,
  name: 'cashier.set-address-delay',
  summary: 'Lets new addresses wait longer at once, or shorter after the present wait is over.',
  method: 'POST',
  path: '/user/addressDelay',
  perMinute: 20,
  body: z.strictObject({ hours: z.literal([...DELAY_HOURS]), stepUp }),
  query: none,
  params: none,
  result: AddressDelay,
  success: 'change-done',
  failures: [
    'session-over',
    'unreadable',
    'real-account-needed',
    'second-factor-needed',
    'user-status-forbids',
    'too-many',
  ],
});

const free = { mode: 'free', money: false, access: 'session', params: none } as const;

export const usdtAuthMessage = endpoint({
  ...free,
  name: 'cashier.usdt-auth-message',
  summary: 'The text a wallet signs to receive withdrawals of USDT; it moves nothing.',
  origin: 'candor',
  method: 'GET',
  path: '/user/usdtAuthMessage',
  perMinute: 30,
  body: none,
  query: z.strictObject(WALLET_OWNER),
  result: SignatureParams,
  failures: ['session-over', 'unreadable', 'not-yet-open', 'too-many'],
});

/** Whether a wallet was shown to be the user's, and until when that counts. */
export const WithdrawalAuth = z.strictObject({
  status: z.enum(AUTHORIZATION_STATES),
  address: z.string().nullable(),
  chain: z.enum(WALLET_CHAINS).nullable(),
  expiresAt: UnixMsNumber.nullable(),
  /** A contract signs anew for each withdrawal; a key once. */
  signer: z.enum(['key', 'contract']).nullable(),
});
export type WithdrawalAuth = z.infer<typeof WithdrawalAuth>;

export const updateUsdtAuth = endpoint({
  ...free,
  name: 'cashier.update-usdt-auth',
  summary: 'Takes the signature that shows that a wallet is the user’s.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.updateUsdtAuth,
  perMinute: 20,
  body: z.strictObject(SIGNED),
  query: none,
  result: WithdrawalAuth,
  success: 'change-done',
  failures: ['session-over', 'unreadable', 'sign-in-unconfirmed', 'limit-reached', 'too-many'],
});

export const withdrawalAuth = endpoint({
  ...free,
  name: 'cashier.withdrawal-auth',
  summary: 'The newest authorization of a wallet, of one chain where it is said; reads only.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.withdrawalAuth,
  body: none,
  query: z.strictObject({ chain: z.enum(WALLET_CHAINS).optional() }),
  result: WithdrawalAuth,
  failures: ['session-over', 'unreadable'],
});

export const revokeUsdtAuth = endpoint({
  ...free,
  name: 'cashier.revoke-usdt-auth',
  summary: 'Takes authorizations of wallets back, of one chain where it is said.',
  origin: 'candor',
  method: 'POST',
  path: '/user/revokeUsdtAuth',
  body: z.strictObject({ chain: z.enum(WALLET_CHAINS).optional() }),
  query: none,
  result: none,
  success: 'change-done',
  failures: ['session-over', 'unreadable', 'not-found'],
});
