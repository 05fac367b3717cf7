import { randomUUID } from 'node:crypto';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { contractsOf, written } from '../support/ledger.ts';
import { textOf } from '../support/pages.ts';
import { type PricePath, writePricePath } from '../support/price-path.ts';
import { type Product, type Trader, cleanUp, startProduct } from '../support/product.ts';
import { sharedBrowser } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';

let path: PricePath;
let product: Product;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  path = await writePricePath();
  product = await startProduct({ feed: path.feed });
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
  await product.untilOpen('BTC/USDT');
});

afterAll(async () => {
  await database.end();
  await cleanUp();
  await path.remove();
});

const say = wordsOf('en');

/** Two openings and a closing; answers what they came to, from the books. @units USDT units */
async function tradeThrice({ token, username }: Trader): Promise<bigint> {
  const ids: string[] = [];
  for (const lots of ['0.0317', '0.05']) {
    const body = { code: 'BTC/USDT', direction: 'buy', orderType: 'market', leverage: 2 } as const;
    const asked = { ...body, lots, requestId: randomUUID() };
    const { code, result } = await product.call('contracts.open', { token, body: asked });
    expect(code).toBe('200');
    ids.push(result.id);
  }
  const closing = { params: { id: ids[0] ?? '' }, body: { requestId: randomUUID() } };
  expect((await product.call('contracts.close', { token, ...closing })).code).toBe('200');
  const fills = (await contractsOf(database, username)).flatMap((one) => [
    one.openPrice * one.quantity,
    (one.closePrice ?? 0n) * one.quantity,
  ]);
  return fills.reduce((sum, one) => sum + one, 0n) / 10n ** 30n;
}

test('three trades of known size change the tile by exactly their sum, and it says how', async () => {
  const visitor = await visit(browser, { url: product.url });
  await journey(visitor, async () => {
    const { page, open } = visitor;
    const tile = page.locator('dl > div').filter({ hasText: say('home.stat-traded') });
    const demo = (value: string): Locator =>
      tile.getByText(say('home.stat-traded-demo', { value }), { exact: true });
    await open('/');
    await demo('0 USDT').waitFor();

    const sum = await tradeThrice(await product.register());
    // Nobody's real money moved, and the two are never added up.
    await eventually(async () => {
      // What is public is kept for two seconds.
      await page.reload();
      await demo(`${written(sum)} USDT`).waitFor({ timeout: 5_000 });
    });
    await expectSoon(() => textOf(tile)).toMatch(/ 0 ?USDT /);

    const name = `${say('home.what-is-this')} ${say('home.stat-traded')}`;
    await tile.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name: say('home.stat-traded') });
    await dialog.getByText(say('figure.traded')).waitFor();
    const practised = dialog.locator('[data-figure="traded24hDemo"]');
    const exact = written(sum, { places: 6 }).replace(/0+$/, '');
    await expectSoon(() => textOf(practised)).toContain(`${exact} USDT`);
    const real = dialog.locator('[data-figure="traded24h"]');
    await expectSoon(() => textOf(real)).toMatch(/\b0 USDT/);
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
});
