// Promise: in a rehearsal a user is identified by the camera of a phone, borrows on coins that came in by
// a chain, is granted the loan by two members of staff, draws it, is told when its collateral falls, is sold
// from no further than restores the loan, and repays the rest. Books and both screens, a desktop in English
// and a phone in Arabic, say the same at each step. (PRODUCT 7; LEDGER 2)
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey } from '../support/browser.ts';
import { hasNode } from '../support/chains.ts';
import { ownerDatabase } from '../support/database.ts';
import { type Rehearsal, startRehearsal } from '../support/rehearsal.ts';
import { isIdentified } from './being-identified.ts';
import { asksFor, draws, isGranted, nightsPass, signsFor } from './borrowing.ts';
import { type Customer, openSight } from './cashier-sights.ts';
import { addApp, logInByApp } from './code-app.ts';
import { isNoticed, isSold, repays } from './collateral-falls.ts';
import { turnReal } from './first-real-order.ts';
import { sumsSay } from './loan-books.ts';
import { BTC_BY_BITCOIN, USDT_BY_ETHEREUM, payInCoin } from './paying-in.ts';
import { hire, openDesk } from './staff.ts';

const USER = 'real.loan';
/** What a BTC is bought at first. @units USDT */
const BID = 60_000;
/** What comes in by the chains. @units satoshi, USDT units */
const COINS = 20_000_000n;
const CASH = 500_000_000n;

let rehearsal: Rehearsal;
const isPlayed = hasNode();

beforeAll(async () => {
  if (isPlayed) rehearsal = await startRehearsal(BID, { hasCamera: true });
});
afterAll(async () => {
  if (isPlayed) await rehearsal.end();
});

test.runIf(isPlayed)(
  'identified, granted, drawn, noticed, sold from and repaid, and its owner reads each step twice over',
  async () => {
    const { product, browser, market } = rehearsal;
    const { url } = product;
    const own = { url, device: 'desktop', language: 'en', signedUpAs: USER } as const;
    const english = await openSight(browser, own);
    const arabic = await openSight(browser, { url, device: 'mobile', language: 'ar' });
    const database = await ownerDatabase(product);
    const customer: Customer = { username: USER, product, database, english, arabic };
    await journey(english, () =>
      journey(arabic, async () => {
        const app = await addApp(product, english);
        await logInByApp(arabic, { username: USER, app });
        await turnReal(customer);
        // Who accepted the risk of real business waits a day for it. From there on no midnight passes but those of
        // the loan.
        await app.forwardToMorning(25);
        await product.untilOpen('BTC/USDT');
        const opener = await openDesk(product, { aheadMs: app.aheadMs() }, 'kyc');
        const hiring = hire(customer, { browser, opener, roles: ['kyc', 'risk'] });
        // Its failure is told where it is waited for.
        hiring.catch(() => undefined);
        await Promise.all([
          payInCoin(customer, { units: COINS, place: BTC_BY_BITCOIN, sight: english }),
          payInCoin(customer, { units: CASH, place: USDT_BY_ETHEREUM, sight: arabic }),
        ]);
        await sumsSay(customer, { 'BTC user:cash': COINS, 'USDT user:cash': CASH });

        await asksFor(customer);
        await isIdentified(arabic, opener);
        const loan = await signsFor(customer);
        const staff = await hiring;
        await journey(staff.maker, () =>
          journey(staff.checker, () => isGranted(customer, { staff, loan })),
        );
        await draws(customer, app);
        await nightsPass(customer, app);
        await isNoticed(customer, market);
        await isSold(customer, market);
        await repays(customer);
        for (const { externalRequests } of [english, arabic]) expect(externalRequests).toEqual([]);
        expect(await database.faults()).toEqual([]);
      }),
    );
    await database.end();
  },
);
