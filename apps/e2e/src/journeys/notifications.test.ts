import { BASE_PATH, CALLS } from '@candor/protocol/light';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Device, PASSWORD, journey, visit } from '../support/browser.ts';
import { expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { hearToasts, untilTold } from '../support/toasts.ts';
import { wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
});
const ELSEWHERE = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A user signs in from somewhere the account was never entered from. */
async function logInElsewhere(username: string): Promise<void> {
  const path = `${BASE_PATH}${CALLS['accounts.login'].path}`;
  await fetch(new URL(path, product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': ELSEWHERE },
    body: JSON.stringify({ username, password: PASSWORD, client: 'api' }),
  });
}

const LINES: readonly { device: Device; language: 'en' | 'ar' }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

test.each(LINES)(
  'a strange log-in is said at once, counted at the bell, listed and read ($device, $language)',
  async ({ device, language }) => {
    const username = `told.${device}.${language}`;
    const say = wordsOf(language);
    const visitor = await visit(browser, {
      url: product.url,
      device,
      language,
      signedUpAs: username,
    });
    await journey(visitor, async () => {
      const { page } = visitor;
      const isTold = untilTold(page);
      await visitor.open('/profile/notification');
      await page.getByText(say('notifications.empty'), { exact: true }).waitFor();
      await isTold;
      expect(await pageFaults(page)).toEqual([]);

      const sentence = say('security.kind-new-device');
      const toasts = await hearToasts(page, say('ui.toasts'));
      await logInElsewhere(username);
      const line = page.getByRole('listitem').filter({
        has: page.getByRole('link', { name: sentence }),
      });
      await line.getByText(say('notifications.is-unread'), { exact: true }).waitFor();
      // A toast said it as well.
      await toasts.said(sentence);
      const bell = page.locator('header a[href="/profile/notification"]');
      // In text that runs the other way a figure is kept apart by signs nobody sees.
      const named = async () =>
        (await bell.getAttribute('aria-label'))?.replaceAll(/[\u2068\u2069]/g, '');
      await expectSoon(named).toBe(say('notifications.at-bell', { count: '1' }));
      expect(await pageFaults(page)).toEqual([]);

      await line.getByRole('button', { name: say('notifications.mark-one') }).click();
      await expectSoon(named).toBe(say('nav.notifications'));
      await expectSoon(() => line.getByRole('button').count()).toBe(0);
      expect(visitor.consoleErrors).toEqual([]);
      expect(visitor.externalRequests).toEqual([]);
    });
  },
);

test.each(LINES)(
  'how one is told is kept, and security cannot be muted ($device, $language)',
  async ({ device, language }) => {
    const say = wordsOf(language);
    const visitor = await visit(browser, {
      url: product.url,
      device,
      language,
      signedUpAs: `muted.${device}.${language}`,
    });
    await journey(visitor, async () => {
      const { page } = visitor;
      await visitor.open('/profile/notification');
      const table = page.getByRole('table', { name: say('notifications.settings') });
      const mail = (category: 'security' | 'orders') => {
        const name = say(`notifications.category-${category}`);
        return table.getByRole('checkbox', { name: `${name} ${say('notifications.mail')}` });
      };
      await expectSoon(() => mail('security').isDisabled()).toBe(true);
      expect(await mail('security').isChecked()).toBe(true);
      expect(await mail('orders').isChecked()).toBe(false);
      // A finger or an unsteady hand finds it.
      expect((await mail('orders').boundingBox())?.width).toBeGreaterThanOrEqual(24);
      expect(await pageFaults(page)).toEqual([]);
      await mail('orders').click();
      await expectSoon(() => mail('orders').isChecked()).toBe(true);
      await page.reload();
      await expectSoon(() => mail('orders').isChecked()).toBe(true);
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
);
