// Promise: from the page of a market a visitor has a first fill after at most four presses and three
// fields, the account included.
import type { Browser, Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, journey, visit } from '../support/browser.ts';
import { BTC_PAGE, registerForm, ticketOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { patternOf, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  browser = await sharedBrowser();
});

const PRESSES_MAX = 4;
const FIELDS_MAX = 3;
/** A person's own time. @units milliseconds */
const KEY_MS = 200;
const READ_MS = 1_000;

test('a visitor who stands before a market has a fill in four presses and three fields', async () => {
  const visitor = await visit(browser, { url: product.url });
  const { page } = visitor;
  const say = wordsOf('en');
  const screen = { page, say };
  let presses = 0;
  let fields = 0;
  let paused = 0;
  const read = async (): Promise<void> => {
    paused += READ_MS;
    await page.waitForTimeout(READ_MS);
  };
  const press = async (place: Locator): Promise<void> => {
    await place.waitFor();
    await read();
    presses += 1;
    await place.click();
  };
  /** A field is counted once it is typed in; the press that leads the pointer there belongs to it. */
  const type = async (place: Locator, text: string): Promise<void> => {
    await place.waitFor();
    fields += 1;
    paused += KEY_MS * text.length;
    await place.click();
    await place.pressSequentially(text, { delay: KEY_MS });
  };
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    const begun = performance.now();
    await press(page.getByRole('link', { name: say('ticket.open-demo') }).first());
    const form = registerForm(screen);
    await type(form.name, 'first.fill');
    await type(form.password, PASSWORD);
    await press(form.submit);
    const { lots, act, back } = ticketOf(screen);
    await type(lots, '0.05');
    await press(act);
    await back.waitFor();
    await press(act);
    await page
      .getByText(patternOf(say, 'ticket.filled', { price: '\\d\\d,\\d{3}\\.\\d+' }))
      .waitFor();
    const seconds = Math.round((performance.now() - begun) / 1000);
    const own = Math.round(paused / 1000);
    process.stdout.write(
      `Visitor to first fill: ${presses} presses, ${fields} fields, ${seconds} s, of them ${own} s typing and reading\n`,
    );
    expect(presses).toBeLessThanOrEqual(PRESSES_MAX);
    expect(fields).toBeLessThanOrEqual(FIELDS_MAX);
    expect(visitor.consoleErrors).toEqual([]);
  });
});
