import { HOUR_MS, SECOND_MS } from '@candor/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';

const EUR = 'EUR/USD';
const GOLD = 'XAU/USD';
const EURO = { code: EUR, leverage: 30 };
const OUNCES = { code: GOLD, leverage: 20 };

let product: TestApp;
let trader: Trader;

beforeEach(async () => {
  product = await startTestApp();
  trader = await newTrader(product);
  await says(EUR, '1.2', '1.2');
  await says(GOLD, '2000', '2000');
  await says('BTC/USDT', '40000', '40001');
  await product.settle();
});

afterEach(() => product.stop());

async function says(code: string, bid: string, ask: string): Promise<void> {
  await trader.says(bid, ask, code);
}

/** A price comes, and the engine acts on it. */
async function plays(code: string, bid: string, ask: string): Promise<void> {
  await says(code, bid, ask);
  await product.settle();
  await product.settle();
}

const info = async () => (await product.call('portfolio.info', { token: trader.token })).result;

// Their links are made up, so nothing is closed here: a receipt would be checked against them.
/** So many ticks of Bitcoin that no reading of the newest ticks reaches past them. */
async function busyTape(): Promise<void> {
  await product.db.query(
    `insert into market.tick (day, seq, feed_id, instrument, bid, ask, source_id, source_time,
       received_at, source_count, standing, hash)
     select last.day, last.seq + n, last.feed_id, 'BTC/USDT', 40000, 40001, last.source_id,
       last.source_time, last.received_at, 2, 'acting', sha256(n::text::bytea)
     from generate_series(1, 50001) as n cross join (
       select * from market.tick order by day desc, seq desc limit 1) as last`,
  );
}

describe('after an hour in which an instrument said nothing, a restart', () => {
  test('leaves a hedged account as it was: its winner counts, and nothing is closed out', async () => {
    const winner = await trader.opens({ ...EURO, lots: '2' });
    const loser = await trader.opens({ ...OUNCES, lots: '0.15' });
    await plays(EUR, '1.25', '1.25');
    await plays(GOLD, '1400', '1400');
    const before = await info();
    // +10,000 and −9,000: without the winner the account stands far below half of its margin.
    expect(before).toMatchObject({ floatingPnL: '1000' });
    await busyTape();
    product.clock.advance(HOUR_MS);
    await product.restart();
    await trader.signsIn();
    product.clock.advance(20 * SECOND_MS);
    await plays(GOLD, '1400', '1400.1');
    for (const { id } of [winner, loser]) {
      expect(await trader.sees(id)).toMatchObject({ status: 'running' });
    }
    const { floatingPnL, freeMargin, marginLevel } = await info();
    expect({ floatingPnL, freeMargin, marginLevel }).toEqual({
      floatingPnL: before.floatingPnL,
      freeMargin: before.freeMargin,
      marginLevel: before.marginLevel,
    });
  });

  test('still counts a loser: what it lost cannot be spent', async () => {
    await trader.opens({ ...EURO, lots: '0.5' });
    await plays(EUR, '1.12', '1.12');
    const before = await info();
    expect(before.floatingPnL).toBe('-4000');
    await busyTape();
    product.clock.advance(HOUR_MS);
    await product.restart();
    await trader.signsIn();
    await says(GOLD, '2000', '2000');
    expect((await info()).freeMargin).toBe(before.freeMargin);
    // Margin 5,000 is more than is free, and less than would be without the loss.
    const more = await trader.asks({ ...OUNCES, lots: '0.5' });
    expect(more).toMatchObject({ code: '10011' });
  });
});
