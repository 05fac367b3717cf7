import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { type CoinMarket, openCoinMarket } from './coin-market.ts';
import { rehearse } from './operator.ts';
import { type Product, cleanUp, newFolder, startProduct } from './product.ts';

/** A rehearsal with an operator and money of the house, at prices a test says, and a browser. */
export type Rehearsal = {
  readonly product: Product;
  readonly browser: Browser;
  readonly market: CoinMarket;
  end(): Promise<void>;
};

/** Begins one, once BTC can be traded at a bid. @units bid: whole USDT */
export async function startRehearsal(
  bid: number,
  options: { readonly hasCamera?: boolean } = {},
): Promise<Rehearsal> {
  const dataDir = await newFolder();
  const market = await openCoinMarket(bid);
  const begin = { feed: 'live', env: market.env, dataDir, words: ['--rehearsal'] };
  const [product, browser] = await Promise.all([
    startProduct(begin),
    openBrowser(inject('chromium'), options),
  ]);
  await Promise.all([
    rehearse(dataDir, 'keys'),
    rehearse(dataDir, 'operator'),
    rehearse(dataDir, 'fund-house', '50000'),
    product.untilOpen('BTC/USDT'),
  ]);
  return {
    product,
    browser,
    market,
    async end() {
      await cleanUp();
      await browser.close();
      await market.end();
    },
  };
}
