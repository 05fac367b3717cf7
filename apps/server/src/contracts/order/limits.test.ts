import { ensure } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';
import { LIMITS } from './limits.ts';

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

const limit = { orderType: 'limit', price: '59000', lots: '0.0001' };

describe('orders that wait', () => {
  test('are as many as a book may have, and one more when one has ended', async () => {
    const asked = await Promise.all(
      Array.from({ length: LIMITS.waiting + 3 }, () => trader.asks(limit)),
    );
    const taken = asked.filter(({ code }) => code === '200');
    expect(taken).toHaveLength(LIMITS.waiting);
    for (const answer of asked.filter(({ code }) => code !== '200')) {
      expect([answer.code, answer.refused.facts]).toEqual([
        '11018',
        { what: 'waiting', max: '200' },
      ]);
    }
    // Counted again by a process that remembers nothing.
    await product.restart();
    await product.price('BTC/USDT', '60000', '60011');
    expect((await trader.asks(limit)).code).toBe('11018');
    // Another trading account has its own, and what is filled at once is not counted with what
    // waits.
    const other = await newTrader(product);
    expect((await other.asks(limit)).code).toBe('200');
    expect((await trader.asks({ lots: '0.0001' })).code).toBe('200');

    const first = ensure(taken[0], 'some were taken').result.id;
    expect((await trader.cancels(first)).code).toBe('200');
    expect((await trader.asks(limit)).code).toBe('200');
    expect((await trader.asks(limit)).code).toBe('11018');
  });

  test('that were filled are not counted any more', async () => {
    const near = { ...limit, price: '59900' };
    const asks = (count: number) =>
      Promise.all(Array.from({ length: count }, () => trader.asks(near)));
    await asks(LIMITS.waiting);
    expect((await trader.asks(near)).code).toBe('11018');
    await product.settle();
    await trader.says('59880', '59890');
    await product.settle();
    await trader.says('60000', '60010');
    const again = await asks(LIMITS.waiting + 1);
    expect(again.filter(({ code }) => code === '200')).toHaveLength(LIMITS.waiting);
  });
});

describe('closings of one contract', () => {
  test('are at most a hundred; the last one closes all that is left', async () => {
    const order = await trader.opens();
    for (let part = 1; part < LIMITS.closings; part += 1) {
      expect((await trader.closes(order.id, { lots: '0.0001' })).code).toBe('200');
    }
    const refused = await trader.closes(order.id, { lots: '0.0001' });
    expect([refused.code, refused.refused.field, refused.refused.facts]).toEqual([
      '11018',
      'lots',
      { what: 'closings', max: '100' },
    ]);
    expect((await trader.closes(order.id)).code).toBe('200');
    expect((await trader.sees(order.id)).receiptIds).toHaveLength(LIMITS.closings);
  });
});
