import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, journey, visit } from '../support/browser.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { contractsOf } from '../support/ledger.ts';
import { closeConfirm, positionShown, registerForm, ticketOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { patternOf, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

const say = wordsOf('en');
/** More stops than any page has. */
const STOPS_MAX = 150;

/** What the browser draws around what has the focus: its own outline, or its field's ring. */
function focusShown(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return 'nothing';
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    if (outlineStyle !== 'none' && Number.parseInt(outlineWidth, 10) >= 2) return null;
    const field = focused.parentElement;
    // The page itself is a place to go on from, not a control.
    const isField = field !== null && focused.matches('input, select');
    if (isField && getComputedStyle(field).boxShadow !== 'none') return null;
    return focused.id === 'content' ? null : focused.outerHTML.slice(0, 160);
  });
}

/** Presses Tab until something has the focus; every stop on the way must show it. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    // Past the last control the focus leaves the page and comes in again.
    const hidden = await focusShown(page);
    if (hidden !== 'nothing') expect(hidden).toBeNull();
    const isThere = await target.evaluateAll((all) =>
      all.includes(document.activeElement as never),
    );
    if (isThere) return;
  }
  throw new Error(`${STOPS_MAX} presses of ${key} did not reach ${String(target)}`);
}

test('by keyboard alone one opens an account, an order, and closes it, seeing where one is', async () => {
  const visitor = await visit(browser, { url: product.url });
  const { page, open } = visitor;
  const screen = { page, say };
  const { keyboard } = page;
  await journey(visitor, async () => {
    await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await tabTo(page, page.getByRole('link', { name: say('nav.sign-up') }));
    await keyboard.press('Enter');

    const form = registerForm(screen);
    await form.name.waitFor();
    await tabTo(page, form.name);
    await keyboard.type('keys.only');
    await tabTo(page, form.password);
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await page.waitForURL('**/market');

    const row = page.getByRole('link', { name: /BTC\/USDT/ }).first();
    await row.waitFor();
    await tabTo(page, page.getByRole('link', { name: say('common.skip-to-content') }));
    await keyboard.press('Enter');
    await tabTo(page, row);
    await keyboard.press('Enter');
    await page.waitForURL('**/cruuency?*');

    const ticket = ticketOf(screen);
    await tabTo(page, ticket.side('long'));
    await keyboard.press('ArrowRight');
    await expectSoon(() => ticket.side('short').getAttribute('aria-checked')).toBe('true');
    await tabTo(page, ticket.lots);
    await keyboard.type('0.05');
    await tabTo(page, ticket.stopLoss);
    await keyboard.type('65000');
    await tabTo(page, ticket.takeProfit);
    await keyboard.type('55000');
    await tabTo(page, ticket.act);
    expect(await contractsOf(database, 'keys.only')).toEqual([]);
    await keyboard.press('Space');
    // The review has the focus, not the button that spends; Escape leaves it for the ticket.
    await ticket.back.waitFor();
    const isFocused = (one: Element): boolean => one === document.activeElement;
    const heading = ticket.form.getByRole('heading').first();
    await expectSoon(() => heading.evaluate(isFocused)).toBe(true);
    await keyboard.press('Escape');
    await ticket.back.waitFor({ state: 'detached' });
    await tabTo(page, ticket.act);
    await keyboard.press('Space');
    await ticket.back.waitFor();
    await tabTo(page, ticket.act);
    // A price that has just come is not sent yet.
    await expectSoon(async () => {
      if (await ticket.back.isVisible()) await keyboard.press('Space');
      return ticket.back.isVisible();
    }).toBe(false);
    await eventually(async () => {
      const shown = await positionShown(screen, 'desktop');
      expect(shown?.stop).toBe('65,000.00');
    });

    const side = say('orders.short');
    const name = say('orders.close-order', { side, code: 'BTC/USDT' });
    await tabTo(page, page.getByRole('button', { name }), 'Shift+Tab');
    await keyboard.press('Enter');
    await tabTo(page, closeConfirm(screen));
    await keyboard.press('Enter');
    const closed = { price: '[\\d,.]+', profit: '[+−][\\d.]+' };
    await page.getByText(patternOf(say, 'message.close-done', closed)).waitFor();
    const [contract] = await contractsOf(database, 'keys.only');
    expect(contract).toMatchObject({ side: 'short', status: 'closed' });
    expect(visitor.consoleErrors).toEqual([]);
  });
});
