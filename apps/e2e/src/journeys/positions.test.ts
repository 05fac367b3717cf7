// Promise: a position is closed in part, turned round, guarded in money and closed with all others
// from the screen, and each figure on the screen is the one in the books.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { axeFaults } from '../support/faults.ts';
import { bookOf, written } from '../support/ledger.ts';
import { closingsOf, manage, messages, ordersOf, panel } from '../support/orders.ts';
import {
  type Screen,
  BTC_PAGE,
  closeConfirm,
  figuresIn,
  openTicket,
  positionShown,
  pressHeld,
  sendTicket,
  textOf,
  ticketOf,
} from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { patternOf, wordsOf } from '../support/words.ts';

const PLACES = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
] as const;
type Place = (typeof PLACES)[number];

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

/** A user with a long of 0.1 lots open. */
async function holding(
  name: string,
  { device, language }: Place,
  act: (screen: Screen) => Promise<void>,
): Promise<void> {
  const visitor = await visit(browser, { url: product.url, device, language, signedUpAs: name });
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    const screen = { page: visitor.page, say: wordsOf(language) };
    await openTicket(screen, device);
    await ticketOf(screen).lots.fill('0.1');
    await sendTicket(screen);
    await eventually(async () => expect(await positionShown(screen, device)).not.toBeNull());
    await act(screen);
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
}

const LONG = { key: 'orders.manage-order', side: 'long' } as const;

test.concurrent.each(PLACES)(
  'half of a position is closed; the message, the rest and the history are those of the books ($device, $language)',
  async (place) => {
    const name = `part.${place.device}`;
    await holding(name, place, async (screen) => {
      const { page, say } = screen;
      const before = await bookOf(database, name);
      const dialog = await manage(screen, LONG);
      await dialog.getByRole('button', { name: '50%' }).click();
      await expectSoon(() => dialog.locator('input[name=partLots]').inputValue()).toBe('0.05');
      expect(await axeFaults(page)).toEqual([]);
      await dialog
        .getByRole('button', {
          name: patternOf(say, 'orders.close-lots', { lots: '0\\.05', open: '0\\.1' }),
        })
        .click();
      await dialog.waitFor({ state: 'detached' });
      const done = patternOf(say, 'message.close-done', {
        price: '[\\d,]+\\.\\d\\d',
        profit: '([+−][\\d,.]+\\d)',
      });
      const profit = await eventually(async () => {
        const said = done.exec(await messages(screen))?.[1];
        expect(said).toBeDefined();
        return said;
      });

      const [closing] = await closingsOf(database, name);
      const [order] = await ordersOf(database, name);
      expect(closing?.lots).toBe('0.05');
      expect(order).toMatchObject({ status: 'running', lots: '0.1', lotsLeft: '0.05' });
      expect(profit).toBe(written(BigInt(closing?.profit ?? 0), { signed: true }));
      const after = await bookOf(database, name);
      // Half of the margin is back, down to the unit.
      expect(after.margin).toBe(before.margin - before.margin / 2n);

      const again = await manage(screen, LONG);
      await panel(again, say('orders.tab-details'));
      await again.getByText(say('orders.event-part-closed')).waitFor();
      const receipt = again.locator(`a[href="/receipt/${closing?.receiptNo}"]`);
      await receipt.first().waitFor();
      expect(await axeFaults(page)).toEqual([]);
    });
  },
);

test.concurrent.each(PLACES)(
  'a stop is set in money, follows as a price, and is refused where it cannot work ($device, $language)',
  async (place) => {
    const name = `guards.${place.device}`;
    await holding(name, place, async (screen) => {
      const { say } = screen;
      const [opened] = await ordersOf(database, name);
      const dialog = await manage(screen, LONG);
      await panel(dialog, say('orders.tab-stops'));
      const save = dialog.getByRole('button', { name: say('orders.save') });
      const loss = dialog.getByLabel(say('ticket.stop-loss-money'), { exact: true });
      await loss.fill('0');
      await save.click();
      await dialog.getByText(say('message.enter-amount')).waitFor();
      const stop = dialog.getByLabel(say('ticket.stop-loss'), { exact: true });
      await stop.fill('65000');
      await save.click();
      await dialog.getByText(say('error.stop-loss-unreasonable')).waitFor();
      // 0.1 lots lose 200 at a price 2,000 below the entry.
      await loss.fill('200');
      const at = `${Number.parseInt(opened?.openPrice ?? '', 10) - 2_000}`;
      await expectSoon(() => stop.inputValue()).toBe(at);
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await eventually(async () => {
        const shown = await positionShown(screen, place.device);
        expect(shown?.stop.replaceAll(/,|\.00$/g, '')).toBe(at);
      });
      expect(await ordersOf(database, name)).toMatchObject([{ stopLoss: at }]);
      const history = await manage(screen, LONG);
      await panel(history, say('orders.tab-details'));
      await history.getByText(say('orders.event-amended')).waitFor();
    });
  },
);

