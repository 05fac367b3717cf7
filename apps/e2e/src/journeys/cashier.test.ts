// Promise: in a rehearsal a user follows a deposit by the page, on a desktop in English and on a phone in
// Arabic: seen, credited once, taken back when the chain forgets it, and made again. (PRODUCT 1, 9)
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type Visitor, journey, visit } from '../support/browser.ts';
import { hasNode, orderChain } from '../support/chains.ts';
import { ownerDatabase } from '../support/database.ts';
import { pageFaults } from '../support/faults.ts';
import { bookOf } from '../support/ledger.ts';
import { rehearse } from '../support/operator.ts';
import { logIn } from '../support/pages.ts';
import { type Product, cleanUp, newFolder, startProduct } from '../support/product.ts';
import { sharedBrowser } from '../support/shared.ts';
import { type Say, wordsOf } from '../support/words.ts';

const PLACE = { asset: 'USDT', network: 'ethereum' } as const;
const USER = 'pays.in';
/** More than Ethereum's payments wait for. */
const BLOCKS = 16;

let product: Product;
let browser: Browser;
const isPlayed = hasNode();

beforeAll(async () => {
  if (!isPlayed) return;
  const dataDir = await newFolder();
  [product, browser] = await Promise.all([
    startProduct({ feed: 'simulated', dataDir, words: ['--rehearsal'] }),
    sharedBrowser(),
  ]);
  await rehearse(product.dataDir, 'keys');
  await product.untilOpen('BTC/USDT');
});
afterAll(cleanUp);

const order: (what: 'fund' | 'mine' | 'reorg', said: object) => Promise<void> = (what, said) =>
  orderChain(product.dataDir, what, said);
const mine = () => order('mine', { network: PLACE.network, blocks: BLOCKS });

type Sight = Visitor & { readonly say: Say };

/** A browser of the user, whose pages speak for the real account. */
async function sightOf(
  options: Pick<Parameters<typeof visit>[1], 'device' | 'language' | 'signedUpAs'>,
): Promise<Sight> {
  const visitor = await visit(browser, { ...options, url: product.url });
  await visitor.context.addInitScript(() => localStorage.setItem('virtualStatus', '0'));
  // An account has one language on all its devices; each of these reads its own.
  const path = `**${BASE_PATH}${CALLS['accounts.preferences'].path}`;
  await visitor.context.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const envelope = (await response.json()) as { result: object };
    const result = { ...envelope.result, language: options.language };
    return route.fulfill({ response, json: { ...envelope, result } });
  });
  return { ...visitor, say: wordsOf(options.language ?? 'en') };
}

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** What both screens come to show. */
async function bothSee(sights: readonly Sight[], textOf: (say: Say) => string): Promise<void> {
  for (const { page, say } of sights) {
    await page.getByRole('main').getByText(textOf(say), { exact: false }).first().waitFor();
    expect(await pageFaults(page)).toEqual([]);
  }
}

async function openDeposit({ page, say, open }: Sight): Promise<void> {
  await open('/profile/balance');
  await button(page, say('balance.deposit')).click();
  await page.getByRole('radio', { name: 'USDT', exact: true }).click();
  await page.getByRole('radio', { name: 'Ethereum', exact: true }).click();
  await button(page, say('deposit.show')).click();
  await page.getByRole('img', { name: say('deposit.qr') }).waitFor();
}

const cashOf = async (): Promise<bigint> => {
  const database = await ownerDatabase(product);
  const { cash } = await bookOf(database, USER, 'real');
  await database.end();
  return cash;
};

async function deposit(sights: readonly [Sight, Sight]): Promise<void> {
  for (const sight of sights) await openDeposit(sight);
  const fund = (amount: string) =>
    rehearse(product.dataDir, 'fund', USER, amount, PLACE.asset, PLACE.network);
  await fund('300');
  await bothSee(sights, (say) => say('deposit.confirming'));
  await mine();
  await bothSee(sights, (say) => say('deposit.credited-note'));
  expect(await cashOf()).toBe(300_000_000n);
  // The chain forgets it: the credit is taken back, and both screens say so.
  await order('reorg', { network: PLACE.network, depth: BLOCKS + 8, keeps: false });
  await mine();
  await bothSee(sights, (say) => say('deposit.reversed-note'));
  expect(await cashOf()).toBe(0n);
  await fund('30000');
  await mine();
  await bothSee(sights, (say) => say('deposit.credited-note'));
  expect(await cashOf()).toBe(30_000_000_000n);
}

test.runIf(isPlayed)(
  'a deposit is seen, credited once, taken back by the chain and made again, and read on both screens',
  async () => {
    const english = await sightOf({ device: 'desktop', language: 'en', signedUpAs: USER });
    const arabic = await sightOf({ device: 'mobile', language: 'ar' });
    const sights = [english, arabic] as const;
    await journey(english, () =>
      journey(arabic, async () => {
        await english.open('/profile/balance');
        await arabic.open('/pass/login');
        await logIn(arabic, { name: USER, password: PASSWORD });
        await deposit(sights);
        for (const { externalRequests } of sights) expect(externalRequests).toEqual([]);
      }),
    );
  },
);
