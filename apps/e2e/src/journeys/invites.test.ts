import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Device, journey, openBrowser, visit } from '../support/browser.ts';
import { expectSoon } from '../support/eventually.ts';
import { register, textOf } from '../support/pages.ts';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { patternOf, wordsOf } from '../support/words.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ feed: 'simulated' });
  browser = await openBrowser(inject('chromium'));
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});

/** What axe finds, and whether the page is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return isWide ? [...found, 'wider than its window'] : found;
}

const LINES: readonly { device: Device; language: 'en' | 'ar'; width?: number }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar', width: 320 },
];

test.each(LINES)(
  'a friend follows a link, reads whose it is, joins and is seen by the start of the name ($device, $language)',
  async ({ device, language, ...screen }) => {
    const { url } = product;
    const say = wordsOf(language);
    const owner = await visit(browser, {
      url,
      device,
      language,
      ...screen,
      signedUpAs: `owner.${language}`,
    });
    const friend = await visit(browser, { url, device, language, ...screen });
    await journey(owner, async () => {
      const { page } = owner;
      await owner.open('/profile/invite');
      await page.getByText(say('invite.empty'), { exact: true }).waitFor();
      const place = page.getByLabel(say('invite.link'), { exact: true });
      await expectSoon(() => textOf(place)).toMatch(/\/pass\/register\?invite=[0-9A-F]{12}$/);
      await page.getByRole('img', { name: say('invite.qr') }).waitFor();
      await page.getByText(say('invite.no-reward'), { exact: true }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      const link = new URL(await textOf(place));
      expect(link.origin).toBe(new URL(url).origin);

      await journey(friend, async () => {
        await friend.open(`${link.pathname}${link.search}`);
        await friend.page
          .getByText(patternOf(say, 'access.invite-by', { name: 'ow\\*{3}' }))
          .waitFor();
        const code = friend.page.getByLabel(say('access.invite-label'));
        expect(await code.inputValue()).toBe(link.searchParams.get('invite'));
        expect(await faultsOf(friend.page)).toEqual([]);
        const user = { name: `friend.${language}`, password: 'two lanterns on the pier' };
        await register({ page: friend.page, say }, user);
      });

      await page.reload();
      await page.getByText('fr***', { exact: true }).waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain(`friend.${language}`);
      expect(await faultsOf(page)).toEqual([]);
    });
    expect([...owner.complaints, ...friend.complaints]).toEqual([]);
    expect([...owner.strangers, ...friend.strangers]).toEqual([]);
    await Promise.all([owner.close(), friend.close()]);
  },
);