test.concurrent.each(PLACES)(
  'a position is turned round in one act, and all are closed with their results ($device, $language)',
  async (place) => {
    const name = `turns.${place.device}`;
    await holding(name, place, async (screen) => {
      const { page, say } = screen;
      const dialog = await manage(screen, LONG);
      await panel(dialog, say('orders.tab-reverse'));
      const turn = dialog.getByRole('button', { name: say('orders.reverse-to-short') });
      const renew = dialog.getByRole('button', { name: say('ticket.new-price') });
      // By its place: while it sends, its name is another one.
      const body = dialog.getByRole('tabpanel', { name: say('orders.tab-reverse') });
      await pressHeld(() => turn.or(renew).first().click(), body.locator('button').last());
      await dialog.waitFor({ state: 'detached' });
      await eventually(async () => {
        const orders = await ordersOf(database, name);
        expect(orders.map(({ side, status }) => `${side} ${status}`)).toEqual([
          'long closed',
          'short running',
        ]);
      });
      // One more, so that all is more than one.
      await openTicket(screen, place.device);
      await ticketOf(screen).lots.fill('0.02');
      await sendTicket(screen);
      await eventually(async () => expect(await ordersOf(database, name)).toHaveLength(3));

      await page.getByRole('button', { name: say('orders.close-all'), exact: true }).click();
      const all = page.getByRole('dialog', { name: say('orders.close-all-title') });
      await eventually(async () => {
        const shown = await figuresIn(all);
        expect(shown[say('orders.positions')]).toBe('2');
      });
      expect(await axeFaults(page)).toEqual([]);
      await all.locator('button').last().click();
      const outcome = page.getByRole('dialog', { name: say('orders.close-all-done') });
      await outcome.waitFor();
      const closings = await closingsOf(database, name);
      expect(closings).toHaveLength(3);
      const shown = await textOf(outcome);
      for (const { profit } of closings.slice(1)) {
        expect(shown).toContain(written(BigInt(profit), { signed: true }));
      }
      await outcome.getByRole('button', { name: say('orders.close-all-back') }).click();
      await eventually(async () => expect(await positionShown(screen, place.device)).toBeNull());
      expect((await bookOf(database, name)).margin).toBe(0n);
    });
  },
);

test('an earlier order fills the ticket again with a fresh price, and closing twice is one close', async () => {
  const name = 'again.desktop';
  await holding(name, { device: 'desktop', language: 'en' }, async (screen) => {
    const { page, say } = screen;
    const close = say('orders.close-order', { side: say('orders.long'), code: 'BTC/USDT' });
    await page.getByRole('button', { name: close }).filter({ visible: true }).click();
    await closeConfirm(screen).dblclick();
    await eventually(async () => expect(await closingsOf(database, name)).toHaveLength(1));
    await page.getByRole('tab', { name: say('orders.status-closed') }).click();
    const shown = say('orders.show-order', { side: say('orders.long'), code: 'BTC/USDT' });
    await page.getByRole('button', { name: shown }).filter({ visible: true }).click();
    const dialog = page.locator('dialog[open]');
    const [closing] = await closingsOf(database, name);
    await eventually(async () => {
      const figures = await figuresIn(dialog);
      expect(figures[say('orders.profit')]).toBe(
        `${written(BigInt(closing?.profit ?? 0), { signed: true })} USDT`,
      );
    });
    await dialog.getByRole('button', { name: say('orders.repeat') }).click();
    const { act, held, back } = ticketOf(screen);
    await back.waitFor();
    await pressHeld(() => act.click(), held);
    await eventually(async () => {
      const orders = await ordersOf(database, name);
      expect(orders.map(({ status, lots }) => `${status} ${lots}`)).toEqual([
        'closed 0.1',
        'running 0.1',
      ]);
    });
  });
});
