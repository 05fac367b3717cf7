// Promise: any caller with the number of a receipt sees what it came from, without an account, and
// the browser recomputes it; another number, and something pasted that was changed, are said.
import { randomUUID } from 'node:crypto';
import type { Receipt } from '@candor/protocol/light';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;
let receipt: Receipt;

const PLACES = [
  { device: 'desktop', language: 'en', theme: 'light' },
  { device: 'mobile', language: 'ar', theme: 'dark' },
] as const;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
  const { token } = await product.register();
  const opened = await product.call('contracts.open', {
    token,
    body: {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots: '0.05',
      leverage: 2,
      requestId: randomUUID(),
    },
  });
  const closed = await product.call('contracts.close', {
    token,
    params: { id: opened.result.id },
    body: { requestId: randomUUID() },
  });
  const number = closed.result.order.receiptNo ?? '';
  receipt = (await product.call('receipts.get', { params: { number } })).result;
});

test.each(PLACES)('a receipt is read and recomputed: $device, $language', async (place) => {
  const visitor = await visit(browser, { url: product.url, ...place });
  const say = wordsOf(place.language);
  await journey(visitor, async () => {
    const { page } = visitor;
    await visitor.open(`/receipt/${receipt.number}`);
    await page.getByRole('article', { name: say('receipt.title') }).waitFor();
    // Where the prices came from is said on the paper, not only in the frame.
    await page.getByText(say('receipt.feed-simulated')).first().waitFor();
    await page.getByText(say('receipt.hash-same')).waitFor();
    await page.getByRole('status').getByText(/\d/).first().waitFor();
    expect(await page.getByText(say('receipt.differs'), { exact: true }).count()).toBe(0);
    await page.getByText(say('receipt.trace-found')).first().waitFor();
    // Where each fill lies among its source's prices, by the tape.
    await expectSoon(() => page.getByText(say('receipt.range-inside')).count()).toBe(2);
    const exact = page.getByRole('button', { name: say('amount.exact') }).first();
    const rounded = await exact.innerText();
    await exact.press('Enter');
    await expectSoon(() => exact.getAttribute('aria-pressed')).toBe('true');
    expect((await exact.innerText()).length).toBeGreaterThan(rounded.length);
    expect(await pageFaults(page)).toEqual([]);
    expect(visitor.consoleErrors).toEqual([]);
  });
});

test('the checker takes a number, JSON that was changed, and what is neither', async () => {
  const visitor = await visit(browser, { url: product.url });
  const say = wordsOf('en');
  await journey(visitor, async () => {
    const { page } = visitor;
    await visitor.open('/receipt');
    const field = page.getByLabel(say('receipt.checker-label'));
    const check = page.getByRole('button', { name: say('receipt.checker-action') });
    await field.fill('no receipt');
    await check.click();
    await page.getByRole('alert').getByText(say('receipt.unreadable')).waitFor();

    await field.fill(JSON.stringify({ ...receipt, profit: '1000000' }));
    await check.click();
    await page.getByText(say('receipt.differs'), { exact: true }).first().waitFor();
    await page.getByText(say('receipt.hash-other')).waitFor();
    await page.getByText(say('receipt.pasted-note')).waitFor();

    await field.fill(receipt.number.toLowerCase());
    await check.click();
    await page.getByText(say('receipt.hash-same')).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/receipt/${receipt.number}`);

    await visitor.open(`/receipt/${'F'.repeat(32)}`);
    await page.getByText(say('receipt.unknown-title')).waitFor();
  });
});
