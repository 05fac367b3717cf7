import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, PASSWORD, journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { axeFaults } from '../support/faults.ts';
import { contractsOf, priceFrom } from '../support/ledger.ts';
import { BTC_PAGE, textOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { type Say, patternOf, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

/** Prices the recording never reaches. */
const STOP = '59950';
const TARGET = '60900';
const LOTS = '0.05';

type Sight = {
  readonly page: Page;
  readonly say: Say;
  readonly device: Device;
  readonly name: string;
  readonly token: string;
};

const SIGHTS: readonly { device: Device; language: 'en' | 'ar' }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

/** The same session as the page's, for calls of the test's own. */
async function tokenOf(name: string): Promise<string> {
  const body = { username: name, password: PASSWORD, client: 'api' as const };
  const answer = await product.call('accounts.login', { body });
  return (answer.result as { token: string }).token;
}

async function openLong(token: string): Promise<void> {
  const body = {
    code: 'BTC/USDT',
    direction: 'buy' as const,
    orderType: 'market' as const,
    lots: LOTS,
    leverage: 2,
    stopLoss: STOP,
    takeProfit: TARGET,
    requestId: randomUUID(),
  };
  const answer = await product.call('contracts.open', { token, mode: 'demo', body });
  expect(answer.code, JSON.stringify(answer.result)).toBe('200');
}

async function storedStop(name: string): Promise<bigint | null> {
  const [contract] = await contractsOf(database, name);
  return contract?.stopLoss ?? null;
}

const spoken = async (handle: Locator): Promise<string> =>
  ((await handle.getAttribute('aria-valuetext')) ?? '').replaceAll(/[\u2066-\u2069]/g, '');

/** Pulls a line down by so many pixels with what the device has: a pointer, or a finger. */
async function pull(sight: Sight, handle: Locator, by: number): Promise<void> {
  const { page, device } = sight;
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the line has no handle');
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (device === 'desktop') {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + by / 2);
    await page.mouse.move(x, y + by);
    await expectSoon(() => spoken(handle)).toMatch(/−\d+\.\d\d/);
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x, y: at }],
    });
  await touch('touchStart', y);
  await touch('touchMove', y + by / 2);
  await touch('touchMove', y + by);
  await expectSoon(() => spoken(handle)).toMatch(/−\d+\.\d\d/);
  await touch('touchEnd');
}

/** A line that is being sent takes no keys until the books are read again. */
async function settled(handle: Locator): Promise<void> {
  await expectSoon(() => handle.getAttribute('aria-disabled')).toBe(null);
}

/** A stop is pulled, stepped, left and refused; the books always say what the line says. */
async function moveStop(sight: Sight): Promise<void> {
  const { page, say, name } = sight;
  const handle = page.locator('[data-line="stop"]');
  await handle.waitFor();
  expect(await spoken(handle)).toContain('59,950.00');

  await pull(sight, handle, 24);
  await eventually(async () => expect(await storedStop(name)).not.toBe(priceFrom(STOP)));
  const pulled = await storedStop(name);
  expect(pulled).toBeLessThan(priceFrom(STOP));
  const shown = async (): Promise<bigint> =>
    priceFrom(/[\d,]+\.\d+/.exec(await spoken(handle))?.[0] ?? '0');
  await eventually(async () => expect(await shown()).toBe(pulled));
  await settled(handle);

  // Left with Escape, it stays where it was.
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await eventually(async () => expect(await shown()).not.toBe(pulled));
  await page.keyboard.press('Escape');
  await eventually(async () => expect(await shown()).toBe(pulled));
  expect(await storedStop(name)).toBe(pulled);

  // Set with Enter.
  await page.keyboard.press('ArrowDown');
  await eventually(async () => expect(await shown()).not.toBe(pulled));
  const stepped = await shown();
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await storedStop(name)).toBe(stepped));
  await eventually(async () => expect(await shown()).toBe(stepped));
  await settled(handle);

  // Above the price it is no stop loss: said while it is held, and refused with the reason.
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('PageUp');
  await eventually(async () =>
    expect(await spoken(handle)).toContain(say('market.wrong-stop-loss')),
  );
  await page.keyboard.press('Enter');
  const why = page.getByRole('alert').filter({ hasText: say('error.stop-loss-unreasonable') });
  await why.waitFor();
  expect(await storedStop(name)).toBe(stepped);
  await eventually(async () => expect(await shown()).toBe(stepped));
  await why.getByRole('button', { name: say('common.close') }).click();
}

