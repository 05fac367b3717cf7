import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, PASSWORD, journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { PATH_SOURCE } from '../support/price-path.ts';
import type { RunningProduct, Trader } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';
import {
  closeContract,
  compareAccount,
  compareBalance,
  compareOrders,
  openLong,
  watchResult,
} from './first-contract.ts';
import {
  type Traveller,
  arrive,
  findMarket,
  keepsSession,
  leaveAndReturn,
  openAccount,
} from './newcomer.ts';

let product: RunningProduct;
let database: OwnerDatabase;
let browser: Browser;
let neighbour: Trader;

beforeAll(async () => {
  product = await sharedProduct('stairs');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
  neighbour = await product.register();
});

afterAll(() => database.end());

const LINES: readonly { device: Device; language: 'en' | 'ar'; native: string }[] = [
  { device: 'desktop', language: 'en', native: 'English' },
  { device: 'mobile', language: 'ar', native: 'العربية' },
];

test.concurrent.each(LINES)(
  'a newcomer opens an account and trades, and every figure is that of the books ($device, $language)',
  async ({ device, language, native }) => {
    const { url } = product;
    const visitor = await visit(browser, { url, device, isFirst: true, keepsFrame: true });
    const who: Traveller = {
      visitor,
      page: visitor.page,
      say: wordsOf(language),
      device,
      user: { name: `new.${device}.${language}`, password: PASSWORD },
      takenName: neighbour.username,
      source: PATH_SOURCE,
      stop: '50000',
      target: '70000',
      database,
    };
    await journey(visitor, async () => {
      await arrive(who, native);
      await openAccount(who);
      await findMarket(who);
      const contract = await openLong(who);
      await watchResult(who, contract);
      await compareAccount(who, contract);
      await closeContract(who);
      await compareOrders(who);
      await compareBalance(who);
      await keepsSession(who);
      await leaveAndReturn(who);
      expect(visitor.externalRequests).toEqual([]);
      // Chromium itself reports each refusal: one name taken, one password wrong.
      expect(visitor.consoleErrors.filter((line) => !/status of 40[19]/.test(line))).toEqual([]);
    });
  },
);
