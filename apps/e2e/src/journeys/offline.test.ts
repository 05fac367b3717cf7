import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { expectSoon } from '../support/eventually.ts';
import { BTC_PAGE, textOf, ticketOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  browser = await sharedBrowser();
});

const say = wordsOf('en');

/** Whether the page's worker answers for it. */
const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null);

/** Every address kept, of every store. */
const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Files the page was made of that are not kept yet. */
async function missingFiles(page: Page): Promise<string[]> {
  const kept = await keptAddresses(page);
  const used = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  return used.filter((path) => path.startsWith('/assets/') && !kept.includes(path));
}

const hasStore = (page: Page, name: string): Promise<boolean> =>
  page.evaluate((one) => caches.has(one), name);

test('the app can be installed: its manifest is sound and every icon is there', async () => {
  const visitor = await visit(browser, { url: product.url, keepsFrame: true });
  const { page, context } = visitor;
  await journey(visitor, async () => {
    await visitor.open('/');
    const line = await context.newCDPSession(page);
    const { errors, data = '{}' } = await line.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data) as {
      readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
      readonly display: string;
    };
    expect(manifest).toMatchObject({ name: 'Candor', start_url: '/', display: 'standalone' });
    for (const icon of manifest.icons) {
      const answer = await fetch(new URL(icon.src, product.url));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, icon.type]);
      if (icon.type !== 'image/png') continue;
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(icon.sizes);
    }
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    // A window for a test is one that leaves nothing behind, which alone forbids installing.
    const { installabilityErrors } = await line.send('Page.getInstallabilityErrors');
    const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
    expect(others).toEqual([]);
  });
});

test('without a connection the frame stands, says so and takes no order; with one all works again', async () => {
  const visitor = await visit(browser, {
    url: product.url,
    keepsFrame: true,
    signedUpAs: 'goes.under',
  });
  const { page, context } = visitor;
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    await expectSoon(() => isKept(page)).toBe(true);
    // The worker answers before it has kept everything: without the rest the frame would not stand.
    await expectSoon(() => missingFiles(page)).toEqual([]);
    const ticket = ticketOf({ page, say });
    await ticket.lots.fill('0.02');
    await expectSoon(() => ticket.act.isDisabled()).toBe(false);

    // The page is open while the line goes.
    await context.setOffline(true);
    const note = page.getByText(say('band.offline'));
    await note.waitFor();
    await expectSoon(() => textOf(ticket.act)).toBe(say('ticket.paused'));
    await expectSoon(() => ticket.act.isDisabled()).toBe(true);

    // And it is opened without one: the frame alone, and nothing of prices or money in it.
    await page.reload();
    await note.waitFor();
    expect(await page.getByText(/\d+\.\d\d/).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Buy|Sell)/ }).count()).toBe(0);
    const kept = await keptAddresses(page);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter((one) => !one.startsWith('/assets/'))).toEqual([]);

    await context.setOffline(false);
    await note.waitFor({ state: 'detached' });
    await page.reload();
    await ticket.lots.fill('0.02');
    await expectSoon(() => ticket.act.isDisabled()).toBe(false);
    // What the browser says of calls that found nobody is not ours to hide; a policy stopped nothing.
    expect(visitor.consoleErrors.filter((one) => /policy|trusted/i.test(one))).toEqual([]);
  });
});

test('a release takes the files of the one before with it', async () => {
  const visitor = await visit(browser, { url: product.url, keepsFrame: true });
  const { page } = visitor;
  await journey(visitor, async () => {
    await visitor.open('/help');
    await expectSoon(() => isKept(page)).toBe(true);
    // As the release before left them, and something of another user.
    await page.evaluate(async () => {
      for (const name of ['candor-0', 'others']) await caches.open(name);
      const [registration] = await navigator.serviceWorker.getRegistrations();
      await registration?.unregister();
    });
    await page.reload();
    await expectSoon(() => hasStore(page, 'candor-0')).toBe(false);
    expect(await hasStore(page, 'others')).toBe(true);
    await expectSoon(() => isKept(page)).toBe(true);
    expect(visitor.consoleErrors).toEqual([]);
  });
});
