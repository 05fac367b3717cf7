import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, type VisitOptions, type Visitor, journey, visit } from '../support/browser.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { logIn } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  browser = await sharedBrowser();
});

/** A visit in which nothing may be complained of and nobody else asked. */
async function visiting(
  options: Omit<VisitOptions, 'url'>,
  act: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await visit(browser, { ...options, url: product.url });
  await journey(visitor, async () => {
    await act(visitor);
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
}

const say = wordsOf('en');
const arabic = wordsOf('ar');

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));
const rootStyle = (page: Page, name: string): Promise<string> =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one), name);

test.concurrent('unknown addresses lead home, known ones stay through a reload', async () => {
  await visiting({}, async ({ page, open }) => {
    for (const unknown of ['/nowhere', '/market/none', '/pass/none?x=1', '/profile/none']) {
      await open(unknown);
      await page.waitForURL(`${product.url}/`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    for (const known of ['/market', '/loan', '/help/faq', '/pass/login', '/service.html?lang=en']) {
      await open(known);
      await page.getByRole('main').waitFor();
      await page.reload();
      await page.getByRole('main').waitFor();
      expect(page.url()).toBe(`${product.url}${known}`);
    }
  });
});

test.concurrent('each page begins at its top, on the desk and on a phone', async () => {
  await visiting({}, async ({ page, open }) => {
    await open('/');
    const footer = page.getByRole('contentinfo').getByRole('link', { name: say('nav.loan') });
    // Below the first screen: it comes when a user scrolls there, or the page has nothing to do.
    await page.mouse.wheel(0, 20_000);
    await footer.scrollIntoViewIfNeeded();
    expect(await scrolled(page)).toBeGreaterThan(300);
    await footer.click();
    await page.getByRole('heading', { level: 1, name: say('page.loan-title') }).waitFor();
    await expectSoon(() => scrolled(page)).toBe(0);
  });
  await visiting({ device: 'mobile' }, async ({ page, open }) => {
    await open('/market');
    const rows = page.getByRole('list', { name: say('market.list-label') }).getByRole('link');
    await rows.first().waitFor();
    await page.evaluate(() => scrollTo(0, 4_000));
    await eventually(async () => expect(await scrolled(page)).toBe(4_000));
    await rows.nth(6).click();
    await page.waitForURL('**/cruuency?*');
    await eventually(async () => expect(await scrolled(page)).toBe(0));
  });
});

test.concurrent('another language changes words and direction, and keeps the page', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    await visiting({ device }, async ({ page, open }) => {
      await open('/loan?from=here');
      const opener = device === 'desktop' ? 'Language: English' : 'Language';
      await page.getByRole('button', { name: opener }).click();
      await page.getByRole('button', { name: 'العربية' }).click();
      await page.getByRole('heading', { level: 1, name: arabic('page.loan-title') }).waitFor();
      const html = page.locator('html');
      await expectSoon(() => html.getAttribute('lang')).toBe('ar');
      await expectSoon(() => html.getAttribute('dir')).toBe('rtl');
      expect(page.url()).toBe(`${product.url}/loan?from=here`);
      // The start of a line is at the right now.
      const logo = await page.getByRole('link', { name: 'Candor' }).first().boundingBox();
      expect(logo?.x).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: arabic('page.loan-title') }).waitFor();
      await expectSoon(() => html.getAttribute('dir')).toBe('rtl');
    });
  }
});

test.concurrent('the theme follows the system until one is chosen, and is kept', async () => {
  await visiting({ theme: 'dark' }, async ({ page, open }) => {
    await open('/loan');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const dark = await rootStyle(page, '--color-canvas');
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(async () => expect(await rootStyle(page, '--color-canvas')).not.toBe(dark));
    await page.getByRole('button', { name: say('theme.to-dark') }).click();
    await expectSoon(() => rootStyle(page, '--color-canvas')).toBe(dark);
    await page.reload();
    await page.getByRole('button', { name: say('theme.to-light') }).waitFor();
    await expectSoon(() => rootStyle(page, '--color-canvas')).toBe(dark);
  });
});

