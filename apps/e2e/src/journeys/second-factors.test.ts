import { CALLS } from '@candor/protocol/light';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDeviceKey } from '../support/authenticator.ts';
import { type Device, PASSWORD, journey, visit } from '../support/browser.ts';
import { codeOf } from '../support/codes.ts';
import { expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import { errorAt, loginForm, textOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { type Say, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
});

type As = { readonly device: Device; readonly language: 'en' | 'ar' };
type Sight = {
  readonly page: Page;
  readonly say: Say;
  readonly name: string;
  open(path: string): Promise<void>;
};

const BOTH: readonly As[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

/** A signed-in user with an account of their own and no console errors. */
async function visiting(as: As, kind: string, act: (sight: Sight) => Promise<void>): Promise<void> {
  const name = `${kind}.${as.device}.${as.language}`;
  const visitor = await visit(browser, { ...as, url: product.url, signedUpAs: name });
  await journey(visitor, async () => {
    const { page, open } = visitor;
    await act({ page, open, name, say: wordsOf(as.language) });
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
}

const section = ({ page, say }: Sight, title: string): Locator =>
  page.getByRole('region', { name: say(title) });
const dialogOf = ({ page }: Sight): Locator => page.getByRole('dialog');
const press = (scope: Locator, { say }: Sight, key: string): Promise<void> =>
  scope.getByRole('button', { name: say(key), exact: true }).click();

/** Confirms the action the open dialog names, by password. */
async function confirmByPassword(sight: Sight): Promise<void> {
  const { page, say } = sight;
  const dialog = dialogOf(sight);
  await dialog.getByText(say('factors.step-title')).waitFor();
  const password = dialog.locator('input[name="password"]');
  await password.waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await password.fill('not the password');
  await press(dialog, sight, 'factors.confirm');
  await expectSoon(() => errorAt(password)).toBe(say('error.second-factor-wrong'));
  await password.fill(PASSWORD);
  await press(dialog, sight, 'factors.confirm');
}

/** The recovery codes a dialog shows; closes it. */
async function keepCodes(sight: Sight): Promise<string[]> {
  const { page, say } = sight;
  const dialog = dialogOf(sight);
  const list = dialog.getByRole('list', { name: say('factors.codes-list') });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await pageFaults(page)).toEqual([]);
  await press(dialog, sight, 'factors.codes-kept');
  await dialog.waitFor({ state: 'hidden' });
  return codes;
}

async function logOut({ page, say, open }: Sight): Promise<void> {
  await open('/profile');
  await page.getByRole('button', { name: say('account.log-out') }).click();
  await page.waitForURL((url) => url.pathname !== '/profile');
}

/** Gives name and password, and waits for the second step. */
async function beginLogIn(sight: Sight): Promise<void> {
  const { page, say, name, open } = sight;
  await open('/pass/login');
  const form = loginForm(sight);
  await form.name.fill(name);
  await form.password.fill(PASSWORD);
  await form.submit.click();
  await page.getByRole('heading', { level: 1, name: say('factors.second-title') }).waitFor();
}

const isIn = ({ page }: Sight): Promise<void> =>
  page.waitForURL((url) => !url.pathname.startsWith('/pass/'));

/** A step may turn while its code is on its way, but not each time. */
const TRIES = 3;

/**
 * Gives the code of the step before, which is still taken: so the present one is left to log in with,
 * and nobody waits for the next. Answers the code that was taken.
 */
async function confirmByLateCode(sight: Sight, field: Locator, secret: string): Promise<string> {
  const { path } = CALLS['accounts.totp-confirm'];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = codeOf(secret, { stepsBack: 1 });
    await field.fill(code);
    const answered = sight.page.waitForResponse((response) => response.url().endsWith(path));
    await press(dialogOf(sight), sight, 'factors.totp-confirm');
    const { code: said } = (await (await answered).json()) as { code: string };
    if (said === '200') return code;
  }
  throw new Error('no code of the step before was taken');
}

describe.each(BOTH)('on $device in $language', (as) => {
  test.concurrent('a code app is turned on, asked for, and stood in for by a recovery code', async () => {
    await visiting(as, 'codes', async (sight) => {
      const { page, say, open } = sight;
      await open('/profile/security');
      const card = section(sight, 'factors.totp-title');
      await card.getByText(say('factors.off')).waitFor();
      await press(card, sight, 'factors.totp-turn-on');
      await confirmByPassword(sight);

      const dialog = dialogOf(sight);
      await dialog.getByRole('img', { name: say('factors.totp-qr') }).waitFor();
      const secret = (await textOf(dialog.locator('bdi').first())).replaceAll(' ', '');
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(await pageFaults(page)).toEqual([]);
      const field = dialog.locator('input[name="code"]');
      await field.fill('12');
      await press(dialog, sight, 'factors.totp-confirm');
      await expectSoon(() => errorAt(field)).toBe(say('factors.code-missing'));
      const first = await confirmByLateCode(sight, field, secret);
      const [recovery = ''] = await keepCodes(sight);
      await card.getByText(say('factors.on'), { exact: true }).waitFor();
      const left = section(sight, 'factors.recovery-title');
      await left.getByText(say('factors.recovery-left', { left: 10, all: 10 })).waitFor();
      expect(await pageFaults(page)).toEqual([]);

      await logOut(sight);
      await beginLogIn(sight);
      expect(await pageFaults(page)).toEqual([]);
      const asked = page.locator('input[name="totp"]');
      // The code that turned it on is used up.
      await asked.fill(first);
      await press(page.getByRole('main'), sight, 'factors.confirm');
      await expectSoon(() => errorAt(asked)).toBe(say('error.second-factor-wrong'));
      await asked.fill(codeOf(secret));
      await press(page.getByRole('main'), sight, 'factors.confirm');
      await isIn(sight);

      await logOut(sight);
      await beginLogIn(sight);
      await press(page.getByRole('main'), sight, 'factors.use-recovery');
      await page.getByText(say('factors.recovery-hold')).waitFor();
      expect(await pageFaults(page)).toEqual([]);
      await page.locator('input[name="recoveryCode"]').fill(recovery.toLowerCase());
      await press(page.getByRole('main'), sight, 'factors.confirm');
      await isIn(sight);
      await open('/profile/security');
      await left.getByText(say('factors.recovery-left', { left: 9, all: 10 })).waitFor();
    });
  });

  test.concurrent('a passkey is made, opens the account, and is taken away by itself', async () => {
    await visiting(as, 'passkey', async (sight) => {
      const { page, say, open } = sight;
      const device = await addDeviceKey(page);
      await open('/profile/security');
      const card = section(sight, 'factors.passkeys-title');
      await press(card, sight, 'factors.passkey-add');
      await confirmByPassword(sight);
      const dialog = dialogOf(sight);
      await dialog.getByText(say('factors.passkey-lead')).waitFor();
      expect(await pageFaults(page)).toEqual([]);
      await dialog.locator('input[name="passkey-name"]').fill('Kitchen tablet');
      await press(dialog, sight, 'factors.passkey-make');
      await keepCodes(sight);
      await card.getByText('Kitchen tablet').waitFor();
      expect(await device.count()).toBe(1);
      expect(await pageFaults(page)).toEqual([]);

      await logOut(sight);
      await beginLogIn(sight);
      const main = page.getByRole('main');
      await device.recognises(false);
      await press(main, sight, 'factors.passkey-use');
      await main.getByText(say('factors.passkey-closed')).waitFor();
      expect(await pageFaults(page)).toEqual([]);
      await device.recognises(true);
      await press(main, sight, 'factors.passkey-use');
      await isIn(sight);

      await open('/profile/security');
      const remove = say('factors.passkey-remove-of', { name: '\u2068Kitchen tablet\u2069' });
      await card.getByRole('button', { name: remove }).click();
      await dialog.getByText(say('factors.act-passkey-remove')).waitFor();
      await press(dialog, sight, 'factors.passkey-use');
      await card.getByText(say('factors.passkeys-empty')).waitFor();
    });
  });
});
