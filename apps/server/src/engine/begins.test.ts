import { unixMs } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';

const DAY_MS = 86_400_000;

let product: TestApp;
let trader: Trader;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
  await product.settle();
});

/** A deeper price comes and goes before anything is asked, and no turn sees it. */
async function dips(): Promise<void> {
  await trader.says('59000', '59010');
  await trader.says('60000', '60010');
}

/** The price of the stop, or of the order, is crossed and left again before the turn. */
async function crosses(): Promise<void> {
  await trader.says('59400', '59410');
  await trader.says('60000', '60010');
  await product.settle();
}

describe('an order that begins within a turn acts at the first tick behind its beginning', () => {
  test('a stop', async () => {
    await dips();
    const order = await trader.opens({ lots: '0.01', stopLoss: '59500' });
    await crosses();
    const wanted = { status: 'closed', reason: 'stopLoss', closePrice: '59400' };
    expect(await trader.sees(order.id)).toMatchObject(wanted);
  });

  test('a limit', async () => {
    await dips();
    const order = await trader.opens({ lots: '0.01', orderType: 'limit', price: '59500' });
    await crosses();
    const wanted = { status: 'running', openPrice: '59410' };
    expect(await trader.sees(order.id)).toMatchObject(wanted);
  });

  test('a stop that was amended', async () => {
    const order = await trader.opens({ lots: '0.01', stopLoss: '58000' });
    await product.settle();
    await dips();
    expect((await trader.amends(order.id, { stopLoss: '59500' })).code).toBe('200');
    await crosses();
    const wanted = { status: 'closed', reason: 'stopLoss', closePrice: '59400' };
    expect(await trader.sees(order.id)).toMatchObject(wanted);
  });
});

test('what a start closes pays the night it was open at', async () => {
  const order = await trader.opens({ lots: '0.1', stopLoss: '59000' });
  await product.settle();
  await trader.says('58900', '58910');
  const midnight = (Math.floor(product.clock.now() / DAY_MS) + 1) * DAY_MS;
  product.clock.set(unixMs(midnight + 60_000));
  await product.restart();
  await product.settle();
  const charged = await product.db.query(
    'select day from contracts.financing where contract_id = $1',
    [order.id],
  );
  expect(charged).toHaveLength(1);
  await trader.signsIn();
  expect(await trader.sees(order.id)).toMatchObject({ status: 'closed', reason: 'stopLoss' });
});