test.concurrent('whoever reads red as rising gets red for rising, everywhere', async () => {
  await visiting({ signedUpAs: 'red.rises' }, async ({ page, open }) => {
    await open('/profile');
    const colours = page.getByRole('radiogroup', { name: say('account.up-down') });
    await colours.waitFor();
    const names = ['--color-up', '--color-down', '--color-up-solid', '--color-down-solid'];
    const read = async (): Promise<string[]> =>
      Promise.all(names.map((name) => rootStyle(page, name)));
    const [up, down, upSolid, downSolid] = await read();
    // Kept before the page is left: a reload would break off what is on its way.
    const kept = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' && answer.url().endsWith('/user/preferences'),
    );
    await colours.getByRole('radio', { name: say('account.up-red') }).click();
    await kept;
    const swapped = [down, up, downSolid, upSolid];
    await expectSoon(() => read()).toEqual(swapped);
    expect(new Set(swapped).size).toBe(4);
    await page.reload();
    await colours.waitFor();
    await expectSoon(() => read()).toEqual(swapped);
  });
});

test.concurrent('a phone’s first visit begins with the board, until it is answered', async () => {
  for (const language of ['en', 'ar'] as const) {
    const words = wordsOf(language);
    const board = (page: Page) => page.getByRole('link', { name: words('onboarding.continue') });
    const dismissed = (page: Page) => page.evaluate(() => localStorage.getItem('showBoard'));
    const first = { device: 'mobile', language, isFirst: true } as const;

    await visiting(first, async ({ page, open }) => {
      // Whatever was asked for: the board stands before it, without bars around it.
      await open('/market');
      await board(page).waitFor();
      expect(await page.getByRole('banner').count()).toBe(0);
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await dismissed(page)).toBeNull();
      await page.reload();
      await board(page).waitFor();
      await page.getByRole('link', { name: words('onboarding.skip'), exact: true }).click();
      await page.waitForURL(`${product.url}/`);
      await board(page).waitFor({ state: 'detached' });
      await expectSoon(() => dismissed(page)).toBe('1');
      await open('/market');
      await page.getByRole('navigation', { name: words('nav.main') }).waitFor();
      expect(await board(page).count()).toBe(0);
    });

    await visiting(first, async ({ page, open }) => {
      await open('/');
      await board(page).click();
      await page.waitForURL(`${product.url}/pass/register`);
      await expectSoon(() => dismissed(page)).toBe('1');
    });
  }

  await visiting({ device: 'mobile', isFirst: true, signedUpAs: 'has.one' }, async (visitor) => {
    const { page, open } = visitor;
    await open('/profile');
    // The board speaks the language that is chosen on it at once.
    await page.getByRole('button', { name: 'العربية' }).click();
    await page.getByRole('link', { name: arabic('onboarding.continue') }).click();
    // A user who has an account needs no other one.
    await page.waitForURL(`${product.url}/`);
  });

  await visiting({ device: 'desktop', isFirst: true }, async ({ page, open }) => {
    await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: say('onboarding.continue') }).count()).toBe(0);
  });
});

test.concurrent('how somebody reads is there on the next device', async () => {
  const user = { name: 'two.devices', password: PASSWORD };
  await visiting({ signedUpAs: user.name }, async ({ page, open }) => {
    await open('/profile');
    const colours = page.getByRole('radiogroup', { name: say('account.up-down') });
    const told = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/user/preferences') &&
        (answer.request().postData() ?? '').includes('"upDown":"red-up"'),
    );
    await colours.getByRole('radio', { name: say('account.up-red') }).click();
    await told;
    const spoken = page.waitForResponse((answer) =>
      (answer.request().postData() ?? '').includes('"language":"ar"'),
    );
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('button', { name: 'العربية' }).click();
    await spoken;
  });
  await visiting({}, async ({ page, open }) => {
    await open('/pass/login?next=/profile');
    await logIn({ page, say }, user);
    await page.getByRole('heading', { level: 1, name: arabic('account.title') }).waitFor();
    const red = page.getByRole('radio', { name: arabic('account.up-red') });
    await expectSoon(() => red.getAttribute('aria-checked')).toBe('true');
  });
});
