import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Device, type Visitor, journey, openBrowser, visit } from '../support/browser.ts';
import { BTC_PAGE, openTicket, positionShown, sendTicket, ticketOf } from '../support/pages.ts';
import { type PricePath, writePricePath } from '../support/price-path.ts';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { type Say, wordsOf } from '../support/words.ts';

let path: PricePath;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  path = await writePricePath();
  // Nobody goes there; its button stands on the pages.
  const google = { SOCIAL_GOOGLE_CLIENT_ID: 'candor', SOCIAL_GOOGLE_CLIENT_SECRET: 'a secret' };
  product = await startProduct({ feed: path.feed, env: google });
  browser = await openBrowser(inject('chromium'));
});

afterAll(async () => {
  await browser.close();
  await cleanUp();
  await path.remove();
});

/** The widths a page must fit in, of those that show this frame. */
const WIDTHS: Readonly<Record<Device, readonly number[]>> = {
  desktop: [1001, 1440],
  mobile: [320, 390],
};

type Sight = { visitor: Visitor; say: Say; device: Device };
type Stop = {
  readonly name: string;
  readonly path: string;
  /** What is there once the page has all it shows. */
  readonly ready: (sight: Sight) => Promise<void>;
};

const headed = async ({ visitor }: Sight): Promise<void> => {
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
};

const articled = async ({ visitor }: Sight): Promise<void> => {
  await visitor.page.getByRole('article').waitFor();
};

const PUBLIC: readonly Stop[] = [
  {
    name: 'home',
    path: '/',
    ready: async ({ visitor, say }) => {
      await visitor.page.getByRole('heading', { name: say('home.cards-title') }).waitFor();
    },
  },
  {
    name: 'market',
    path: '/market',
    ready: async ({ visitor, say }) => {
      const list = visitor.page.getByRole('list', { name: say('market.list-label') });
      await list.getByRole('link').first().waitFor();
    },
  },
  { name: 'a page not open yet', path: '/loan', ready: headed },
  {
    name: 'log in, three ways, and something missing',
    path: '/pass/login',
    ready: async ({ visitor, say }) => {
      const main = visitor.page.getByRole('main');
      await main
        .getByRole('button', { name: say('social.continue', { service: 'Google' }) })
        .waitFor();
      await main.getByRole('button', { name: say('access.login-title'), exact: true }).click();
      await main.getByRole('alert').waitFor();
    },
  },
  { name: 'help', path: '/help', ready: headed },
  {
    name: 'questions and answers, one of them open',
    path: '/help/faq',
    ready: async ({ visitor }) => {
      await visitor.page.locator('summary').first().click();
    },
  },
  { name: 'notices', path: '/help/notice', ready: headed },
  { name: 'introduction', path: '/introduction', ready: articled },
  { name: 'a text with its tables', path: '/detail?id=fees', ready: articled },
  {
    name: 'a conversation about to begin, with nothing in it',
    path: '/service.html',
    ready: async ({ visitor, say }) => {
      const { page } = visitor;
      await page.getByRole('button', { name: say('support.send'), exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'where a message is checked', path: '/support/verify', ready: headed },
  { name: 'register', path: '/pass/register', ready: headed },
  { name: 'a new password', path: '/pass/reset', ready: headed },
  {
    name: 'back from a service that was told no',
    path: '/api/loginCallback/google?error=access_denied&state=login.x',
    ready: async ({ visitor }) => {
      await visitor.page.getByRole('alert').waitFor();
    },
  },
];

const SIGNED_IN: readonly Stop[] = [
  {
    name: 'market detail with its ticket filled in, wrongly, and a position',
    path: BTC_PAGE,
    ready: async ({ visitor, say, device }) => {
      const screen = { page: visitor.page, say };
      await openTicket(screen, device);
      const { lots, stopLoss, takeProfit } = ticketOf(screen);
      await lots.fill('0.1');
      await takeProfit.fill('65000');
      await sendTicket(screen);
      await expect.poll(() => positionShown(screen, device), { timeout: 20_000 }).not.toBeNull();
      await openTicket(screen, device);
      await lots.fill('0.1');
      await stopLoss.fill('66000');
    },
  },
  {
    name: 'profile',
    path: '/profile',
    ready: async ({ visitor, say }) => {
      const { page } = visitor;
      await page.getByRole('heading', { name: say('account.settings') }).waitFor();
      await page.getByText('BTC/USDT').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'limits, one of them about to loosen, and a break',
    path: '/profile/limits',
    ready: async ({ visitor, say }) => {
      const { page } = visitor;
      const set = page
        .getByRole('button', { name: say('limits.change') })
        .filter({ visible: true });
      await set.first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('150');
      await dialog.getByRole('button', { name: say('limits.save') }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'security',
    path: '/profile/security',
    ready: async ({ visitor, say }) => {
      const { page } = visitor;
      await page.getByRole('button', { name: say('social.add', { service: 'Google' }) }).waitFor();
      await page.getByText(say('account.device-this')).waitFor();
    },
  },
  {
    name: 'the confirmation of an act',
    path: '/profile/security',
    ready: async ({ visitor, say }) => {
      const { page } = visitor;
      await page.getByRole('button', { name: say('social.add', { service: 'Google' }) }).click();
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
    },
  },
  {
    name: 'orders',
    path: '/profile/orders',
    ready: async ({ visitor }) => {
      await visitor.page.getByText('BTC/USDT').filter({ visible: true }).first().waitFor();
    },
  },
];

/** What axe finds, as short lines. In the other theme the same page differs in colours only. */
async function faultsOf(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  // No page has frames, so one look is enough; the other way opens a second tab for each.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const asked = rules === 'all' ? axe : axe.withRules(['color-contrast']);
  const { violations } = await asked.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Looks at one stop in light and in dark, and at every width. */
async function look(stop: Stop, sight: Sight): Promise<string[]> {
  const { visitor, device } = sight;
  const { page } = visitor;
  const found: string[] = [];
  await visitor.open(stop.path);
  await stop.ready(sight);
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colours'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const faults = await faultsOf(page, rules);
    found.push(...faults.map((fault) => `${stop.name}, ${colorScheme}: ${fault}`));
  }
  const { height = 900, width: before = 0 } = page.viewportSize() ?? {};
  for (const width of WIDTHS[device]) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`${stop.name}: ${wide} wide in a window of ${width}`);
  }
  await page.setViewportSize({ width: before, height });
  return found;
}

const SIGHTS: readonly { device: Device; language: 'en' | 'ar' }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'en' },
  { device: 'desktop', language: 'ar' },
  { device: 'mobile', language: 'ar' },
];

const WHOSE = SIGHTS.flatMap((sight) => [
  { ...sight, who: 'a visitor', stops: PUBLIC },
  { ...sight, who: 'a trader', stops: SIGNED_IN },
]);

test.each(WHOSE)(
  'every page can be read by everybody and fits its window: $who, $device, $language',
  async ({ device, language, who, stops }) => {
    const name = `sees.${device}.${language}`;
    const account = who === 'a trader' ? { signedUpAs: name } : {};
    const visitor = await visit(browser, { url: product.url, device, language, ...account });
    await journey(visitor, async () => {
      const found: string[] = [];
      for (const stop of stops) {
        found.push(...(await look(stop, { visitor, say: wordsOf(language), device })));
      }
      expect(found).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      expect(visitor.strangers).toEqual([]);
    });
  },
);
