import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Device, journey, visit } from '../support/browser.ts';
import { expectSoon } from '../support/eventually.ts';
import { BTC_PAGE, openTicket, sendTicket, textOf, ticketOf } from '../support/pages.ts';
import { pageFaults } from '../support/faults.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { branchOf, patternOf, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
});

const LINES: readonly { device: Device; language: 'en' | 'ar' }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

test.each(LINES)(
  'a limit is set, a break is taken, and the ticket says why nothing is opened ($device, $language)',
  async ({ device, language }) => {
    const signedUpAs = `limits.${device}.${language}`;
    const say = wordsOf(language);
    const visitor = await visit(browser, { url: product.url, device, language, signedUpAs });
    await journey(visitor, async () => {
      const { page } = visitor;
      await visitor.open('/profile/limits');
      const names = {
        kind: say('limits.kind-turnover'),
        period: say('limits.period-week'),
      };
      const change = page
        .getByRole('button', { name: say('limits.change-of', names) })
        .filter({ visible: true });
      await change.click();
      const form = page.getByRole('form', { name: say('limits.form-title', names) });
      await form.getByRole('textbox').fill('1500.25');
      expect(await pageFaults(page)).toEqual([]);
      await form.getByRole('button', { name: say('limits.save') }).click();
      await form.waitFor({ state: 'hidden' });
      const table = page.getByRole('table', { name: say('limits.title') });
      const cell = table.getByRole('cell').filter({ has: change });
      // What is set, and as much is left: nothing was opened.
      await expectSoon(() => textOf(cell)).toMatch(/(1[,.٬]?500[.,٫]25.*){2}/s);
      const dialog = page.getByRole('dialog');

      const pause = page.getByRole('region', { name: say('breaks.title') });
      await pause.getByRole('button', { name: say('breaks.begin') }).click();
      await dialog.getByRole('button', { name: say('breaks.confirm-yes') }).click();
      await dialog.waitFor({ state: 'hidden' });
      const runs = patternOf(say, 'breaks.note-timeout', { when: '.+' });
      await page.getByText(runs).waitFor();

      await visitor.open(BTC_PAGE);
      const screen = { page, say };
      await openTicket(screen, device);
      const ticket = ticketOf(screen);
      await ticket.lots.fill('0.01');
      await sendTicket(screen);
      const refusal = branchOf(say, 'error.user-status-forbids', 'timeout').split('{')[0] ?? '';
      await ticket.form.getByText(refusal.trim()).waitFor();
      expect(visitor.consoleErrors).toEqual([]);
      expect(visitor.externalRequests).toEqual([]);
    });
  },
);
