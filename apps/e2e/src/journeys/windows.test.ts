// Promise: in every language and in windows from 320 to 1920 pixels the market page with an open
// position has each control in its pane and large enough to hit, no text cut, and nothing on another.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { FIT } from '../crawl/fit.ts';
import { PHONE_MAX, WINDOWS } from '../crawl/windows.ts';
import { journey, visit } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { openLong } from '../support/orders.ts';
import { BTC_PAGE, ticketOf, ticketOpener } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { LANGUAGES, type Say, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  browser = await sharedBrowser();
});

async function faultsIn(page: Page, where: string): Promise<string[]> {
  const found: string[] = await page.evaluate(FIT);
  return found.map((fault) => `${where}: ${fault}`);
}

/** What does not fit in one window: in the page and, where the ticket has one, in its sheet. */
async function lookAt(page: Page, say: Say, width: number): Promise<string[]> {
  const screen = { page, say };
  const { lots } = ticketOf(screen);
  if (width > PHONE_MAX) {
    await lots.fill('0.05');
    return faultsIn(page, `${width}`);
  }
  const opener = ticketOpener(screen);
  await opener.waitFor();
  const below = await faultsIn(page, `${width}`);
  await opener.click();
  await lots.fill('0.05');
  const sheet = await faultsIn(page, `${width}, sheet`);
  await page.keyboard.press('Escape');
  await lots.waitFor({ state: 'hidden' });
  return [...below, ...sheet];
}

test.concurrent.each(LANGUAGES)('everything of the market page fits in %s', async (language) => {
  const name = `windows.${language.toLowerCase().replaceAll(/[^a-z]/g, '.')}`;
  const visitor = await visit(browser, { url: product.url, language, signedUpAs: name });
  await journey(visitor, async () => {
    await openLong(product, name);
    const { page } = visitor;
    const say = wordsOf(language);
    await visitor.open(BTC_PAGE);
    const close = page.getByRole('button', {
      name: say('orders.close-order', { side: say('orders.long'), code: 'BTC/USDT' }),
    });
    await close.filter({ visible: true }).first().waitFor();
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await close.filter({ visible: true }).first().waitFor();
      // The table lets columns leave after it was drawn.
      await eventually(async () => expect(await lookAt(page, say, width)).toEqual([]));
    }
    expect(visitor.consoleErrors).toEqual([]);
  });
});

/** What breaks the page, by the fault that has to be found; `act` is the button of the ticket. */
const PLANTED: readonly (readonly [string, string, RegExp])[] = [
  ['a button out of its pane', 'act.style.translate = "200px"', /^control .*out of its/],
  [
    'a text that is clipped',
    'Object.assign(act.style, { width: "60px", whiteSpace: "nowrap", overflow: "hidden" })',
    /^text .*(?:clipped|cut by)/,
  ],
  [
    'a button over a field',
    'lots.parentElement.after(act); act.style.marginTop = "-40px"',
    /stand on one another$/,
  ],
  [
    'a target that is too small',
    'Object.assign(act.style, { minHeight: 0, height: "14px", padding: 0 }); act.className = ""',
    /^target .*under 24$/,
  ],
];

test.each(PLANTED)('%s is found in the page', async (fault, script, expected) => {
  const signedUpAs = `plants.${PLANTED.findIndex(([name]) => name === fault)}`;
  const visitor = await visit(browser, { url: product.url, signedUpAs });
  await journey(visitor, async () => {
    const { page } = visitor;
    await visitor.open(BTC_PAGE);
    const { act, lots } = ticketOf({ page, say: wordsOf('en') });
    await lots.fill('0.05');
    await eventually(async () => expect(await page.evaluate(FIT)).toEqual([]));
    const button = await act.elementHandle();
    const field = await lots.elementHandle();
    const plant = new Function('act', 'lots', script);
    await page.evaluate(`window.plant = ${plant.toString()}`);
    await page.evaluate(
      ([one, other]) => (window as unknown as { plant(...all: unknown[]): void }).plant(one, other),
      [button, field] as const,
    );
    const found: string[] = await page.evaluate(FIT);
    expect(found.filter((fault) => expected.test(fault))).not.toEqual([]);
  });
});
