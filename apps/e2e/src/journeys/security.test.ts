import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { signedIn } from '@candor/testkit';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, PASSWORD, journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { type Say, patternOf, wordsOf } from '../support/words.ts';

const CODE = 'BTC/USDT';
const ELSEWHERE = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

type As = { readonly device: Device; readonly language: 'en' | 'ar' };
const BOTH: readonly As[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

/** Signs in on another device, without the page. */
async function logInElsewhere(username: string) {
  const response = await fetch(
    new URL(`${BASE_PATH}${CALLS['accounts.login'].path}`, product.url),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': ELSEWHERE },
      body: JSON.stringify({ username, password: PASSWORD, client: 'api' }),
    },
  );
  const { code, result } = (await response.json()) as { code: string; result: never };
  return { code, token: code === '200' ? signedIn(result).token : '' };
}

const order = (token: string) =>
  product.call('contracts.open', {
    token,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.01',
      leverage: 2,
      requestId: randomUUID(),
    },
  });

const isIn = async (token: string): Promise<boolean> =>
  (await product.call('accounts.list-sessions', { token })).status === 200;

type Sight = { readonly page: Page; readonly say: Say };

const section = ({ page, say }: Sight, title: string): Locator =>
  page.getByRole('region', { name: say(title) });
const press = (scope: Locator, say: Say, key: string): Promise<void> =>
  scope.getByRole('button', { name: say(key), exact: true }).click();

/** Confirms the action the open dialog names, by password. */
async function confirmByPassword({ page, say }: Sight): Promise<void> {
  const dialog = page.getByRole('dialog', { name: say('factors.step-title') });
  await dialog.locator('input[name="password"]').fill(PASSWORD);
  await press(dialog, say, 'factors.confirm');
}

test.each(BOTH)(
  'a strange log-in is listed, its device signed out, the account frozen and thawed ($device, $language)',
  async (as) => {
    const username = `frozen.${as.device}.${as.language}`;
    const visitor = await visit(browser, { ...as, url: product.url, signedUpAs: username });
    const say = wordsOf(as.language);
    const { page } = visitor;
    const sight = { page, say };
    await journey(visitor, async () => {
      const { token } = await logInElsewhere(username);
      await visitor.open('/profile/security');
      const shown = (scope: Locator, text: string | RegExp): Promise<void> =>
        scope.getByText(text).filter({ visible: true }).first().waitFor();
      await shown(section(sight, 'security.logins'), say('security.outcome-new'));
      const device = { browser: 'Firefox', system: 'Windows' };
      await shown(section(sight, 'security.logins'), say('account.device-name', device));
      await shown(section(sight, 'security.changes'), say('security.kind-new-device'));
      expect(await pageFaults(page)).toEqual([]);

      await press(section(sight, 'account.devices'), say, 'account.device-others');
      await confirmByPassword(sight);
      await expectSoon(() => isIn(token)).toBe(false);

      const freeze = section(sight, 'security.freeze');
      await press(freeze, say, 'security.freeze');
      const dialog = page.getByRole('dialog', { name: say('security.freeze-title') });
      await dialog.getByText(say('security.freeze-text')).waitFor();
      expect(await pageFaults(page)).toEqual([]);
      await press(dialog, say, 'security.freeze');
      await freeze.getByText(say('security.frozen'), { exact: true }).waitFor();
      await shown(section(sight, 'security.changes'), say('security.kind-frozen'));
      const again = await logInElsewhere(username);
      expect((await order(again.token)).code).toBe('10008');

      await press(freeze, say, 'security.unfreeze');
      await confirmByPassword(sight);
      await freeze.getByText(patternOf(say, 'security.freeze-ends', { when: '.+' })).waitFor();
      // It lasts a day longer all the same.
      expect((await order(again.token)).code).toBe('10008');
      expect(await pageFaults(page)).toEqual([]);
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
);

test.each(BOTH)(
  'a copy of everything is taken away, and the account closed for good ($device, $language)',
  async (as) => {
    const username = `closed.${as.device}.${as.language}`;
    const visitor = await visit(browser, { ...as, url: product.url, signedUpAs: username });
    const say = wordsOf(as.language);
    const { page } = visitor;
    const sight = { page, say };
    await journey(visitor, async () => {
      const { token } = await logInElsewhere(username);
      const opened = await order(token);
      await visitor.open('/profile/security');
      const copy = section(sight, 'security.copy');
      await press(copy, say, 'security.copy-begin');
      const get = copy.getByRole('button', { name: say('security.copy-get') });
      await get.waitFor();
      const coming = page.waitForEvent('download');
      await get.click();
      const file = await coming;
      expect(file.suggestedFilename()).toBe('candor-account.zip');
      const bytes = await readFile(await file.path());
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
      expect(bytes.includes('account.json')).toBe(true);

      const close = section(sight, 'security.close');
      await press(close, say, 'security.close');
      const dialog = page.getByRole('dialog', { name: say('security.close-title') });
      await dialog.getByRole('textbox').fill('A journey ends');
      expect(await pageFaults(page)).toEqual([]);
      await press(dialog, say, 'security.close-confirm');
      // A position is still open: that is said before anything is confirmed.
      await dialog.getByRole('alert').waitFor();
      const closed = await product.call('contracts.close', {
        token,
        params: { id: opened.result.id },
        body: { requestId: randomUUID() },
      });
      expect(closed.code).toBe('200');
      await press(dialog, say, 'security.close-confirm');
      await confirmByPassword(sight);
      await expectSoon(async () => new URL(page.url()).pathname).toBe('/pass/login');
      expect((await logInElsewhere(username)).code).toBe('10005');
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
);

test.each(BOTH)(
  'the link of a notice freezes the account, after one more press ($device, $language)',
  async (as) => {
    const username = `notme.${as.device}.${as.language}`;
    const owner = await product.call('accounts.register', {
      body: { username, password: PASSWORD, client: 'api' },
    });
    const secret = randomUUID();
    // As the notice's mail carries it: only the hash is kept.
    await database.rows(
      `insert into accounts.freeze_link (hash, user_id, expires_at)
       values ($1, $2, now() + interval '1 day')`,
      [createHash('sha256').update(secret).digest('base64url'), owner.result.user.id],
    );
    const visitor = await visit(browser, { ...as, url: product.url });
    const say = wordsOf(as.language);
    const { page } = visitor;
    await journey(visitor, async () => {
      await visitor.open('/pass/not-me');
      await page.getByText(say('security.not-me-no-link')).waitFor();
      await page.goto('about:blank');
      await visitor.open(`/pass/not-me#${secret}`);
      const main = page.getByRole('main');
      await main.getByText(say('security.freeze-text')).waitFor();
      expect(await pageFaults(page)).toEqual([]);
      // To have looked at the page is no word of the owner.
      expect(await isIn(owner.result.token)).toBe(true);
      await press(main, say, 'security.freeze');
      await main.getByText(say('security.not-me-done')).waitFor();
      expect(await pageFaults(page)).toEqual([]);
      await expectSoon(() => isIn(owner.result.token)).toBe(false);
      await page.goto('about:blank');
      await visitor.open(`/pass/not-me#${randomUUID()}`);
      await press(main, say, 'security.freeze');
      await main.getByText(say('security.not-me-over')).waitFor();
      expect(visitor.externalRequests).toEqual([]);
    });
  },
);
