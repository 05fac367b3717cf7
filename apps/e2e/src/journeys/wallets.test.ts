import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scanForWalletWords } from '../../../../scripts/wallet-words.ts';
import {
  type Device,
  PASSWORD,
  type VisitOptions,
  type Visitor,
  journey,
  visit,
} from '../support/browser.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { axeFaults } from '../support/faults.ts';
import { textOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { isForbidden } from '../support/wallet-calls.ts';
import { type TestWallet, installEthereum, installTron } from '../support/wallets.ts';
import { type Say, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;
/** Every wallet of this file, with everything it was asked. */
const wallets: TestWallet[] = [];

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
});

afterAll(async () => {
  const asked = wallets.flatMap((wallet) => wallet.asked.map(({ method }) => method));
  expect(asked.filter((method) => method === 'personal_sign').length).toBeGreaterThan(0);
  expect(asked.filter((method) => method === 'signMessageV2').length).toBeGreaterThan(0);
});

type Sight = { readonly visitor: Visitor; readonly page: Page; readonly say: Say };
type As = { readonly device: Device; readonly language: 'en' | 'ar' };
type Chain = { readonly chain: 'ethereum' | 'tron'; readonly named: string };

const WAYS: readonly (As & Chain)[] = [
  { device: 'desktop', language: 'en', chain: 'ethereum', named: 'Harbour Wallet' },
  { device: 'mobile', language: 'ar', chain: 'tron', named: 'TronLink' },
];

