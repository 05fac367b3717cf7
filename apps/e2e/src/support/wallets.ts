import type { BrowserContext } from 'playwright-core';
import { TronWeb, utils } from 'tronweb';
import { hexToString } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { inject } from 'vitest';
import { isForbidden } from './wallet-calls.ts';

/** A request as it reached the wallet. */
export type WalletRequest = { readonly method: string; readonly text: string | null };

/** A wallet in a user's browser: a key of a test, and everything it was ever asked. */
export type TestWallet = {
  readonly address: string;
  readonly asked: WalletRequest[];
  /** What its owner does when it asks; "sign" at first. */
  answers: 'sign' | 'refuse';
};

/** Where a wallet stands: its requests count for the run, or for a test that asks what it must not. */
export type WalletUse = { readonly isPlanted?: boolean };

type Answer = { readonly result?: unknown; readonly refused?: true };

/** What the wallet's own code answers; it signs with the library wallets of its chain use. */
type WalletCall = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Tells the run what a wallet was asked; it counts the wallets of all files in one place. */
async function tell(method: string): Promise<void> {
  const to = new URL('wallet', inject('products'));
  const response = await fetch(to, { method: 'POST', body: method });
  if (!response.ok) throw new Error(`${method} was not counted: ${await response.text()}`);
}

async function bind(
  context: BrowserContext,
  { binding, wallet, isPlanted }: { binding: string; wallet: TestWallet; isPlanted: boolean },
  command: WalletCall,
): Promise<void> {
  await context.exposeFunction(
    binding,
    async (method: string, params: readonly string[]): Promise<Answer> => {
      const [first = null] = params;
      const text =
        first !== null && /^0x(?:[0-9a-f]{2})+$/.test(first)
          ? hexToString(first as `0x${string}`)
          : first;
      wallet.asked.push({ method, text });
      if (!isPlanted) await tell(method);
      // What nobody may ask is written down, and refused as a careful owner would.
      const isAsking = method === 'personal_sign' || method === 'signMessageV2';
      if (isForbidden(method) || (isAsking && wallet.answers === 'refuse')) {
        return { refused: true };
      }
      return { result: await command(method, params) };
    },
  );
}

/** Puts a wallet of Ethereum into every page of a browser; it announces itself as EIP-6963 says. */
export async function installEthereum(
  context: BrowserContext,
  { isPlanted = false }: WalletUse = {},
): Promise<TestWallet> {
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet: TestWallet = { address: account.address, asked: [], answers: 'sign' };
  await bind(context, { binding: 'askTestEthereum', wallet, isPlanted }, async (method, params) => {
    // Wallets answer in lower case; the page must not care.
    if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
    return account.signMessage({ message: { raw: params[0] as `0x${string}` } });
  });
  await context.addInitScript(() => {
    type Ask = (method: string, params: readonly unknown[]) => Promise<Answer>;
    const ask: Ask = (method, params) =>
      (globalThis as unknown as { askTestEthereum: Ask }).askTestEthereum(method, params);
    const provider = {
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        const answer = await ask(method, params);
        if (answer.refused === true) throw Object.assign(new Error('refused'), { code: 4001 });
        return answer.result;
      },
    };
    const info = Object.freeze({
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Harbour Wallet',
      icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
      rdns: 'test.harbour',
    });
    const announce = (): void => {
      const detail = Object.freeze({ info, provider });
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    };
    addEventListener('eip6963:requestProvider', announce);
    announce();
  });
  return wallet;
}

/** Puts a wallet of Tron into every page of a browser, under the name TronLink uses. */
export async function installTron(
  context: BrowserContext,
  { isPlanted = false }: WalletUse = {},
): Promise<TestWallet> {
  const key = generatePrivateKey();
  const address = TronWeb.address.fromPrivateKey(key.slice(2));
  if (address === false) throw new Error('the key is none');
  const wallet: TestWallet = { address, asked: [], answers: 'sign' };
  await bind(context, { binding: 'askTestTron', wallet, isPlanted }, async (method, params) => {
    if (method === 'tron_requestAccounts') return { code: 200, message: 'ok' };
    return utils.message.signMessage(String(params[0]), key);
  });
  await context.addInitScript((base58: string) => {
    type Ask = (method: string, params: readonly unknown[]) => Promise<Answer>;
    const ask: Ask = (method, params) =>
      (globalThis as unknown as { askTestTron: Ask }).askTestTron(method, params);
    // Whatever of the real wallet's many acts a page reaches for is written down by its last name.
    const actsOf = (known: object, name = ''): object =>
      new Proxy(
        Object.assign(() => undefined, known),
        {
          get: (own, key) =>
            typeof key === 'symbol' || key in own ? Reflect.get(own, key) : actsOf({}, key),
          async apply(_own, _this, args: readonly unknown[]) {
            const answer = await ask(name, args.map(String));
            // TronLink throws a sentence.
            // oxlint-disable-next-line no-throw-literal
            if (answer.refused === true) throw 'Confirmation declined by user';
            return answer.result;
          },
        },
      );
    const tronLink = {
      ready: true,
      tronWeb: actsOf({ defaultAddress: { base58 } }),
      async request({ method }: { method: string }) {
        const answer = await ask(method, []);
        // oxlint-disable-next-line no-throw-literal
        if (answer.refused === true) throw 'Confirmation declined by user';
        return answer.result;
      },
    };
    Object.assign(globalThis, { tronLink });
    dispatchEvent(new Event('tronLink#initialized'));
  }, address);
  return wallet;
}
