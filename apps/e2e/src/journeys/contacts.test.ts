import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, journey, visit } from '../support/browser.ts';
import { expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import { type Mailbox, codeIn, openMailbox } from '../support/mailbox.ts';
import { type Screen, logIn, registerForm } from '../support/pages.ts';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { sharedBrowser } from '../support/shared.ts';
import { patternOf, wordsOf } from '../support/words.ts';

const FIRST = 'a lantern on the pier';
const SECOND = 'two lanterns on the pier';
const THIRD = 'no lantern on the pier';

let product: Product;
let browser: Browser;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  product = await startProduct({ feed: 'simulated', env: mailbox.env });
  browser = await sharedBrowser();
});

afterAll(async () => {
  await cleanUp();
  await mailbox.close();
});

const codeField = (scope: Page | Locator, { say }: Screen): Locator =>
  scope.getByLabel(say('access.code-label'), { exact: true });

const emailField = (scope: Page | Locator, { say }: Screen): Locator =>
  scope.getByRole('textbox', { name: say('access.contact-email'), exact: true });

/** Asks for a code and types it in. */
async function typeCode(
  scope: Page | Locator,
  screen: Screen,
  letter: { to: string; subject: string },
): Promise<void> {
  const { say } = screen;
  await scope.getByRole('button', { name: say('access.code-send') }).click();
  await codeField(scope, screen).fill(codeIn(await mailbox.next(letter.to, letter.subject)));
}

/** An account with a mailbox, proven by the code that went there. */
async function registerByMail(screen: Screen, name: string, email: string): Promise<void> {
  const { page, say } = screen;
  await page.getByRole('tab', { name: say('access.contact-email') }).click();
  await emailField(page, screen).fill(email);
  expect(await pageFaults(page)).toEqual([]);
  await typeCode(page, screen, { to: email, subject: say('mail.code-register-subject') });
  const again = patternOf(say, 'access.code-again', { seconds: '\\d+' });
  await page.getByText(again).waitFor();
  const form = registerForm(screen);
  await form.name.fill(name);
  await form.password.fill(FIRST);
  await form.submit.click();
  await page.waitForURL((url) => !url.pathname.startsWith('/pass/'));
}

/** A new password for who forgot the old one. */
async function resetByMail(screen: Screen, email: string): Promise<void> {
  const { page, say } = screen;
  await emailField(page, screen).fill(email);
  expect(await pageFaults(page)).toEqual([]);
  await typeCode(page, screen, { to: email, subject: say('mail.code-reset-subject') });
  const main = page.getByRole('main');
  await main.getByLabel(say('reset.new-password'), { exact: true }).fill(SECOND);
  await main.getByLabel(say('access.confirm-label'), { exact: true }).fill(SECOND);
  await page.getByRole('button', { name: say('reset.submit') }).click();
  await page.getByRole('heading', { name: say('reset.done-title') }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: say('access.login-title') })
    .first()
    .click();
}

/** Answers the question for the password before an action. */
async function confirm({ page, say }: Screen): Promise<void> {
  const dialog = page.getByRole('dialog', { name: say('factors.step-title') });
  await dialog.getByLabel(say('access.password-label'), { exact: true }).fill(SECOND);
  await dialog.getByRole('button', { name: say('factors.confirm') }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const LINES: readonly { device: Device; language: 'en' | 'ar' }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

test.each(LINES)(
  'a mailbox opens an account, brings a lost password back, and is changed ($device, $language)',
  async ({ device, language }) => {
    const say = wordsOf(language);
    const name = `post.${device}.${language}`;
    const email = `${name}@mail.example`;
    const next = `new.${email}`;
    const visitor = await visit(browser, { url: product.url, device, language });
    await journey(visitor, async () => {
      const { page } = visitor;
      const screen = { page, say };
      await visitor.open('/pass/register?invite=');
      await registerByMail(screen, name, email);

      await visitor.context.clearCookies();
      await page.evaluate(() => localStorage.removeItem('isLogin'));
      await visitor.open('/pass/reset');
      await resetByMail(screen, email);
      await logIn(screen, { name: email, password: SECOND });

      await visitor.open('/profile/security');
      const contacts = page.getByRole('region', { name: say('contact.title') });
      await contacts.getByText(email).waitFor();
      await contacts.getByRole('button', { name: say('contact.change-email') }).click();
      const dialog = page.getByRole('dialog', { name: say('contact.change-email') });
      await emailField(dialog, screen).fill(next);
      await dialog.getByRole('button', { name: say('access.code-send') }).click();
      await confirm(screen);
      await codeField(dialog, screen).fill(
        codeIn(await mailbox.next(next, say('mail.code-security-subject'))),
      );
      await dialog.getByRole('button', { name: say('contact.confirm') }).click();
      // Behind a dialog nothing can be typed.
      await dialog.waitFor({ state: 'hidden' });
      await contacts.getByText(next).waitFor();
      const told = await mailbox.next(email, say('mail.contact-moved-subject'));
      expect(told.text).toContain(name);

      const phrase = page.getByRole('region', { name: say('phrase.title') });
      await phrase.getByRole('button', { name: say('phrase.set') }).click();
      await phrase.getByLabel(say('phrase.label'), { exact: true }).fill('Green teapot');
      await phrase.getByRole('button', { name: say('phrase.save') }).click();
      await confirm(screen);
      await phrase.getByText(/Green teapot/).waitFor();

      const password = page.getByRole('region', { name: say('password.title'), exact: true });
      await password.getByRole('button', { name: say('password.change') }).click();
      await password.getByLabel(say('password.old'), { exact: true }).fill(FIRST);
      await password.getByLabel(say('reset.new-password'), { exact: true }).fill(THIRD);
      await password.getByLabel(say('access.confirm-label'), { exact: true }).fill(THIRD);
      await password.getByRole('button', { name: say('password.change') }).click();
      await password.getByText(say('password.old-wrong')).waitFor();
      await password.getByLabel(say('password.old'), { exact: true }).fill(SECOND);
      await password.getByRole('button', { name: say('password.change') }).click();
      await expectSoon(() => password.getByLabel(say('password.old')).count()).toBe(0);
      expect(await pageFaults(page)).toEqual([]);
      expect(visitor.consoleErrors).toEqual([]);
      expect(visitor.externalRequests).toEqual([]);
    });
  },
);