async function visiting(
  options: Omit<VisitOptions, 'url'> & As,
  act: (sight: Sight) => Promise<void>,
): Promise<void> {
  const visitor = await visit(browser, { ...options, url: product.url });
  await journey(visitor, async () => {
    await act({ visitor, page: visitor.page, say: wordsOf(options.language) });
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
}

async function installed(sight: Sight, chain: Chain['chain']): Promise<TestWallet> {
  const install = chain === 'tron' ? installTron : installEthereum;
  const wallet = await install(sight.visitor.context);
  wallets.push(wallet);
  return wallet;
}

const button = ({ page, say }: Sight, key: string): Locator =>
  page.getByRole('button', { name: say(key), exact: true });

const choose = ({ page }: Sight, named: string): Promise<void> =>
  page.getByRole('button', { name: named }).click();

const isIn = ({ pathname }: URL): boolean => !pathname.startsWith('/pass/');

/** Logs in by the only wallet there is. */
async function logIn(sight: Sight, named: string): Promise<void> {
  await button(sight, 'wallets.log-in').click();
  await choose(sight, named);
  await sight.page.waitForURL(isIn);
}

async function logOut(sight: Sight): Promise<void> {
  await sight.visitor.open('/profile');
  // A list that is still on its way would come back to nobody.
  await sight.page.waitForLoadState('networkidle');
  const main = sight.page.getByRole('main');
  await main.getByRole('button', { name: sight.say('account.log-out') }).click();
  await sight.page.waitForURL('**/pass/login*');
}

/** The account's generated name, as the account page shows it. */
async function nameShown({ page }: Sight): Promise<string> {
  const line = page.getByText(/(?:eth|tron)-[a-z0-9]{8}/).first();
  return /(?:eth|tron)-[a-z0-9]{8}/.exec(await line.innerText())?.[0] ?? '';
}

describe.each(WAYS)('a wallet of $chain, on $device in $language', ({ chain, named, ...as }) => {
  test.concurrent('opens an account by a signature, and the same one the next time', async () => {
    await visiting(as, async (sight) => {
      const wallet = await installed(sight, chain);
      await sight.visitor.open('/profile');
      await sight.page.waitForURL('**/pass/login?next=*');
      // Nothing is asked of a wallet before its owner chose it.
      await button(sight, 'wallets.log-in').click();
      await sight.page.getByRole('button', { name: named }).waitFor();
      expect(wallet.asked).toEqual([]);
      expect(await axeFaults(sight.page)).toEqual([]);
      await choose(sight, named);
      await sight.page.waitForURL('**/profile');
      const name = await nameShown(sight);
      expect(name).not.toBe('');

      const signed = wallet.asked.at(-1);
      expect(signed?.text).toContain(`${new URL(product.url).host} wants you to sign in with`);
      expect(signed?.text).toContain(wallet.address);
      expect(signed?.text).toContain('It moves nothing and lets nobody spend.');

      await logOut(sight);
      await logIn(sight, named);
      await sight.visitor.open('/profile');
      expect(await nameShown(sight)).toBe(name);
    });
  });

  test.concurrent('whose owner refuses opens nothing, says so, and may be asked again', async () => {
    await visiting(as, async (sight) => {
      const wallet = await installed(sight, chain);
      wallet.answers = 'refuse';
      await sight.visitor.open('/pass/register');
      await button(sight, 'wallets.open-account').click();
      await choose(sight, named);
      const alert = sight.page.getByRole('main').getByRole('alert');
      await expectSoon(() => textOf(alert)).toBe(sight.say('message.authorization-incomplete'));
      wallet.answers = 'sign';
      await choose(sight, named);
      await sight.page.waitForURL(isIn);
    });
  });

  test.concurrent('is linked to an account, opens it, and is unlinked again', async () => {
    const owner = `links.${chain}`;
    await visiting({ ...as, signedUpAs: owner }, async (sight) => {
      const { page, say, visitor } = sight;
      const wallet = await installed(sight, chain);
      await visitor.open('/profile/security');
      const section = page.getByRole('region', { name: say('wallets.title') });
      await section.getByText(say('wallets.empty')).waitFor();
      const confirm = async (): Promise<void> => {
        const dialog = page.getByRole('dialog');
        await dialog.locator('input[name="password"]').fill(PASSWORD);
        await dialog.getByRole('button', { name: say('factors.confirm') }).click();
      };
      await section.getByRole('button', { name: say('wallets.add') }).click();
      await confirm();
      await choose(sight, named);
      await section.getByText(wallet.address).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      expect(wallet.asked.at(-1)?.text).toContain(`the Candor account ${owner}.`);

      await logOut(sight);
      await logIn(sight, named);
      await visitor.open('/profile');
      await page.getByText(owner).first().waitFor();

      await visitor.open('/profile/security');
      await section.getByRole('button', { name: wallet.address }).click();
      await confirm();
      await section.getByText(say('wallets.empty')).waitFor();
    });
  });

  test.concurrent('that is the only way in stays, until it confirmed another one', async () => {
    await visiting(as, async (sight) => {
      const { page, say, visitor } = sight;
      const wallet = await installed(sight, chain);
      await visitor.open('/pass/login');
      await logIn(sight, named);
      await visitor.open('/profile/security');
      const section = page.getByRole('region', { name: say('wallets.title') });
      await section.getByText(say('wallets.last')).waitFor();
      await eventually(async () => {
        expect(await section.getByRole('button').last().isDisabled()).toBe(true);
      });
      // Its owner confirms an action by signing the action's name.
      await section.getByRole('button', { name: say('wallets.add') }).click();
      await choose(sight, named);
      await page.getByRole('dialog', { name: say('wallets.add') }).waitFor();
      expect(wallet.asked.at(-1)?.text).toMatch(/Candor account \S+: link a wallet\./);
    });
  });
});

test('without a wallet the page says what is missing', async () => {
  expect.hasAssertions();
  await visiting({ device: 'desktop', language: 'en' }, async (sight) => {
    await sight.visitor.open('/pass/login');
    await button(sight, 'wallets.log-in').click();
    const note = sight.page.getByRole('main').getByRole('status');
    await expectSoon(() => textOf(note)).toBe(sight.say('message.wallet-install'));
    expect(await sight.page.getByRole('list', { name: sight.say('wallets.choose') }).count()).toBe(
      0,
    );
  });
});

/** Requests that move money or let another party move it. */
const MOVING = [
  ...['eth_sendTransaction', 'eth_signTransaction', 'eth_sendRawTransaction', 'eth_sign'],
  ...['eth_signTypedData_v4', 'wallet_sendCalls', 'wallet_grantPermissions'],
];

test('a wallet of the journeys counts and refuses what could move money', async () => {
  const visitor = await visit(browser, { url: product.url });
  const ethereum = await installEthereum(visitor.context, { isPlanted: true });
  const tron = await installTron(visitor.context, { isPlanted: true });
  await journey(visitor, async () => {
    await visitor.open('/pass/login');
    const refused = await visitor.page.evaluate(async (methods) => {
      type Command = (...args: readonly unknown[]) => Promise<unknown>;
      type Provider = { request(asked: { method: string }): Promise<unknown> };
      type TronWeb = {
        readonly trx: Readonly<Record<'sign' | 'sendTransaction', Command>>;
        readonly transactionBuilder: { readonly triggerSmartContract: Command };
      };
      const { tronLink } = globalThis as unknown as {
        tronLink: Provider & { readonly tronWeb: TronWeb };
      };
      const provider = await new Promise<Provider>((resolve) => {
        addEventListener('eip6963:announceProvider', (event) => {
          resolve((event as CustomEvent<{ provider: Provider }>).detail.provider);
        });
        dispatchEvent(new Event('eip6963:requestProvider'));
      });
      const { trx, transactionBuilder } = tronLink.tronWeb;
      const acts = [
        ...methods.map((method) => () => provider.request({ method })),
        () => tronLink.request({ method: 'tron_sendTransaction' }),
        () => trx.sign('0x'),
        () => trx.sendTransaction('T', 1),
        () => transactionBuilder.triggerSmartContract('T', 'approve(address,uint256)'),
      ];
      const ended = await Promise.allSettled(acts.map((act) => act()));
      return ended.filter(({ status }) => status === 'rejected').length;
    }, MOVING);
    const asked = [...ethereum.asked, ...tron.asked].map(({ method }) => method);
    const ofTron = ['tron_sendTransaction', 'sign', 'sendTransaction', 'triggerSmartContract'];
    expect(asked.filter(isForbidden)).toEqual([...MOVING, ...ofTron]);
    expect(refused).toBe(MOVING.length + ofTron.length);
  });
});

test('no page of the product could ask a wallet for more than a signature', () => {
  const dist = new URL('../../../web/dist/', import.meta.url).pathname;
  const { found, files } = scanForWalletWords(dist);
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(20);
});
