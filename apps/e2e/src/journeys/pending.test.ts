// Promise: an order that waits holds nothing, is where its owner can change it and take it back,
// fills on the recorded path at the first price past its stop, and the screen says what the books
// have.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { axeFaults } from '../support/faults.ts';
import { bookOf } from '../support/ledger.ts';
import { manage, messages, ordersOf, pendingList, pendingShown } from '../support/orders.ts';
import {
  BTC_PAGE,
  type Screen,
  errorAt,
  openTicket,
  positionShown,
  sendTicket,
  textOf,
  ticketOf,
} from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { until } from '../support/until.ts';
import { patternOf, wordsOf } from '../support/words.ts';

const PLACES = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
] as const;
type Place = (typeof PLACES)[number];

const WHOLE = { cash: 10_000_000_000n, margin: 0n, leaving: 0n };
const TRIES_MAX = 3;
/** One way up and down, and the engine's turn. */
const SOON = { timeout: 60_000 };
const TOLD_MS = 150_000;

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

async function trading(
  name: string,
  { device, language }: Place,
  act: (screen: Screen) => Promise<void>,
): Promise<void> {
  const visitor = await visit(browser, { url: product.url, device, language, signedUpAs: name });
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    await act({ page: visitor.page, say: wordsOf(language) });
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
}

/** Chooses how the order is filled; its prices come with the choice. */
async function choose(screen: Screen, key: string): Promise<void> {
  const { form } = ticketOf(screen);
  await form.getByRole('radio', { name: screen.say(key), exact: true }).click();
}

test.concurrent.each(PLACES)(
  'a limit order waits, is changed and cancelled, and nothing is ever held ($device, $language)',
  async (place) => {
    const name = `waits.${place.device}`;
    await trading(name, place, async (screen) => {
      const { page, say } = screen;
      await openTicket(screen, place.device);
      const { form, lots, act } = ticketOf(screen);
      await choose(screen, 'ticket.limit');
      const limit = form.getByLabel(say('ticket.limit-price'), { exact: true });
      await form.getByText(say('ticket.holds-nothing')).waitFor();
      await lots.fill('0.05');
      await act.click();
      await eventually(async () => expect(await errorAt(limit)).toBe(say('ticket.enter-price')));
      await limit.fill('61000');
      const wrong = patternOf(say, 'ticket.price-wrong-side', { market: '[\\d,.]+' });
      await eventually(async () => expect(await errorAt(limit)).toMatch(wrong));
      await limit.fill('59000');
      await eventually(async () => expect(await errorAt(limit)).toBeNull());
      await sendTicket(screen);
      await expectSoon(() => messages(screen)).toContain('59,000.00');

      const list = await pendingList(screen, place.device);
      const seen = async (): Promise<string | undefined> =>
        (await pendingShown(list, place.device))?.[say('ticket.limit-price')];
      await expectSoon(seen).toBe('59,000.00');
      expect(await ordersOf(database, name)).toMatchObject([
        { status: 'pending', asked: '59000', openPrice: null, lots: '0.05' },
      ]);
      expect(await bookOf(database, name)).toEqual(WHOLE);

      const dialog = await manage(screen, { key: 'orders.change-order', side: 'long' });
      const price = dialog.getByLabel(say('ticket.limit-price'), { exact: true });
      await price.fill('61000');
      await dialog.getByRole('button', { name: say('orders.save') }).click();
      await eventually(async () => expect(await errorAt(price)).toMatch(wrong));
      await price.fill('58500.5');
      expect(await axeFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: say('orders.save') }).click();
      await dialog.waitFor({ state: 'detached' });
      await expectSoon(seen).toBe('58,500.50');
      expect(await ordersOf(database, name)).toMatchObject([{ asked: '58500.5' }]);

      const cancel = say('orders.cancel-order', { side: say('orders.long'), code: 'BTC/USDT' });
      await page.getByRole('button', { name: cancel }).filter({ visible: true }).click();
      await page.getByText(say('orders.cancelled')).waitFor();
      await expectSoon(() => pendingShown(list, place.device)).toBeUndefined();
      expect(await ordersOf(database, name)).toMatchObject([
        { status: 'closed', reason: 'cancelled' },
      ]);
      expect(await bookOf(database, name)).toEqual(WHOLE);
    });
  },
);

test.concurrent.each(PLACES)(
  'a stop order fills on the recorded path, and its owner is told at what price ($device, $language)',
  async (place) => {
    const name = `fills.${place.device}`;
    await trading(name, place, async (screen) => {
      const { say } = screen;
      await openTicket(screen, place.device);
      const { form, lots, side } = ticketOf(screen);
      await choose(screen, 'ticket.stop');
      const stop = form.getByLabel(say('ticket.stop-price'), { exact: true });
      await lots.fill('0.02');
      // The bid falls through 60,010 once on every way down.
      await side('short').click();
      const bid = async (): Promise<number> =>
        Number.parseInt((await textOf(side('short'))).replaceAll(/[^\d.]/g, ''), 10);
      const isRefused = async (): Promise<boolean> => (await errorAt(stop)) !== null;
      const isKept = async (): Promise<boolean> => (await ordersOf(database, name)).length > 0;
      const filled = patternOf(say, 'orders.news-filled', {
        code: 'BTC/USDT',
        price: '([\\d,]+\\.\\d\\d)',
      });
      // Looked for from before the press: a message stands for seconds, and a busy machine may be
      // longer over its answer.
      let said: string | undefined;
      const listening = async (): Promise<boolean> => {
        said ??= filled.exec(await messages(screen))?.[1];
        return said !== undefined;
      };
      const isTold = until('the message of the filled order', listening, TOLD_MS);
      isTold.catch(() => undefined);
      // A machine that looks elsewhere for seconds presses when the bid is through: it is refused.
      for (let tries = 0; tries < TRIES_MAX && !(await isKept()); tries += 1) {
        await expectSoon(bid, SOON).toBeGreaterThan(60_055);
        await stop.fill('');
        await stop.fill('60010');
        await expectSoon(isRefused, SOON).toBe(false);
        await sendTicket(screen);
        await until('an order or its refusal', async () => (await isKept()) || isRefused());
      }
      await isTold;

      const [order] = await ordersOf(database, name);
      expect(order).toMatchObject({ status: 'running', side: 'short', stop: '60010' });
      expect(Number.parseInt(order?.openPrice ?? '', 10)).toBeLessThanOrEqual(60_010);
      expect(said?.replaceAll(/,|\.00$/g, '')).toBe(order?.openPrice);
      await eventually(async () => {
        const shown = await positionShown(screen, place.device);
        expect(shown?.entry.replaceAll(/,|\.00$/g, '')).toBe(order?.openPrice);
      });
      const { margin } = await bookOf(database, name);
      expect(margin > 0n).toBe(true);
    });
  },
);
