// Promise: on a laptop's and a phone's window the way out of a position, what an order charges, the
// most one can lose and the button are in sight, uncovered, whatever is scrolled and in which
// language.
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { axeFaults } from '../support/faults.ts';
import { openLong } from '../support/orders.ts';
import { BTC_PAGE, type Screen, openTicket, textOf, ticketOf } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { unseenOf } from '../support/sight.ts';
import { type Language, patternOf, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  browser = await sharedBrowser();
});

const DESKS = [
  [1280, 720],
  [1366, 768],
  [1440, 800],
  [1440, 900],
] as const;
const PHONES = [
  [390, 844],
  [375, 667],
  [320, 568],
] as const;

/** What an order charges and risks, and its button. */
function factsOf(screen: Screen) {
  const { say } = screen;
  const { form, act } = ticketOf(screen);
  const row = (label: string | RegExp) =>
    form
      .locator('dt')
      .filter({ hasText: label })
      .filter({ visible: true })
      .locator('xpath=following-sibling::dd');
  return {
    margin: row(say('ticket.margin-needed')),
    fee: row(patternOf(say, 'ticket.fee-open', { rate: '.*' })),
    most: row(say('ticket.most')),
    act,
  };
}

/** How many rows the figures of the last day stand in; none while the first two are not seen. */
async function rowsOfFigures({ page, say }: Screen): Promise<number> {
  const figures = page.locator('header dl').filter({ hasText: say('market.high-24h') });
  const seen = figures.locator('> div').filter({ visible: true });
  const boxes = await Promise.all((await seen.all()).map((one) => one.boundingBox()));
  return boxes.length < 2 ? 0 : new Set(boxes.map((box) => box?.y)).size;
}

test.each<Language>(['en', 'de', 'it', 'ar', 'th'])(
  'on a laptop the way out and the whole ticket are in sight (%s)',
  async (language) => {
    const name = `desk.${language}`;
    const visitor = await visit(browser, { url: product.url, language, signedUpAs: name });
    await journey(visitor, async () => {
      await openLong(product, name);
      await visitor.open(BTC_PAGE);
      const screen = { page: visitor.page, say: wordsOf(language) };
      const { page, say } = screen;
      const named = { side: say('orders.long'), code: 'BTC/USDT' };
      const button = (key: string) =>
        page.getByRole('button', { name: say(key, named) }).filter({ visible: true });
      const wayOut = {
        manage: button('orders.manage-order'),
        close: button('orders.close-order'),
      };
      await wayOut.close.waitFor();
      const { lots, stopLoss, takeProfit, form, act } = ticketOf(screen);
      for (const [width, height] of DESKS) {
        await page.setViewportSize({ width, height });
        await eventually(async () => expect(await unseenOf(wayOut)).toEqual([]));
        await eventually(async () => expect(await rowsOfFigures(screen)).toBe(1));
        await lots.fill('0.05');
        for (const stop of ['99000', '', '40000']) {
          await stopLoss.fill(stop);
          const fields = height < 768 ? {} : { stopLoss, takeProfit };
          const seen = { ...factsOf(screen), ...fields };
          await eventually(async () =>
            expect(await unseenOf(seen), `${width} ${height} ${stop}`).toEqual([]),
          );
        }
      }
      expect(await axeFaults(page)).toEqual([]);
      // The price the server holds comes with the same button in the same place.
      await page.setViewportSize({ width: 1280, height: 720 });
      await act.click();
      await form.getByText(say('ticket.held-for')).waitFor();
      const { most } = factsOf(screen);
      await eventually(async () => expect(await unseenOf({ most, act })).toEqual([]));
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
);

test.each<Language>(['en', 'ar'])(
  'on a phone the act of the sheet and the most one can lose stay while the form scrolls (%s)',
  async (language) => {
    const name = `phone.${language}`;
    const visitor = await visit(browser, {
      url: product.url,
      device: 'mobile',
      language,
      signedUpAs: name,
    });
    await journey(visitor, async () => {
      await visitor.open(BTC_PAGE);
      const screen = { page: visitor.page, say: wordsOf(language) };
      const { page, say } = screen;
      await openTicket(screen, 'mobile');
      const { form, act, lots } = ticketOf(screen);
      await lots.fill('0.05');
      const most = form.getByText(say('ticket.most'), { exact: true }).filter({ visible: true });
      for (const [width, height] of PHONES) {
        await page.setViewportSize({ width, height });
        for (const share of [0, 0.5, 1]) {
          await page.locator('dialog[open]').evaluate((sheet, part) => {
            sheet.scrollTop = part * (sheet.scrollHeight - sheet.clientHeight);
          }, share);
          const seen = { act, most: most.last() };
          await eventually(async () =>
            expect(await unseenOf(seen), `${width} ${share}`).toEqual([]),
          );
        }
        expect(await axeFaults(page)).toEqual([]);
      }
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
);

test('a stop that cannot work leaves no loss to read, and its field names the price it may have', async () => {
  const visitor = await visit(browser, { url: product.url, signedUpAs: 'wrong.stop' });
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    const screen = { page: visitor.page, say: wordsOf('en') };
    const { lots, stopLoss } = ticketOf(screen);
    await lots.fill('0.05');
    const { most } = factsOf(screen);
    await eventually(async () => expect(await textOf(most)).toMatch(/^[\d,]+\.\d\d USDT$/));
    await stopLoss.fill('99000');
    await eventually(async () => expect(await textOf(most)).toBe('—'));
    const said = patternOf(screen.say, 'ticket.at-most', { high: '[\\d,]+\\.\\d\\d' });
    await visitor.page.getByRole('alert').filter({ hasText: said }).waitFor();
    expect(visitor.consoleErrors).toEqual([]);
  });
});
