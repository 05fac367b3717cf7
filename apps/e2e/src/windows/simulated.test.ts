// Promise: in every language and in windows from 320 to 1920 pixels every page that a visitor and an account with practice
// money meet has each control in its pane and large enough to hit, no text cut and nothing on another part, and none
// scrolls sideways. (`npm run windows`)
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopsOf } from '../crawl/routes.ts';
import { seedAccount, tokenOf } from '../crawl/seed-account.ts';
import { journey, visit } from '../support/browser.ts';
import type { RunningProduct } from '../support/product.ts';
import { leaveProduct, sharedBrowser, sharedProduct } from '../support/shared.ts';
import { faultsOfWalk } from './faults-of-walk.ts';

let product: RunningProduct;
let browser: Browser;
let receipt: string;

beforeAll(async () => {
  product = await sharedProduct('google');
  browser = await sharedBrowser();
  receipt = await seedAccount(product, (await product.register()).token);
});
afterAll(() => leaveProduct('google'));

test.concurrent('every page a visitor meets fits', async () => {
  const visitor = await visit(browser, { url: product.url });
  await journey(visitor, async () => {
    await visitor.open('/');
    const stops = stopsOf().filter(({ isPrivate }) => !isPrivate);
    expect(
      await faultsOfWalk({ visitor, who: 'visitor', stops, receipt, between: '/help' }),
    ).toEqual([]);
  });
});

test.concurrent('every page of an account with practice money fits', async () => {
  const username = 'all.windows';
  const visitor = await visit(browser, { url: product.url, signedUpAs: username });
  await journey(visitor, async () => {
    const own = await seedAccount(product, await tokenOf(product, username));
    await visitor.open('/');
    const stops = stopsOf().filter(
      ({ isPrivate, name }) => isPrivate || name === 'detail' || name === 'receipt',
    );
    expect(
      await faultsOfWalk({ visitor, who: 'trader', stops, receipt: own, between: '/help' }),
    ).toEqual([]);
  });
});
