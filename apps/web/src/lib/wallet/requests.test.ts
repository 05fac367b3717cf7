import { expect, it } from 'vitest';
import {
  type EthereumProvider,
  type TronProvider,
  ethereumAccount,
  ethereumProviderOf,
  signWithEthereum,
  signWithTron,
  tronAccount,
  tronProviderOf,
} from './requests.ts';

const ADDRESS = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';

/** A wallet that answers or throws, and keeps what it was asked. */
function wallet(act: () => unknown) {
  const asked: { method: string; params?: readonly unknown[] }[] = [];
  const provider: EthereumProvider = {
    async request(one) {
      asked.push(one);
      return act();
    },
  };
  return { provider, asked };
}

const throwing = (thrown: unknown) => () => {
  throw thrown;
};

it('asks for the account and for a signature of the text’s bytes, and for nothing else', async () => {
  const { provider, asked } = wallet(() => [ADDRESS]);
  expect(await ethereumAccount(provider)).toEqual({ ok: true, value: ADDRESS });
  const signer = wallet(() => '0x1234');
  const signed = { address: ADDRESS, message: 'Aé\n' };
  expect(await signWithEthereum(signer.provider, signed)).toEqual({ ok: true, value: '0x1234' });
  expect([...asked, ...signer.asked]).toEqual([
    { method: 'eth_requestAccounts' },
    { method: 'personal_sign', params: ['0x41c3a90a', ADDRESS] },
  ]);
});

const PROBLEMS: readonly (readonly [string, unknown, string, string])[] = [
  ['refuses', { code: 4001 }, 'wallet-not-connected', 'authorization-incomplete'],
  [
    'refuses in words',
    'Confirmation declined by user',
    'wallet-not-connected',
    'authorization-incomplete',
  ],
  ['does not know us', { code: 4100 }, 'wallet-not-connected', 'wallet-not-connected'],
  ['is cut off', { code: 4900 }, 'wallet-not-connected', 'wallet-not-connected'],
  ['has been asked already', { code: -32_002 }, 'confirmation-running', 'confirmation-running'],
  ['fails', { code: -32_603 }, 'wallet-failed', 'wallet-failed'],
  ['throws nothing', null, 'wallet-failed', 'wallet-failed'],
  ['throws itself', new Error('no'), 'wallet-failed', 'wallet-failed'],
];

it.each(PROBLEMS)('says what to do when a wallet %s', async (_name, thrown, onAccount, onSign) => {
  const { provider } = wallet(throwing(thrown));
  expect(await ethereumAccount(provider)).toEqual({ ok: false, failure: onAccount });
  const signed = { address: ADDRESS, message: 'x' };
  expect(await signWithEthereum(provider, signed)).toEqual({ ok: false, failure: onSign });
  const tronWeb = { trx: { signMessageV2: throwing(thrown) as never } };
  const tron: TronProvider = { request: throwing(thrown) as never, tronWeb };
  expect(await tronAccount(tron)).toEqual({ ok: false, failure: onAccount });
  expect(await signWithTron(tron, 'x')).toEqual({ ok: false, failure: onSign });
});

it('says that there is no account where the wallet shows none', async () => {
  for (const odd of [[], null, undefined, 'x', [5], ['']]) {
    const { provider } = wallet(() => odd);
    expect(await ethereumAccount(provider)).toEqual({ ok: false, failure: 'wallet-no-account' });
  }
  const nobody: TronProvider = { request: async () => ({ code: 200 }), tronWeb: false };
  expect(await tronAccount(nobody)).toEqual({ ok: false, failure: 'wallet-no-account' });
});

it('takes no signature that is none', async () => {
  const { provider } = wallet(() => ({ signature: '0x' }));
  const signed = { address: ADDRESS, message: 'x' };
  expect(await signWithEthereum(provider, signed)).toEqual({ ok: false, failure: 'wallet-failed' });
  const locked: TronProvider = { request: async () => '', tronWeb: false };
  expect(await signWithTron(locked, 'x')).toEqual({ ok: false, failure: 'wallet-failed' });
});

it('knows a locked wallet of Tron, and one that answers its refusal instead of throwing it', async () => {
  const answering = (answer: unknown): TronProvider => ({ request: async () => answer });
  const failures = await Promise.all(
    ['', null, { code: 4001 }, { code: 4000 }, { code: 500 }].map(async (answer) => {
      const account = await tronAccount(answering(answer));
      return account.ok ? 'an account' : account.failure;
    }),
  );
  expect(failures).toEqual([
    'wallet-install',
    'wallet-install',
    'wallet-not-connected',
    'confirmation-running',
    'wallet-failed',
  ]);
});

it('takes for a wallet only what can be asked', () => {
  for (const odd of [null, undefined, 5, 'x', {}, { request: 'x' }]) {
    expect(ethereumProviderOf(odd)).toBeNull();
    expect(tronProviderOf({ tronLink: odd })).toBeNull();
  }
  expect(tronProviderOf({})).toBeNull();
  expect(ethereumProviderOf(wallet(() => 1).provider)).not.toBeNull();
});
