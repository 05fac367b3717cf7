// Promise: every page of the product can be read by everybody, in every language, at every width.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlAll } from '../crawl/crawl.ts';
import { speakPseudo } from '../crawl/pseudo.ts';
import { namesOf, outfit, tokenOf } from '../crawl/outfit.ts';
import { WANTED, routesOf } from '../crawl/routes.ts';
import { journey, visit } from '../support/browser.ts';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { sharedBrowser } from '../support/shared.ts';
import { LANGUAGES, type Language } from '../support/words.ts';

let product: Product;
let browser: Browser;
let names: readonly string[];
let receipt: string;

beforeAll(async () => {
  // Nobody goes there; its button stands on the pages.
  const env = { SOCIAL_GOOGLE_CLIENT_ID: 'candor', SOCIAL_GOOGLE_CLIENT_SECRET: 'a secret' };
  product = await startProduct({ feed: 'simulated', env });
  browser = await sharedBrowser();
  await product.untilOpen('BTC/USDT');
  names = await namesOf(product);
  receipt = await outfit(product, (await product.register()).token);
});

afterAll(async () => {
  await cleanUp();
});

/** A script of each kind on every run; all of them when they are asked for. */
const ASKED = process.env['CRAWL_LANGUAGES'];
const USUAL: readonly Language[] = ['en', 'ar', 'ja', 'th'];
const CRAWLED: readonly Language[] =
  ASKED === undefined
    ? USUAL
    : LANGUAGES.filter((one) => one === 'en' || ASKED === 'all' || ASKED.split(',').includes(one));
/** Longest for one language on a busy machine. */
const LANGUAGE_MS = 180_000;

test('every route of the specification and of the product is a page', () => {
  const paths = routesOf().map(({ path }) => path);
  expect(WANTED.filter((path) => !paths.includes(path))).toEqual([]);
});

const SIGHTS = [
  { device: 'desktop', who: 'visitor' },
  { device: 'mobile', who: 'visitor' },
  { device: 'desktop', who: 'trader' },
  { device: 'mobile', who: 'trader' },
] as const;

test.concurrent.each(SIGHTS)(
  'every page is whole, fits and is in its language: $who, $device',
  async ({ device, who }) => {
    const username = `crawls.${device}`;
    const account = who === 'trader' ? { signedUpAs: username } : {};
    const visitor = await visit(browser, { url: product.url, device, ...account });
    await journey(visitor, async () => {
      if (who === 'trader') await outfit(product, await tokenOf(product, username));
      const whole = ASKED === undefined ? {} : ({ isWhole: true } as const);
      const crawl = { visitor, device, who, languages: CRAWLED, receipt, ...whole };
      expect(await crawlAll({ ...crawl, names: [...names, username] })).toEqual([]);
    });
  },
  CRAWLED.length * LANGUAGE_MS,
);

test.concurrent.each(SIGHTS)(
  'every text comes from the catalogue and may be half as long again: $who, $device',
  async ({ device, who }) => {
    const username = `pseudo.${device}`;
    const account = who === 'trader' ? { signedUpAs: username } : {};
    const visitor = await visit(browser, { url: product.url, device, ...account });
    await journey(visitor, async () => {
      await speakPseudo(visitor.context);
      if (who === 'trader') await outfit(product, await tokenOf(product, username));
      const crawl = { visitor, device, who, languages: ['en'], receipt, isPseudo: true } as const;
      expect(await crawlAll({ ...crawl, names: [...names, username] })).toEqual([]);
    });
  },
);
