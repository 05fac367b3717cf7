import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, type Visitor, journey, visit } from '../support/browser.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { bookOf, contractsOf, deposit, written } from '../support/ledger.ts';
import {
  BTC_PAGE,
  type Screen,
  errorAt,
  figuresIn,
  goToSection,
  openTicket,
  positionShown,
  pressHeld,
  sendTicket,
  textOf,
  ticketOf,
} from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { branchOf, patternOf, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

type Trading = { visitor: Visitor; screen: Screen; name: string };

/** A signed-in user in front of the ticket of BTC/USDT. */
async function trading(
  name: string,
  device: Device,
  language: 'en' | 'ar',
  act: (who: Trading) => Promise<void>,
): Promise<void> {
  const visitor = await visit(browser, { url: product.url, device, language, signedUpAs: name });
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    const screen = { page: visitor.page, say: wordsOf(language) };
    await openTicket(screen, device);
    await act({ visitor, screen, name });
    expect(visitor.externalRequests).toEqual([]);
  });
}

/** Waits for a sentence at a field. */
function saysAt(field: Locator, words: string | RegExp | null): Promise<void> {
  return eventually(async () => {
    const said = await errorAt(field);
    if (words instanceof RegExp) expect(said).toMatch(words);
    else expect(said).toBe(words);
  });
}

const PLACES = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
] as const;

test.concurrent.each(PLACES)(
  'what cannot be ordered is refused in words at its field, and nothing is sent ($device, $language)',
  async ({ device, language }) => {
    await trading(`wrong.${device}`, device, language, async ({ visitor, screen, name }) => {
      const { say } = screen;
      const { lots, stopLoss, takeProfit, act } = ticketOf(screen);
      await act.click();
      await saysAt(lots, say('message.enter-quantity'));
      await expectSoon(() => lots.evaluate((input) => input === document.activeElement)).toBe(true);

      await lots.fill('a lot');
      await saysAt(lots, say('common.not-a-number', { example: '0.5' }));
      await lots.fill('0.00015');
      await saysAt(lots, say('common.too-many-places', { places: 4 }));
      await lots.fill('100000');
      await saysAt(lots, patternOf(say, 'ticket.above-max', { max: '[\\d,]+' }));
      await lots.fill('2');
      const short = { need: '60,[\\d,.]+', have: '10,000\\.00' };
      await saysAt(lots, patternOf(say, 'error.free-margin-short', short));
      await act.click();
      await lots.fill('0.1');
      await saysAt(lots, null);

      const aPrice = '[56]\\d,\\d{3}\\.\\d\\d';
      const wrongStop = patternOf(say, 'ticket.at-most', { high: aPrice });
      const wrongTarget = patternOf(say, 'ticket.at-least', { low: aPrice });
      await stopLoss.fill('66000');
      await saysAt(stopLoss, wrongStop);
      await act.click();
      await expectSoon(() => stopLoss.evaluate((input) => input === document.activeElement)).toBe(
        true,
      );
      await takeProfit.fill('55000');
      await saysAt(takeProfit, wrongTarget);
      await saysAt(stopLoss, wrongStop);
      await act.click();
      await stopLoss.fill('55000');
      await saysAt(stopLoss, null);
      await saysAt(takeProfit, wrongTarget);
      await act.click();
      await takeProfit.fill('65000.005');
      await saysAt(takeProfit, say('common.too-many-places', { places: 2 }));
      await act.click();
      await takeProfit.fill('65000');
      await saysAt(takeProfit, null);

      expect(await contractsOf(database, name)).toEqual([]);
      expect(visitor.consoleErrors).toEqual([]);
      await sendTicket(screen);
      await eventually(async () => expect(await contractsOf(database, name)).toHaveLength(1));
    });
  },
);

