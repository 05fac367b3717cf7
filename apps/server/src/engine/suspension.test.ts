import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { restrictInstrument } from '../../test/restrict.ts';

let product: TestApp;
let trader: Trader;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
});

async function restrict(status: 'open' | 'closeOnly' | 'suspended'): Promise<void> {
  const { db, clock } = product;
  clock.advance(1_000);
  const asked = { code: 'BTC/USDT', status, reason: 'A test', by: 'test' };
  expect((await restrictInstrument({ db, clock }, asked)).ok).toBe(true);
  await product.app.relay.settled();
}

describe('a tick from during a suspension', () => {
  test('never fires a stop after it is lifted, when no turn came in between', async () => {
    const order = await trader.opens({ stopLoss: '59000', trailingDistance: '700' });
    await product.settle();
    await restrict('suspended');
    await trader.says('58000', '58010');
    await trader.says('60000', '60010');
    await restrict('open');
    await product.settle();
    await product.settle();
    expect((await trader.sees(order.id)).status).toBe('running');
  });

  test('never fires a stop after it is lifted and the process started again', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    const waiting = await trader.opens({ orderType: 'limit', price: '59500', lots: '0.01' });
    await product.settle();
    await restrict('suspended');
    await trader.says('58000', '58010');
    await trader.says('60000', '60010');
    await restrict('open');
    await product.restart();
    await product.settle();
    await product.settle();
    expect((await trader.sees(order.id)).status).toBe('running');
    expect((await trader.sees(waiting.id)).status).toBe('pending');
  });

  test('hides no tick that comes after it, however much farther it went', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    await product.settle();
    await restrict('suspended');
    await trader.says('57000', '57010');
    await restrict('open');
    await trader.says('58500', '58510');
    await trader.says('60000', '60010');
    await product.settle();
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '58500' });
  });
});

test('a tick from before a suspension sets a stop off, also when the turn comes during it', async () => {
  const order = await trader.opens({ stopLoss: '59000' });
  await product.settle();
  await trader.says('58900', '58910');
  await restrict('suspended');
  await product.settle();
  await restrict('open');
  expect(await trader.sees(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '58900' });
});
