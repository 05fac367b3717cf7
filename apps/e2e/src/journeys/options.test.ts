import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, type Visitor, journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { axeFaults } from '../support/faults.ts';
import { bookOf, written, writtenPrice } from '../support/ledger.ts';
import { BTC_PAGE, figuresIn, textOf, ticketOpener } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { type Say, wordsOf } from '../support/words.ts';

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

/** The shortest period is a minute; its first price after that and a busy machine take longer. */
const SETTLED_WITHIN_MS = 150_000;
const STAKE = 10_000_000n;
const GAIN = 8_000_000n;

/** The specification's word for each end. @source WIRE 7 */
const LABELS: Readonly<Record<string, string>> = {
  won: 'options.state-won',
  lost: 'options.state-lost',
  tie: 'options.state-tie',
  void: 'options.state-void',
};

type Booked = {
  outcome: string | null;
  open_price: string;
  settle_price: string | null;
  paid: string | null;
  /** Whether the settlement tick is the first sound one after the end, on the tape. */
  is_first: boolean | null;
};

const BOOKED = `
  select o.outcome, (o.open_price * 1e18)::numeric(60,0) as open_price,
    (o.settle_price * 1e18)::numeric(60,0) as settle_price, o.paid,
    o.settle_tick = (
      select tick.day || '/' || tick.seq from market.tick as tick
      where tick.instrument = o.code and tick.standing = 'acting'
        and tick.received_at >= o.settle_at
      order by tick.day, tick.seq limit 1) as is_first
  from options.option o join accounts.account using (user_id) where username = $1`;

async function bookedOf(username: string): Promise<Booked> {
  const [option, ...others] = await database.rows<Booked>(BOOKED, [username]);
  expect(others).toEqual([]);
  if (option === undefined) throw new Error('no option was booked');
  return option;
}

/** Opens the option's ticket, on a phone behind the bar's buttons, by the keyboard on the desk. */
async function openTicket(visitor: Visitor, facts: { say: Say; device: Device }): Promise<Locator> {
  const { page } = visitor;
  const { say, device } = facts;
  await visitor.open(BTC_PAGE);
  if (device === 'mobile') {
    await ticketOpener({ page, say }).click();
    await page.getByRole('radio', { name: say('ticket.option'), exact: true }).click();
  } else {
    await page.getByRole('radio', { name: say('ticket.contract'), exact: true }).focus();
    await page.keyboard.press('ArrowRight');
  }
  const form = page.getByRole('form', { name: say('options.ticket') });
  await form.waitFor();
  return form;
}

/** Looks at what the ticket says a stake of ten would win and how often it has to. */
async function fillIn(form: Locator, say: Say): Promise<void> {
  await form.getByLabel(say('options.stake'), { exact: true }).fill('10');
  await eventually(async () => {
    const shown = await figuresIn(form);
    expect(shown[say('options.if-wins')]).toBe('18.00 USDT');
    expect(shown[say('ticket.most')]).toBe('10.00 USDT');
    expect(shown[say('options.break-even')]).toBe('55.56%');
    expect(shown[say('options.record-label')]).toBe(say('options.record-none'));
  });
}

/** Looks at what is on screen in both themes and, narrow, at whether it fits. */
async function look(visitor: Visitor, device: Device): Promise<void> {
  const { page } = visitor;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFaults(visitor.page)).toEqual([]);
  }
  if (device === 'desktop') return;
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 320, height: before.height });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize(before);
}

const LINES: readonly { device: Device; language: 'en' | 'ar' }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

test.concurrent.each(LINES)(
  'an option is bought, watched to its end and settled as the books say ($device, $language)',
  async ({ device, language }) => {
    const name = `opts.${device}.${language}`;
    const visitor = await visit(browser, { url: product.url, device, language, signedUpAs: name });
    const { page } = visitor;
    const say = wordsOf(language);
    await journey(visitor, async () => {
      const form = await openTicket(visitor, { say, device });
      await fillIn(form, say);
      await look(visitor, device);

      // The rate is held first, then it is bought: the last button of the form both times.
      await form.locator('button').last().click();
      await form.getByText('+80.00%').waitFor();
      await form.locator('button').last().click();
      const own = page.getByRole('region', { name: say('options.here') }).first();
      const timer = own.getByRole('timer').first();
      await timer.waitFor();
      const { open_price: openPrice } = await bookedOf(name);
      expect(await textOf(own)).toContain(writtenPrice(BigInt(openPrice)));
      expect((await bookOf(database, name)).cash).toBe(10_000_000_000n - STAKE);
      const first = await textOf(timer);
      await eventually(async () => expect(await textOf(timer)).not.toBe(first));
      expect(await axeFaults(visitor.page)).toEqual([]);

      // Nothing shortens a period: its end is waited for, as a person would.
      const isOver = async (): Promise<boolean> => (await bookedOf(name)).outcome !== null;
      await expectSoon(isOver, { timeout: SETTLED_WITHIN_MS, interval: 500 }).toBe(true);
      const booked = await bookedOf(name);
      expect(booked.is_first).toBe(true);
      const isUp = BigInt(booked.settle_price ?? 0) - BigInt(openPrice);
      expect(booked.outcome).toBe(isUp === 0n ? 'tie' : isUp > 0n ? 'won' : 'lost');
      const profit = booked.outcome === 'won' ? GAIN : booked.outcome === 'lost' ? -STAKE : 0n;
      expect(BigInt(booked.paid ?? 0)).toBe(STAKE + profit);
      expect((await bookOf(database, name)).cash).toBe(10_000_000_000n + profit);

      await eventually(async () =>
        expect(await textOf(own)).toContain(say(LABELS[booked.outcome ?? ''] ?? '')),
      );
      if (profit !== 0n) {
        await eventually(async () =>
          expect(await textOf(own)).toContain(written(profit, { signed: true })),
        );
      }

      await visitor.open('/profile/orders');
      await page.getByRole('radio', { name: say('ticket.option'), exact: true }).click();
      const details = page.getByRole('button', { name: say('options.details') });
      await details.filter({ visible: true }).first().click();
      const dialog = page.getByRole('dialog');
      await eventually(async () =>
        expect(await textOf(dialog)).toContain(writtenPrice(BigInt(openPrice))),
      );
      await eventually(async () =>
        expect(await textOf(dialog)).toContain(writtenPrice(BigInt(booked.settle_price ?? 0))),
      );
      expect(await axeFaults(visitor.page)).toEqual([]);
      expect(visitor.externalRequests).toEqual([]);
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
  300_000,
);
