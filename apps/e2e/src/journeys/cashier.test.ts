// Promise: in a rehearsal a user follows real money by the page, on a desktop in English and on a phone
// in Arabic: a deposit that is seen, credited and taken back by the chain; the first real order after the
// questions and their day; withdrawals, one taken back, one reviewed by two members of staff, signed
// outside of the server and confirmed. Books and both screens say the same at each step. (PRODUCT 1, 9)
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey } from '../support/browser.ts';
import { hasNode } from '../support/chains.ts';
import { ownerDatabase } from '../support/database.ts';
import { rehearse } from '../support/operator.ts';
import { type Product, cleanUp, newFolder, startProduct } from '../support/product.ts';
import { sharedBrowser } from '../support/shared.ts';
import { installEthereum } from '../support/wallets.ts';
import { type Customer, openSight } from './cashier-sights.ts';
import { addApp, logInByApp } from './code-app.ts';
import { orderFilled, orderTooEarly, turnReal } from './first-real-order.ts';
import { payIn } from './paying-in.ts';
import { addAddress, takeBack, withdraw } from './paying-out.ts';
import { hire, openDesk } from './staff.ts';

const USER = 'real.money';
/** What is paid in. @units USDT units */
const PAID = 30_000_000_000n;

let product: Product;
let browser: Browser;
const isPlayed = hasNode();

beforeAll(async () => {
  if (!isPlayed) return;
  const dataDir = await newFolder();
  [product, browser] = await Promise.all([
    startProduct({ feed: 'simulated', dataDir, words: ['--rehearsal'] }),
    sharedBrowser(),
  ]);
  await Promise.all([
    rehearse(dataDir, 'keys'),
    rehearse(dataDir, 'operator'),
    rehearse(dataDir, 'fund-house', '50000'),
    product.untilOpen('BTC/USDT'),
  ]);
});
afterAll(cleanUp);

test.runIf(isPlayed)(
  'money comes in, is taken back, comes again, trades and leaves, and its owner reads each step twice over',
  async () => {
    const { url } = product;
    const own = { url, device: 'desktop', language: 'en', signedUpAs: USER } as const;
    const english = await openSight(browser, own);
    const arabic = await openSight(browser, { url, device: 'mobile', language: 'ar' });
    const wallet = await installEthereum(english.context);
    const database = await ownerDatabase(product);
    const customer: Customer = { username: USER, product, database, english, arabic };
    await journey(english, () =>
      journey(arabic, async () => {
        const app = await addApp(product, english);
        await logInByApp(arabic, { username: USER, app });
        await turnReal(customer);
        await orderTooEarly(customer);
        await addAddress(customer, { app, wallet });

        await app.forward('+25h');
        const aheadMs = app.aheadMs();
        const hiring = openDesk(product, { aheadMs }).then((opener) =>
          hire(customer, { browser, opener, roles: ['cashierMaker', 'cashierChecker'] }),
        );
        // Its failure is told where it is waited for.
        hiring.catch(() => undefined);
        await payIn(customer, PAID);
        await orderFilled(customer, PAID);
        await takeBack(customer, { app, wallet });
        const staff = await hiring;
        await journey(staff.maker, () =>
          journey(staff.checker, () => withdraw(customer, { app, wallet, staff })),
        );
        for (const { externalRequests } of [english, arabic]) expect(externalRequests).toEqual([]);
      }),
    );
    await database.end();
  },
);
