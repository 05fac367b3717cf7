import { randomUUID } from 'node:crypto';
import type { Order, OrderDetail } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let product: TestApp;
let token: string;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token } = await product.register());
  await tick('60000', '60010');
});

/** A second passes, a price comes and counts. The pulse has not seen it yet. */
async function tick(bid: string, ask: string): Promise<void> {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', bid, ask);
}

/** The same, with a pulse after each price. */
async function play(prices: readonly (readonly [string, string])[]): Promise<void> {
  for (const [bid, ask] of prices) {
    await tick(bid, ask);
    await product.settle();
  }
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

async function orderNow(id: string): Promise<OrderDetail> {
  return (await product.call('contracts.get', { token, params: { id } })).result;
}

const kinds = (order: OrderDetail): string[] => order.events.map(({ kind }) => kind);

describe('orders that wait', () => {
  type Story = {
    what: string;
    asked: object;
    prices: [string, string][];
    ends: { status: string; openPrice?: string };
  };
  const stories: Story[] = [
    {
      what: 'a buy limit fills at the first ask at or below it',
      asked: { orderType: 'limit', price: '59000' },
      prices: [
        ['58995', '59000.1'],
        ['58980', '58990'],
        ['58000', '58010'],
      ],
      ends: { status: 'running', openPrice: '58990' },
    },
    {
      what: 'a sell limit watches the bid',
      asked: { orderType: 'limit', direction: 'sell', price: '61000' },
      prices: [
        ['60990', '61000'],
        ['61005', '61015'],
      ],
      ends: { status: 'running', openPrice: '61005' },
    },
    {
      what: 'a buy stop fills at the first ask at or past it, gaps included',
      asked: { orderType: 'stop', stopPrice: '61000' },
      prices: [
        ['60980', '60990'],
        ['61490', '61500'],
      ],
      ends: { status: 'running', openPrice: '61500' },
    },
    {
      what: 'a sell stop watches the bid',
      asked: { orderType: 'stop', direction: 'sell', stopPrice: '59000' },
      prices: [
        ['59001', '59010'],
        ['58999', '59010'],
      ],
      ends: { status: 'running', openPrice: '58999' },
    },
    {
      what: 'a stop-limit gapped over is armed and waits for its limit',
      asked: { orderType: 'stopLimit', stopPrice: '61000', price: '61200' },
      prices: [
        ['61490', '61500'],
        ['61300', '61310'],
        ['61150', '61160'],
      ],
      ends: { status: 'running', openPrice: '61160' },
    },
    {
      what: 'a stop-limit that is not touched is not armed by its limit',
      asked: { orderType: 'stopLimit', stopPrice: '61000', price: '61200' },
      prices: [['60900', '60910']],
      ends: { status: 'pending' },
    },
  ];
  for (const pulses of ['one pulse a tick', 'one pulse for all'] as const) {
    test.each(stories)(`${pulses}: $what`, async ({ asked, prices, ends }) => {
      const order = await open(asked);
      await product.settle();
      if (pulses === 'one pulse a tick') await play(prices);
      else {
        for (const [bid, ask] of prices) await tick(bid, ask);
        await product.settle();
        await product.settle();
      }
      await product.settle();
      const now = await orderNow(order.id);
      expect(now.status).toBe(ends.status);
      if (ends.openPrice !== undefined) expect(now.openPrice).toBe(ends.openPrice);
    });
  }

  test('a spike before the engine heard of the order fills it all the same', async () => {
    const order = await open({ orderType: 'limit', price: '59000' });
    await tick('58900', '58910');
    await product.app.engine.pulse();
    await tick('60000', '60010');
    await product.settle();
    await product.settle();
    expect(await orderNow(order.id)).toMatchObject({ status: 'running', openPrice: '58910' });
  });

  test('its stops count from its fill on, never from a tick before it', async () => {
    const order = await open({ orderType: 'limit', price: '59000', stopLoss: '58000' });
    await product.settle();
    await play([
      ['58500', '58510'],
      ['57990', '58005'],
    ]);
    await product.settle();
    expect(await orderNow(order.id)).toMatchObject({
      status: 'closed',
      reason: 'stopLoss',
      openPrice: '58510',
      closePrice: '57990',
    });
  });

  test('without the margin for it, it ends as rejected and nothing is charged', async () => {
    const order = await open({ orderType: 'limit', price: '59000', lots: '0.3' });
    await open({ lots: '0.2' });
    await product.settle();
    await play([['58900', '58910']]);
    const now = await orderNow(order.id);
    expect(now).toMatchObject({ status: 'closed', reason: 'rejected', rejectedCode: '10011' });
    expect(now.fee).toBe('0');
  });

  test('a tick too old to fill it does not keep the fresh one behind it from filling it', async () => {
    const order = await open({ orderType: 'limit', price: '59000' });
    await product.settle();
    await tick('58900', '58910');
    product.clock.advance(20_000);
    await tick('58950', '58960');
    await product.settle();
    await product.settle();
    expect(await orderNow(order.id)).toMatchObject({ status: 'running', openPrice: '58960' });
  });

  test('what was cancelled stays cancelled when its price comes', async () => {
    const order = await open({ orderType: 'limit', price: '59000' });
    await product.settle();
    await tick('58900', '58910');
    const [cancelled] = await Promise.all([
      product.call('contracts.cancel', {
        token,
        params: { id: order.id },
        body: { requestId: randomUUID() },
      }),
      product.app.engine.pulse(),
    ]);
    await product.settle();
    const now = await orderNow(order.id);
    expect(now.status).toBe(cancelled.code === '200' ? 'closed' : 'running');
  });

  test('an amended price counts from its amendment on', async () => {
    const order = await open({ orderType: 'limit', price: '59000' });
    await product.settle();
    await tick('59400', '59410');
    await tick('60000', '60010');
    const answer = await product.call('contracts.amend', {
      token,
      params: { id: order.id },
      body: { price: '59500', requestId: randomUUID() },
    });
    expect(answer.code).toBe('200');
    await product.settle();
    expect((await orderNow(order.id)).status).toBe('pending');
    await play([['59480', '59490']]);
    expect((await orderNow(order.id)).openPrice).toBe('59490');
  });
});

describe('trailing stops', () => {
  test('follows the best bid and fills at the first that has come its distance back', async () => {
    const order = await open({ trailingDistance: '500' });
    await product.settle();
    await play([
      ['60400', '60410'],
      ['60100', '60110'],
      ['61000', '61010'],
      ['60501', '60511'],
      ['60480', '60490'],
      ['62000', '62010'],
    ]);
    const now = await orderNow(order.id);
    expect(now).toMatchObject({ status: 'closed', reason: 'trailing', closePrice: '60480' });
    const trailed = now.events.find(({ kind }) => kind === 'trailed');
    expect(trailed).toMatchObject({ price: '60500', by: 'market' });
    expect(kinds(now).at(-1)).toBe('closed');
    const setBy = await product.app.market.tick(trailed?.tickId ?? '');
    expect(setBy?.bid).toBeDefined();
  });

  test('between two pulses, where neither end is an extreme of the price', async () => {
    const order = await open({ trailingDistance: '500' });
    await product.settle();
    // Up to 61,000 and back by 500, after a low of 59,800 that lies deeper.
    for (const bid of ['59800', '61000', '60500', '61500']) await tick(bid, `${+bid + 10}`);
    await product.settle();
    const now = await orderNow(order.id);
    expect(now).toMatchObject({ status: 'closed', reason: 'trailing', closePrice: '60500' });
  });

  test('a short’s follows the lowest ask', async () => {
    const order = await open({ direction: 'sell', trailingDistance: '300' });
    await product.settle();
    await play([
      ['59490', '59500'],
      ['59780', '59790'],
      ['59795', '59805'],
    ]);
    expect(await orderNow(order.id)).toMatchObject({ reason: 'trailing', closePrice: '59805' });
  });

  test('put on before another tick came, it takes its place at the tick of the opening', async () => {
    const order = await open({});
    await product.settle();
    const body = { trailingDistance: '500', requestId: randomUUID() };
    await product.call('contracts.amend', { token, params: { id: order.id }, body });
    await play([['59000', '59010']]);
    expect(await orderNow(order.id)).toMatchObject({ reason: 'trailing', closePrice: '59000' });
  });

  test('of two stops at one tick the nearer one is told', async () => {
    const order = await open({ trailingDistance: '500', stopLoss: '59000' });
    await product.settle();
    await play([
      ['60600', '60610'],
      ['58900', '58910'],
    ]);
    expect((await orderNow(order.id)).reason).toBe('trailing');
    const other = await open({ trailingDistance: '1500', stopLoss: '58500' });
    await product.settle();
    await play([['57000', '57010']]);
    expect((await orderNow(other.id)).reason).toBe('stopLoss');
  });

  test('a restart finds it where it stood', async () => {
    const order = await open({ trailingDistance: '500' });
    await product.settle();
    await play([['61000', '61010']]);
    await product.restart();
    await play([['60600', '60610']]);
    expect((await orderNow(order.id)).status).toBe('running');
    await play([['60499', '60509']]);
    expect(await orderNow(order.id)).toMatchObject({ reason: 'trailing', closePrice: '60499' });
  });

  test('another stop being moved leaves it where it stood; another distance starts it anew', async () => {
    const order = await open({ trailingDistance: '500' });
    await product.settle();
    await play([['61000', '61010']]);
    const amend = (change: object) =>
      product.call('contracts.amend', {
        token,
        params: { id: order.id },
        body: { ...change, requestId: randomUUID() },
      });
    expect((await amend({ takeProfit: '70000' })).code).toBe('200');
    await product.settle();
    await play([['60600', '60610']]);
    expect((await orderNow(order.id)).status).toBe('running');
    expect((await amend({ trailingDistance: '400' })).code).toBe('200');
    await product.settle();
    await play([['60300', '60310']]);
    expect((await orderNow(order.id)).status).toBe('running');
    await play([['60200', '60210']]);
    expect(await orderNow(order.id)).toMatchObject({ reason: 'trailing', closePrice: '60200' });
  });
});

describe('after a restart', () => {
  test('a stop that was crossed by a stored tick no pulse saw fills at that tick', async () => {
    const order = await open({ stopLoss: '59000' });
    const waiting = await open({ orderType: 'limit', price: '59100', lots: '0.01' });
    await product.settle();
    await tick('58900', '58910');
    await tick('60000', '60010');
    await product.restart();
    await product.settle();
    await product.settle();
    expect(await orderNow(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '58900' });
    expect(await orderNow(waiting.id)).toMatchObject({ status: 'running', openPrice: '58910' });
  });

  test('however long nothing ran, and its receipt is recomputed', async () => {
    const order = await open({ stopLoss: '59000' });
    await product.settle();
    await tick('58900', '58910');
    const crossedAt = product.clock.now();
    await tick('60000', '60010');
    product.clock.advance(120_000);
    await product.restart();
    await product.settle();
    await product.settle();
    const { reason, closePrice, closeTime, receiptNo } = await orderNow(order.id);
    expect({ reason, closePrice }).toEqual({ reason: 'stopLoss', closePrice: '58900' });
    expect(closeTime).toBeGreaterThanOrEqual(crossedAt + 120_000);
    const receipt = await product.call('receipts.get', { params: { number: receiptNo ?? '' } });
    expect(receipt.result).toMatchObject({
      close: { at: closeTime, tick: { receivedAt: crossedAt } },
    });
    // What the verifier says of it is looked at when the product stops.
  });

  test('a tick from before an amendment does not set off the amended stop', async () => {
    const order = await open({ stopLoss: '58000' });
    await tick('58900', '58910');
    await tick('60000', '60010');
    const moved = await product.call('contracts.amend', {
      token,
      params: { id: order.id },
      body: { stopLoss: '59000', requestId: randomUUID() },
    });
    expect(moved.code).toBe('200');
    await product.restart();
    await product.settle();
    expect((await orderNow(order.id)).status).toBe('running');
  });

  test('a price that is only old sets nothing off', async () => {
    const order = await open({ stopLoss: '59000' });
    await product.settle();
    product.clock.advance(300_000);
    await product.restart();
    await product.settle();
    expect((await orderNow(order.id)).status).toBe('running');
  });
});

test('a price outside the band of its sources sets nothing off', async () => {
  const order = await open({ stopLoss: '59000', trailingDistance: '700' });
  await product.settle();
  product.clock.advance(1_000);
  // One of two sources alone: far from the median of both.
  product.feed.say('BTC/USDT', '50000', '50010');
  await tick('60000', '60010');
  await product.settle();
  expect((await orderNow(order.id)).status).toBe('running');
});