/** Indicators are put on, kept over a reload, and taken off. */
async function useIndicators({ page, say }: Sight): Promise<void> {
  const opener = page.getByRole('button', { name: say('market.indicators') });
  const close = page.getByRole('dialog').getByRole('button', { name: say('common.close') });
  await opener.click();
  for (const name of ['SMA', 'RSI']) {
    await page.getByRole('button', { name: say('indicators.add-one', { name }) }).click();
  }
  const length = page.getByLabel(say('indicators.period'));
  await length.first().fill('7');
  expect(await axeFaults(page)).toEqual([]);
  await close.click();
  await page.getByText('SMA 7', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('SMA 7', { exact: true }).waitFor();
  await page.getByText('RSI 14', { exact: true }).waitFor();
  // The figures stand in a sentence too.
  await page
    .getByText(patternOf(say, 'indicators.spoken', { list: '.*SMA 7: .*RSI 14: .*' }))
    .waitFor({
      state: 'attached',
    });
  expect(await axeFaults(page)).toEqual([]);
  await opener.click();
  await page
    .getByRole('button', { name: patternOf(say, 'indicators.remove', { name: 'SMA 7' }) })
    .click();
  await close.click();
  await page.getByText('SMA 7', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('RSI 14', { exact: true }).waitFor();
}

/** A star stays: in the page, after a reload, and in the account. */
async function star({ page, say, token }: Sight): Promise<void> {
  const code = 'BTC/USDT';
  // On the desk the list has a star for the same market; the one of the page is not in it.
  const starOf = (key: string): Locator =>
    page
      .locator(':not(li) > div')
      .getByRole('button', { name: say(key, { code }) })
      .last();
  await starOf('market.favourite-add').click();
  await starOf('market.favourite-remove').waitFor();
  await eventually(async () => {
    const { result } = await product.call('market.favourites', { token });
    expect(result).toEqual({ codes: [code] });
  });
  await page.reload();
  await starOf('market.favourite-remove').waitFor();
}

/** One's own markets are at hand, a slip is forgiven, and keys reach the last row. */
async function useList({ page, say }: Sight): Promise<void> {
  const list = page.getByRole('list', { name: say('market.list-label') });
  const btc = list.getByRole('link', { name: /BTC\/USDT/ });
  await page.getByRole('tab', { name: say('market.tab-mine') }).click();
  await page.getByText(say('market.head-positions'), { exact: true }).waitFor();
  await expectSoon(() => list.getByRole('link').count()).toBe(1);
  await btc.waitFor();

  const search = page.getByRole('searchbox');
  await search.fill('bitcoim');
  await eventually(async () => expect(await textOf(list)).toContain('BTC/USDT'));
  await search.press('ArrowDown');
  await expectSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('A');
  await page.getByRole('button', { name: say('market.clear-search') }).click();

  await page.getByRole('tab', { name: say('market.type-crypto') }).click();
  await btc.first().focus();
  const focused = (): Promise<(string | null | undefined)[]> =>
    page.evaluate(() => {
      const row = document.activeElement?.closest('li');
      return [row?.ariaPosInSet, row?.ariaSetSize];
    });
  await page.keyboard.press('End');
  await eventually(async () => {
    const [place, size] = await focused();
    expect(place).toBe(size);
    expect(Number.parseInt(size ?? '0', 10)).toBeGreaterThanOrEqual(350);
  });
  // What is out of view does not exist.
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  await page.keyboard.press('ArrowUp');
  await eventually(async () => {
    const [place, size] = await focused();
    expect(place).toBe(`${Number.parseInt(size ?? '0', 10) - 1}`);
  });
  await page.keyboard.press('Home');
  await eventually(async () => expect((await focused())[0]).toBe('1'));
  expect(await axeFaults(page)).toEqual([]);
}

test.each(SIGHTS)(
  'chart and list do what they show ($device, $language)',
  async ({ device, language }) => {
    const name = `charts.${device}.${language}`;
    const visitor = await visit(browser, {
      url: product.url,
      device,
      language,
      signedUpAs: name,
    });
    const token = await tokenOf(name);
    const sight: Sight = { page: visitor.page, say: wordsOf(language), device, name, token };
    await journey(visitor, async () => {
      await openLong(token);
      await visitor.open(BTC_PAGE);
      await moveStop(sight);
      await useIndicators(sight);
      await star(sight);
      await visitor.open('/market');
      await useList(sight);
      expect(visitor.consoleErrors).toEqual([]);
      expect(visitor.externalRequests).toEqual([]);
    });
  },
);

test('a star set while signed out stays in the browser and joins the account', async () => {
  const name = 'charts.joins';
  const account = await visit(browser, { url: product.url, signedUpAs: name });
  await account.close();
  const visitor = await visit(browser, { url: product.url, language: 'en' });
  const say = wordsOf('en');
  const { page } = visitor;
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    const add = page.getByRole('button', {
      name: say('market.favourite-add', { code: 'BTC/USDT' }),
    });
    const remove = page.getByRole('button', {
      name: say('market.favourite-remove', { code: 'BTC/USDT' }),
    });
    await add.last().click();
    await remove.last().waitFor();
    await page.reload();
    await remove.last().waitFor();

    await visitor.open('/pass/login');
    const main = page.getByRole('main');
    await main.getByLabel(say('access.login-name-label'), { exact: true }).fill(name);
    await main.locator('input[type="password"]').fill(PASSWORD);
    await main.getByRole('button', { name: say('access.login-title'), exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/pass/'));
    await visitor.open(BTC_PAGE);
    await remove.last().waitFor();
    const token = await tokenOf(name);
    await eventually(async () => {
      const { result } = await product.call('market.favourites', { token });
      expect(result).toEqual({ codes: ['BTC/USDT'] });
    });
    await eventually(async () => {
      expect(await page.evaluate(() => localStorage.getItem('favourites'))).toBe('[]');
    });
  });
});
