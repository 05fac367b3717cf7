// Promise: in a rehearsal a user reads a plan, is refused with practice money, invests real money of the
// rehearsal with a greatest loss, has three days settled of which one loses, sees value and cost of leaving move
// with prices, and leaves early at held figures. Order, books and both screens, a desktop in English and a phone
// in Arabic, come to the same to the last unit at each step, and an outside reader recomputes the receipts of days, trades
// and leaving. (PRODUCT 6; LEDGER 2)
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey } from '../support/browser.ts';
import { hasNode } from '../support/chains.ts';
import { ownerDatabase } from '../support/database.ts';
import { type Rehearsal, startRehearsal } from '../support/rehearsal.ts';
import { type Customer, openSight } from './cashier-sights.ts';
import { addApp, logInByApp } from './code-app.ts';
import { turnReal } from './first-real-order.ts';
import { sumsSay } from './loan-books.ts';
import { USDT_BY_ETHEREUM, payInCoin } from './paying-in.ts';
import {
  dayIsSettled,
  hearPlans,
  invests,
  isTurnedOn,
  joins,
  leaves,
  wasTold,
} from './plan-life.ts';
import { isRefusedOnPractice, readsLosingDays } from './plan-offers.ts';
import { receiptsVerify } from './plan-receipts.ts';
import { hire, openDesk } from './staff.ts';

const USER = 'real.plan';
/** What a BTC is bought at: while it joins, and at the end of each of its days. @units USDT */
const BID = 60_000;
const BIDS = { first: 61_200, second: 59_400, third: 60_600 } as const;
/** What comes in by the chain. @units USDT units */
const CASH = 500_000_000n;

let rehearsal: Rehearsal;
const isPlayed = hasNode();

beforeAll(async () => {
  if (isPlayed) rehearsal = await startRehearsal(BID);
});
afterAll(async () => {
  if (isPlayed) await rehearsal.end();
});

test.runIf(isPlayed)(
  'a plan is read, bought, settled day by day and left, and its owner reads each step twice over',
  async () => {
    const { product, browser, market } = rehearsal;
    const { url } = product;
    const own = { url, device: 'desktop', language: 'en', signedUpAs: USER } as const;
    const english = await openSight(browser, own);
    const arabic = await openSight(browser, { url, device: 'mobile', language: 'ar' });
    const frames = hearPlans(english);
    const database = await ownerDatabase(product);
    const customer: Customer = { username: USER, product, database, english, arabic };
    await journey(english, () =>
      journey(arabic, async () => {
        const app = await addApp(product, english);
        await logInByApp(arabic, { username: USER, app });
        await isRefusedOnPractice(customer);
        const opener = await openDesk(product, { aheadMs: app.aheadMs() }, 'risk');
        const staff = await hire(customer, { browser, opener, roles: ['risk', 'risk'] });
        await journey(staff.maker, () =>
          journey(staff.checker, () => isTurnedOn({ opener, staff }, Date.now() + app.aheadMs())),
        );
        await turnReal(customer);
        // Who accepted the risk of real business waits a day for it, and so does what two people changed. From
        // there on no midnight passes but those of the plan.
        await app.forwardToMorning(25);
        await product.untilOpen('BTC/USDT');
        await payInCoin(customer, { units: CASH, place: USDT_BY_ETHEREUM, sight: arabic });
        await sumsSay(customer, { 'USDT user:cash': CASH });

        await invests(customer);
        await joins(customer, app);
        const told = { market, frames };
        await dayIsSettled(customer, app, { ...told, bid: BIDS.first, brings: 'gain' });
        await dayIsSettled(customer, app, { ...told, bid: BIDS.second, brings: 'loss' });
        await dayIsSettled(customer, app, { ...told, bid: BIDS.third, brings: 'gain' });
        await leaves(customer);
        await wasTold(customer);
        await readsLosingDays(customer);
        await receiptsVerify(customer);
        for (const { externalRequests } of [english, arabic]) expect(externalRequests).toEqual([]);
        expect(await database.faults()).toEqual([]);
      }),
    );
    await database.end();
  },
);
