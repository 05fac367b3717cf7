import type { Visitor } from '../support/browser.ts';
import { BTC_PAGE, closeConfirm, ticketOf } from '../support/pages.ts';
import { until } from '../support/until.ts';
import { patternOf, wordsOf } from '../support/words.ts';
import { type Transcript, listenTo } from './spoken.ts';

/** A first trade by keyboard alone, from the page of a market to its receipt, in English. */
export async function tradeByKeys(visitor: Visitor): Promise<Transcript> {
  const { page } = visitor;
  const say = wordsOf('en');
  const screen = { page, say };
  const verdict = patternOf(say, 'receipt.rules-all', { count: '#' });
  await visitor.open(BTC_PAGE);
  const { form, lots, act, back } = ticketOf(screen);
  await lots.waitFor();
  await form.getByText(say('ticket.most'), { exact: true }).first().waitFor();
  const keys = await listenTo(page);
  await keys.tabTo(form.getByRole('button', { name: say('ticket.to-amount') }));
  await keys.press('Enter');
  await keys.type('0.05');
  await keys.tabTo(act, { isTold: true });
  await page.keyboard.press('Space');
  await back.waitFor();
  const heading = form.getByRole('heading').first();
  await until('focus on the review', () =>
    heading.evaluate((one) => one === document.activeElement),
  );
  await keys.note('Space');
  await keys.tabTo(act, { isTold: true });
  // A price that has just come is not sent yet.
  await until('an order that was sent', async () => {
    if (await back.isVisible()) await page.keyboard.press('Space');
    return !(await back.isVisible());
  });
  await page.getByText(patternOf(say, 'ticket.filled', { price: '[\\d,.]+' })).waitFor();
  const named = { side: say('orders.long'), code: 'BTC/USDT' };
  const close = page.getByRole('button', { name: say('orders.close-order', named) });
  await close.waitFor();
  await keys.tabTo(close, { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  const confirm = closeConfirm(screen);
  await confirm.waitFor();
  await keys.note('Enter');
  await keys.tabTo(confirm, { isTold: true });
  await page.keyboard.press('Enter');
  const receipt = page.locator('a[href*="/receipt/"]').filter({ visible: true });
  await receipt.first().waitFor();
  await keys.tabTo(receipt.first(), { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/receipt\//);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until('the verdict on the receipt', () =>
    keys.transcript().said.some((line) => verdict.test(line)),
  );
  await keys.note('Enter');
  return keys.transcript();
}
