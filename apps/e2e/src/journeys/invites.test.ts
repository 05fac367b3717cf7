import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Device, journey, visit } from '../support/browser.ts';
import { expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import { register, textOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { patternOf, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
});
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
      expect(await pageFaults(page)).toEqual([]);
      const link = new URL(await textOf(place));
      expect(link.origin).toBe(new URL(url).origin);

      await journey(friend, async () => {
        await friend.open(`${link.pathname}${link.search}`);
        await friend.page
          .getByText(patternOf(say, 'access.invite-by', { name: 'ow\\*{3}' }))
          .waitFor();
        const code = friend.page.getByLabel(say('access.invite-label'));
        expect(await code.inputValue()).toBe(link.searchParams.get('invite'));
        expect(await pageFaults(friend.page)).toEqual([]);
        const user = { name: `friend.${language}`, password: 'two lanterns on the pier' };
        await register({ page: friend.page, say }, user);
      });

      await page.reload();
      await page.getByText('fr***', { exact: true }).waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain(`friend.${language}`);
      expect(await pageFaults(page)).toEqual([]);
    });
    expect([...owner.consoleErrors, ...friend.consoleErrors]).toEqual([]);
    expect([...owner.externalRequests, ...friend.externalRequests]).toEqual([]);
    await Promise.all([owner.close(), friend.close()]);
  },
);
