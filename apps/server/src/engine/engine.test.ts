import { randomUUID } from 'node:crypto';
import type { UserId } from '@candor/kernel';
import type { Order } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let token: string;
let userId: UserId;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  await tick('60000', '60010');
});

/** A second passes, a price comes and counts. The pulse has not seen it yet. */
async function tick(bid: string, ask: string): Promise<void> {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', bid, ask);
}

async function open(change: object): Promise<Order> {
  const answer = await product.call('contracts.open', {
    token,
    body: {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots: '0.1',
      leverage: 2,
      requestId: randomUUID(),
      ...change,
    },
  });
  expect(answer.code).toBe('200');
  return answer.result;
}

async function orderNow(id: string): Promise<Order> {
  return (await product.call('contracts.get', { token, params: { id } })).result;
}

describe('a burst of orders', () => {
  test('is taken over in slices, and what became of one between them counts', async () => {
    const orders = await Promise.all(
      Array.from({ length: 40 }, () => open({ lots: '0.001', stopLoss: '59000' })),
    );
    await product.app.relay.settled();
    const turn = product.app.engine.pulse();
    const [closed, ...others] = orders.toReversed();
    const answer = await product.call('contracts.close', {
      token,
      params: { id: closed?.id ?? '' },
      body: { requestId: randomUUID() },
    });
    expect(answer.code).toBe('200');
    await turn;
    await tick('58800', '58810');
    await product.settle();
    expect(await orderNow(closed?.id ?? '')).toMatchObject({ status: 'closed', reason: 'user' });
    for (const { id } of others) {
      expect(await orderNow(id)).toMatchObject({ reason: 'stopLoss', closePrice: '58800' });
    }
  });
});

describe('stops', () => {
  type Story = {
    what: string;
    asked: object;
    prices: [string, string][];
    ends: { reason: string | null; price?: string };
  };
  const stories: Story[] = [
    {
      what: 'a long’s stop fills at the first bid at or below it, gaps included',
      asked: { stopLoss: '59000' },
      prices: [
        ['59000.1', '59010'],
        ['58800', '58810'],
        ['58000', '58010'],
      ],
      ends: { reason: 'stopLoss', price: '58800' },
    },
    {
      what: 'a spike between two pulses sets it off, at the spike',
      asked: { stopLoss: '59000' },
      prices: [
        ['58950', '58960'],
        ['60000', '60010'],
      ],
      ends: { reason: 'stopLoss', price: '58950' },
    },
    {
      what: 'a long’s target fills at the first bid at or above it',
      asked: { takeProfit: '60500' },
      prices: [
        ['60499.9', '60510'],
        ['60500', '60510'],
      ],
      ends: { reason: 'takeProfit', price: '60500' },
    },
    {
      what: 'a short’s stop watches the ask',
      asked: { direction: 'sell', stopLoss: '60500' },
      prices: [
        ['60480', '60499'],
        ['60480', '60500'],
      ],
      ends: { reason: 'stopLoss', price: '60500' },
    },
    {
      what: 'a short’s target watches the ask',
      asked: { direction: 'sell', takeProfit: '59500' },
      prices: [
        ['59480', '59510'],
        ['59480', '59490'],
      ],
      ends: { reason: 'takeProfit', price: '59490' },
    },
    {
      what: 'a price that only comes near does nothing',
      asked: { stopLoss: '59000', takeProfit: '61000' },
      prices: [
        ['59000.1', '59010'],
        ['60999', '61009'],
      ],
      ends: { reason: null },
    },
  ];
  test.each(stories)('$what', async ({ asked, prices, ends }) => {
    const order = await open(asked);
    for (const [bid, ask] of prices) await tick(bid, ask);
    await product.settle();
    const now = await orderNow(order.id);
    expect(now.reason).toBe(ends.reason);
    if (ends.price !== undefined) expect(now.closePrice).toBe(ends.price);
    if (now.closeTickId !== undefined) {
      const cited = await product.app.market.tick(now.closeTickId);
      expect(cited?.code).toBe('BTC/USDT');
    }
  });

  test('a tick from before the opening never sets off its stop', async () => {
    await tick('58000', '58010');
    await tick('60000', '60010');
    const order = await open({ stopLoss: '59000' });
    await product.settle();
    expect((await orderNow(order.id)).status).toBe('running');
  });

  test('a stop crossed before the engine heard of the contract fills at that very tick', async () => {
    const order = await open({ stopLoss: '59000' });
    await tick('58900', '58910');
    // The pulse sees the tick while the fact of the opening is still on its way.
    await product.app.engine.pulse();
    await tick('60000', '60010');
    await product.settle();
    expect(await orderNow(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '58900' });
  });

  test('what the user closed first stays closed by the user', async () => {
    const order = await open({ stopLoss: '59000' });
    await product.settle();
    await tick('58900', '58910');
    const [closed] = await Promise.all([
      product.call('contracts.close', {
        token,
        params: { id: order.id },
        body: { requestId: randomUUID() },
      }),
      product.app.engine.pulse(),
    ]);
    const now = await orderNow(order.id);
    expect(now.status).toBe('closed');
    expect(now.reason).toBe(closed.code === '200' ? 'user' : 'stopLoss');
    if (closed.code !== '200') expect(closed.code).toBe('11017');
  });

  test('the result of a stop is in the books and in the figures', async () => {
    await open({ stopLoss: '59000' });
    await tick('58900', '58910');
    await product.settle();
    const { result } = await product.call('portfolio.info', { token });
    // 0.1 × (58,900 − 60,010) − 6.001 − 5.89
    expect(result).toMatchObject({ profit: '-122.891', amount: '9877.109', bondAmount: '0' });
  });
});

test('memory holds what runs, also after a start', async () => {
  const before = product.app.engine.size();
  const order = await open({});
  await product.settle();
  expect(product.app.engine.size()).toBe(before + 1);
  await product.call('contracts.close', {
    token,
    params: { id: order.id },
    body: { requestId: randomUUID() },
  });
  await product.settle();
  expect(product.app.engine.size()).toBe(before);
  expect(userId).toHaveLength(36);
});
