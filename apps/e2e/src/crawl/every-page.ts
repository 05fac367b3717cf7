import { COUNTRY_CODES } from '@candor/protocol/light';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, type Visitor, journey, visit } from '../support/browser.ts';
import type { RunningProduct } from '../support/product.ts';
import { leaveProduct, sharedBrowser, sharedProduct } from '../support/shared.ts';
import { LANGUAGES, type Language } from '../support/words.ts';
import { crawlAll } from './crawl.ts';
import { namesOf, seedAccount, tokenOf } from './seed-account.ts';
import { speakPseudo } from './pseudo.ts';

/** A script of each kind on every run; all of them when they are asked for. */
const ASKED = process.env['CRAWL_LANGUAGES'];
const USUAL: readonly Language[] = ['en', 'ar', 'ja', 'th'];
const CRAWLED: readonly Language[] =
  ASKED === undefined
    ? USUAL
    : LANGUAGES.filter((one) => one === 'en' || ASKED === 'all' || ASKED.split(',').includes(one));
/** Longest for one language on a busy machine. */
const LANGUAGE_MS = 180_000;

const WHO = ['visitor', 'trader'] as const;

/** The browser names countries, in the language a page says it is in: they stand in no catalogue. */
const countriesOf = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(
    (codes) => {
      const regions = new Intl.DisplayNames(['en'], { type: 'region' });
      return codes.map((code) => regions.of(code) ?? code);
    },
    [...COUNTRY_CODES],
  );

/**
 * The tests that go through every page with one device. A file for each of them: two workers share
 * the longest part of a run.
 */
export function crawlOn(device: Device): void {
  let product: RunningProduct;
  let browser: Browser;
  let names: readonly string[];
  let receipt: string;

  beforeAll(async () => {
    product = await sharedProduct('google');
    browser = await sharedBrowser();
    names = await namesOf(product);
    receipt = await seedAccount(product, (await product.register()).token);
  });
  afterAll(() => leaveProduct('google'));

  test.concurrent.each(WHO)(
    `every page is whole, fits and is in its language: %s, ${device}`,
    async (who) => {
      const username = `crawls.${device}`;
      const account = who === 'trader' ? { signedUpAs: username } : {};
      const visitor = await visit(browser, { url: product.url, device, ...account });
      await journey(visitor, async () => {
        if (who === 'trader') await seedAccount(product, await tokenOf(product, username));
        const whole = ASKED === undefined ? {} : ({ isWhole: true } as const);
        const crawl = { visitor, device, who, languages: CRAWLED, receipt, ...whole };
        expect(await crawlAll({ ...crawl, names: [...names, username] })).toEqual([]);
      });
    },
    CRAWLED.length * LANGUAGE_MS,
  );

  test.concurrent.each(WHO)(
    `every text comes from the catalogue and may be half as long again: %s, ${device}`,
    async (who) => {
      const username = `pseudo.${device}`;
      const account = who === 'trader' ? { signedUpAs: username } : {};
      const visitor = await visit(browser, { url: product.url, device, ...account });
      await journey(visitor, async () => {
        await speakPseudo(visitor.context);
        if (who === 'trader') await seedAccount(product, await tokenOf(product, username));
        const countries = await countriesOf(visitor);
        const crawl = { visitor, device, who, languages: ['en'], receipt, isPseudo: true } as const;
        expect(await crawlAll({ ...crawl, names: [...names, username, ...countries] })).toEqual([]);
      });
    },
  );
}