test.concurrent.each(PLACES)(
  'Enter in a field sends nothing, and a press made twice opens one contract ($device, $language)',
  async ({ device, language }) => {
    await trading(`twice.${device}`, device, language, async ({ visitor, screen, name }) => {
      const { lots, stopLoss, takeProfit, act, held, back } = ticketOf(screen);
      for (const [field, text] of [
        [lots, '0.1'],
        [stopLoss, '55000'],
        [takeProfit, '65000'],
      ] as const) {
        await field.fill(text);
        await field.press('Enter');
      }
      await act.dblclick();
      await back.waitFor();
      expect(await contractsOf(database, name)).toEqual([]);
      await pressHeld(() => act.dblclick(), held);
      await eventually(async () => {
        const shown = await positionShown(screen, device);
        expect(shown?.target).toBe('65,000.00');
      });
      const contracts = await contractsOf(database, name);
      expect(contracts.map(({ status }) => status)).toEqual(['running']);
      const { cash, margin } = await bookOf(database, name);
      const [contract] = contracts;
      expect([margin, cash]).toEqual([
        contract?.margin,
        10_000_000_000n - (contract?.margin ?? 0n) - (contract?.openFee ?? 0n),
      ]);
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
);

test('changing between practice and real money asks both ways, and the whole page says which', async () => {
  await trading('both.ways', 'desktop', 'en', async ({ visitor, screen }) => {
    const { page, say } = screen;
    const modes = page.getByRole('radiogroup', { name: say('mode.label') });
    const choose = (mode: 'demo' | 'real'): Promise<void> =>
      modes.getByRole('radio', { name: say(`mode.${mode}`) }).click();
    const answer = async (key: string): Promise<void> => {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say(key) })
        .click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const expectMode = async (mode: 'demo' | 'real'): Promise<void> => {
      const spoken = say(`band.${mode}-spoken`);
      await page.getByRole('complementary', { name: spoken }).waitFor();
      await expectSoon(() => page.title()).toMatch(new RegExp(`^${spoken} · `));
      const stored = await page.evaluate(() => localStorage.getItem('virtualStatus'));
      expect(stored).toBe(mode === 'demo' ? '1' : '0');
    };
    await expectMode('demo');
    await choose('real');
    const dialog = page.getByRole('dialog', { name: say('mode.to-real-title') });
    await expectSoon(() => textOf(dialog)).toContain(say('mode.to-real-feed'));
    await answer('mode.stay-demo');
    await expectMode('demo');
    await choose('real');
    await answer('mode.confirm-real');
    await expectMode('real');
    await page.reload();
    await expectMode('real');
    await choose('demo');
    await page.getByRole('dialog', { name: say('mode.to-demo-title') }).waitFor();
    await answer('mode.stay-real');
    await expectMode('real');
    await choose('demo');
    await answer('mode.confirm-demo');
    await expectMode('demo');
    expect(visitor.consoleErrors).toEqual([]);
  });
});

test('the real book begins empty and takes no order on recorded prices', async () => {
  await trading('real.money', 'desktop', 'en', async ({ visitor, screen, name }) => {
    const { page, say } = screen;
    await page.getByRole('button', { name: say('band.switch-to-real') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('mode.confirm-real') })
      .click();
    const band = page.getByRole('complementary', { name: say('band.real-spoken') });
    await expectSoon(() => textOf(band)).toContain(say('band.real-paused'));
    await goToSection(screen, 'nav.account');
    const figures = async (): Promise<Readonly<Record<string, string>>> =>
      figuresIn(page.getByRole('main'));
    const amount = say('account.amount');
    await eventually(async () => expect((await figures())[amount]).toBe('0.00 USDT'));
    expect(await figures()).toMatchObject({
      [say('account.total')]: '0.00 USDT',
      [say('account.free-margin')]: '0.00 USDT',
      [say('account.margin-level')]: '—',
    });
    await page.getByText(say('orders.empty')).waitFor();

    const units = 5_000_123_456n;
    await deposit(database, name, units);
    await page.reload();
    await eventually(async () => expect((await figures())[amount]).toBe(`${written(units)} USDT`));
    await visitor.open(BTC_PAGE);
    const { lots, act, form } = ticketOf(screen);
    // The page says so before anything is typed in vain, and there is nothing to press.
    await lots.fill('0.01');
    const refusal = branchOf(say, 'error.not-tradable-now', 'feedNotForReal');
    await form.getByText(refusal).waitFor();
    await expectSoon(() => textOf(act)).toBe(say('ticket.paused'));
    await expectSoon(() => act.isDisabled()).toBe(true);
    expect(await bookOf(database, name, 'real')).toEqual({ cash: units, margin: 0n, leaving: 0n });
    const running = await database.rows('select 1 from contracts.contract where mode = $1', [
      'real',
    ]);
    expect(running).toEqual([]);
    expect(visitor.consoleErrors.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  });
});
