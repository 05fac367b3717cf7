// Promise: in a rehearsal a charity and two tokens come about by the desk, two users bid against one another in two
// languages and at two widths, who is outbid has everything back at once, a late bid moves the end, who leads wins,
// a fixed price is bought, and what is paid out stands on the public page. Page, desk and books come to the same to
// the last unit. (PRODUCT 8; LEDGER 2; RELIABILITY N1–N7)
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { rehearse } from '../support/operator.ts';
import { deposit } from '../support/ledger.ts';
import { type Rehearsal, startRehearsal } from '../support/rehearsal.ts';
import { type TestClock, openTestClock } from '../support/test-clock.ts';
import { wordsOf } from '../support/words.ts';
import { openSight } from './cashier-sights.ts';
import { turnsReal } from './first-real-order.ts';
import { openDesk } from './staff.ts';
import { joinStaff, offersTokens, paysOut } from './token-desk.ts';
import {
  type Bidders,
  bidsAgainst,
  buysAtPrice,
  isRefusedOnPractice,
  isWon,
  readsLedger,
  readsOffers,
} from './token-life.ts';

const BID = 60_000;
/** What each user has. @units USDT units */
const CASH = 400_000_000n;

let rehearsal: Rehearsal;
let database: OwnerDatabase;
let clock: TestClock;

beforeAll(async () => {
  rehearsal = await startRehearsal(BID);
  database = await ownerDatabase(rehearsal.product);
  clock = openTestClock(rehearsal.product);
});
afterAll(async () => {
  await database.end();
  await rehearsal.end();
});

test('a charity’s tokens are offered, bid for, won and bought, and its money is paid out', async () => {
  const { product, browser } = rehearsal;
  const { url, dataDir } = product;
  const one = { url, device: 'desktop', language: 'en', signedUpAs: 'token.mara' } as const;
  const other = { url, device: 'mobile', language: 'ar', signedUpAs: 'token.omar' } as const;
  const [english, arabic, practising] = await Promise.all([
    openSight(browser, one),
    openSight(browser, other),
    openSight(browser, { ...one, signedUpAs: 'token.demo' }),
  ]);
  const visitor = { ...(await visit(browser, { url, language: 'en' })), say: wordsOf('en') };
  const bidders: Bidders = {
    ...{ product, database, english, arabic, clock },
    names: { english: one.signedUpAs, arabic: other.signedUpAs },
  };
  await journey(english, () =>
    journey(arabic, async () => {
      await Promise.all([turnsReal(english), turnsReal(arabic)]);
      // Who accepted the risk of real business waits a day for it.
      await clock.forward('+25h');
      await product.untilOpen('BTC/USDT');
      const opener = await openDesk(product, { aheadMs: clock.aheadMs() }, 'content');
      const [staff] = await Promise.all([
        joinStaff({ product, browser, opener }),
        // Twelve samples are offered besides, and bids are opened.
        rehearse(dataDir, 'tokens'),
        deposit(database, one.signedUpAs, CASH),
        deposit(database, other.signedUpAs, CASH),
      ]);
      const { writer, maker, checker } = staff;
      await journey(writer, () =>
        journey(maker, () =>
          journey(checker, async () => {
            const offered = await offersTokens(staff, clock);
            await journey(practising, () => isRefusedOnPractice(practising, offered));
            await journey(visitor, async () => {
              await readsOffers(visitor, offered);
              await bidsAgainst(bidders, offered);
              await isWon(bidders, offered);
              await buysAtPrice(bidders, offered);
              const paid = await paysOut(staff);
              await readsLedger({ ...bidders, visitor }, paid);
            });
          }),
        ),
      );
      for (const { externalRequests } of [english, arabic, visitor, writer, maker, checker]) {
        expect(externalRequests).toEqual([]);
      }
      expect(await database.faults()).toEqual([]);
    }),
  );
});
