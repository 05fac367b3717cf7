import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PASSWORD, journey, visit } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { ownerDatabase } from '../support/database.ts';
import { priceFrom } from '../support/ledger.ts';
import { rowsOf } from '../support/pages.ts';
import { cleanUp, startProduct } from '../support/product.ts';
import { RECORDINGS, linesOf } from '../support/recordings.ts';
import { sharedBrowser } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';
import {
  closeContract,
  compareBalance,
  compareOrders,
  openLong,
  watchResult,
} from './first-contract.ts';
import { type Traveller, arrive, findMarket, openAccount } from './newcomer.ts';

const FILE = 'crypto/BTCUSDT_bybit_1m_20221213-20221213.csv.gz';

afterAll(cleanUp);

/** Open, high, low and close of every bar in the file. */
async function barsOf(file: string): Promise<Set<string>> {
  const [, ...rows] = await linesOf(file);
  return new Set(rows.map((row) => row.split(',').slice(1, 5).map(priceFrom).join(' ')));
}

test.skipIf(RECORDINGS === null)(
  'on a recorded day of BTC/USDT the chart, the fill and the result are those of the recording',
  async () => {
    const file = join(RECORDINGS ?? '', FILE);
    const product = await startProduct({ feed: `replay:${file}@60` });
    const neighbour = await product.register();
    const database = await ownerDatabase(product);
    const browser = await sharedBrowser();
    const visitor = await visit(browser, { url: product.url });
    const { page } = visitor;
    const say = wordsOf('en');
    const who: Traveller = {
      visitor,
      page,
      say,
      device: 'desktop',
      user: { name: 'reads.bybit', password: PASSWORD },
      takenName: neighbour.username,
      source: 'Bybit, rebuilt from 1-minute bars',
      stop: '12000',
      target: '25000',
      database,
    };
    await journey(visitor, async () => {
      await arrive(who, 'English');
      await openAccount(who);
      await findMarket(who);
      const contract = await openLong(who);
      await watchResult(who, contract);

      await page
        .getByRole('radiogroup', { name: say('market.interval') })
        .getByText('1m')
        .click();
      await page.getByRole('radio', { name: say('market.table') }).click();
      const table = page.getByRole('table', {
        name: say('market.chart-label', { code: 'BTC/USDT' }),
      });
      const recorded = await barsOf(file);
      await eventually(async () => {
        // The newest bar is not over yet.
        const [, ...over] = await rowsOf(table);
        expect(over.length).toBeGreaterThanOrEqual(5);
        const heads = ['open', 'high', 'low', 'close'].map((name) => say(`market.col-${name}`));
        const shown = over.map((row) => heads.map((head) => priceFrom(row[head] ?? '')).join(' '));
        expect(shown.filter((bar) => !recorded.has(bar))).toEqual([]);
      });

      await closeContract(who);
      await compareOrders(who);
      await compareBalance(who);
      expect(await database.faults()).toEqual([]);
      expect(visitor.externalRequests).toEqual([]);
    });
    await database.end();
  },
);
