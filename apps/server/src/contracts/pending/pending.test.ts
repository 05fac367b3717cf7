import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { restrictInstrument } from '../../../test/restrict.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, fillAt, newTrader } from '../../../test/trader.ts';

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

const limit = { orderType: 'limit', price: '59000' };

describe('an order that waits holds nothing', () => {
  test('it is taken, listed and shown, and no money moves', async () => {
    const answer = await trader.asks({ ...limit, stopLoss: '58000', takeProfit: '61000' });
    expect([answer.code, answer.message]).toEqual(['200', '20004']);
    expect(answer.result).toMatchObject({
      status: 'pending',
      orderType: 'limit',
      price: '59000',
      lots: '0.1',
      margin: '0',
      fee: '0',
      stopLoss: '58000',
      takeProfit: '61000',
      reason: null,
    });
    expect(answer.result.openPrice).toBeUndefined();
    expect(await trader.amount()).toBe('10000');
    const list = async (status: 'pending' | 'running') =>
      (await product.call('contracts.list', { token: trader.token, query: { status } })).result;
    expect((await list('pending')).records.map(({ id }) => id)).toEqual([answer.result.id]);
    expect((await list('running')).total).toBe(0);
    const { events } = await trader.sees(answer.result.id);
    expect(events).toMatchObject([{ kind: 'placed', price: '59000', by: 'user' }]);
  });

  test('it may be far larger than the account, because nothing is checked before it fills', async () => {
    const order = await trader.opens({ ...limit, lots: '50' });
    expect(order.status).toBe('pending');
  });

  test('the same request twice is one order and the same bytes', async () => {
    const requestId = randomUUID();
    const [first, second] = [
      await trader.asks({ ...limit, requestId }),
      await trader.asks({ ...limit, requestId }),
    ];
    expect(second.text).toBe(first.text);
    const list = await product.call('contracts.list', { token: trader.token });
    expect(list.result.total).toBe(1);
  });
});

describe('given a tape, when a price comes, then', () => {
  type Story = {
    what: string;
    asked: object;
    tape: [string, string][];
    ends: { status: string; openPrice?: string; slippage?: string; at?: number };
    paid: string[];
  };
  const stories: Story[] = [
    {
      what: 'a buy limit fills at the first ask at or below it, at that ask',
      asked: { orderType: 'limit', price: '59500' },
      tape: [
        ['59495', '59505'],
        ['59480', '59490'],
      ],
      ends: { status: 'running', openPrice: '59490', slippage: '-10', at: 1 },
      paid: ['cash → margin 2974.5', 'cash → house:fees 5.949'],
    },
    {
      what: 'a sell limit fills at the first bid at or above it',
      asked: { orderType: 'limit', direction: 'sell', price: '60500' },
      tape: [
        ['60499', '60509'],
        ['60500', '60510'],
      ],
      ends: { status: 'running', openPrice: '60500', slippage: '0', at: 1 },
      paid: ['cash → margin 3025', 'cash → house:fees 6.05'],
    },
    {
      what: 'a buy stop fills at the first ask past it, the gap included',
      asked: { orderType: 'stop', stopPrice: '60500' },
      tape: [
        ['60480', '60490'],
        ['60700', '60710'],
      ],
      ends: { status: 'running', openPrice: '60710', slippage: '210', at: 1 },
      paid: ['cash → margin 3035.5', 'cash → house:fees 6.071'],
    },
    {
      what: 'a sell stop fills at the first bid past it',
      asked: { orderType: 'stop', direction: 'sell', stopPrice: '59500' },
      tape: [['59400', '59410']],
      ends: { status: 'running', openPrice: '59400', slippage: '100', at: 0 },
      paid: ['cash → margin 2970', 'cash → house:fees 5.94'],
    },
    {
      what: 'a stop-limit is armed by its stop and fills once its limit is reached',
      asked: { orderType: 'stopLimit', stopPrice: '60500', price: '60550' },
      tape: [
        ['60600', '60610'],
        ['60530', '60540'],
      ],
      ends: { status: 'running', openPrice: '60540', slippage: '-10', at: 1 },
      paid: ['cash → margin 3027', 'cash → house:fees 6.054'],
    },
    {
      what: 'a stop-limit fills at the very tick that arms it when the limit allows it',
      asked: { orderType: 'stopLimit', stopPrice: '60500', price: '60550' },
      tape: [['60500', '60510']],
      ends: { status: 'running', openPrice: '60510', slippage: '-40', at: 0 },
      paid: ['cash → margin 3025.5', 'cash → house:fees 6.051'],
    },
    {
      what: 'a stop-limit whose price runs away goes on waiting, armed',
      asked: { orderType: 'stopLimit', stopPrice: '60500', price: '60550' },
      tape: [
        ['60600', '60610'],
        ['61000', '61010'],
      ],
      ends: { status: 'pending' },
      paid: [],
    },
    {
      what: 'a price that only comes near does nothing',
      asked: { orderType: 'limit', price: '59500' },
      tape: [['59491', '59501']],
      ends: { status: 'pending' },
      paid: [],
    },
  ];
  test.each(stories)('$what', async ({ asked, tape, ends, paid }) => {
    const order = await trader.opens(asked);
    const ticks: string[] = [];
    for (const [bid, ask] of tape) {
      const quote = await trader.says(bid, ask);
      ticks.push(quote.tickId);
      await fillAt(product, trader, { id: order.id, quote });
    }
    const now = await trader.sees(order.id);
    const { at, ...expected } = ends;
    expect(now).toMatchObject(expected);
    if (at !== undefined) expect(now.openTickId).toBe(ticks[at]);
    expect(await trader.payments(order.id)).toEqual(paid);
  });

  test('without the margin it ends as rejected, with the code, and nothing is charged', async () => {
    const order = await trader.opens({ orderType: 'limit', price: '59500', lots: '1' });
    const quote = await trader.says('59480', '59490');
    const outcome = await fillAt(product, trader, { id: order.id, quote });
    expect(outcome.ok && outcome.value.status).toBe('closed');
    const now = await trader.sees(order.id);
    expect(now).toMatchObject({ status: 'closed', reason: 'rejected', rejectedCode: '10011' });
    expect(now.profit).toBeUndefined();
    expect(now.events.map(({ kind }) => kind)).toEqual(['placed', 'rejected']);
    expect(await trader.payments(order.id)).toEqual([]);
    expect(await trader.amount()).toBe('10000');
    const again = await fillAt(product, trader, { id: order.id, quote });
    expect(!again.ok && again.failure.name).toBe('already-closed');
  });

  test('it fills once, however often a tick says so', async () => {
    const order = await trader.opens({ orderType: 'limit', price: '59500' });
    const quote = await trader.says('59480', '59490');
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => fillAt(product, trader, { id: order.id, quote })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await trader.payments(order.id)).toHaveLength(2);
  });

  test('a tick from before it was placed never sets it off', async () => {
    const early = await trader.says('59480', '59490');
    await trader.says('60000', '60010');
    const order = await trader.opens({ orderType: 'limit', price: '59500' });
    const outcome = await fillAt(product, trader, { id: order.id, quote: early });
    expect(!outcome.ok && outcome.failure.name).toBe('quote-expired');
    expect((await trader.sees(order.id)).status).toBe('pending');
  });

  test('a filled order is a contract like any other: it closes, and its stop is its own', async () => {
    const order = await trader.opens({
      orderType: 'limit',
      price: '59500',
      stopLoss: '58000',
      trailingDistance: '500',
    });
    const quote = await trader.says('59480', '59490');
    await fillAt(product, trader, { id: order.id, quote });
    const { result } = await trader.closes(order.id);
    // 0.1 × (59,480 − 59,490) − 5.949 − 5.948
    expect(result).toMatchObject({ price: '59480', profit: '-12.897' });
    expect(result.order).toMatchObject({ stopLoss: '58000', trailingDistance: '500' });
    const { events } = await trader.sees(order.id);
    expect(events.map(({ kind, by }) => [kind, by])).toEqual([
      ['placed', 'user'],
      ['opened', 'market'],
      ['closed', 'user'],
    ]);
  });
});

describe('order/cancelContracts', () => {
  test('ends an order that waits; a second time and a filled one are 11017', async () => {
    const order = await trader.opens(limit);
    const answer = await trader.cancels(order.id);
    expect(answer.result).toMatchObject({ status: 'closed', reason: 'cancelled' });
    expect((await trader.cancels(order.id)).code).toBe('11017');
    const running = await trader.opens();
    expect((await trader.cancels(running.id)).code).toBe('11017');
    expect(await trader.payments(order.id)).toEqual([]);
  });

  test('the same request twice is the same bytes', async () => {
    const order = await trader.opens(limit);
    const requestId = randomUUID();
    const first = await trader.cancels(order.id, { requestId });
    expect((await trader.cancels(order.id, { requestId })).text).toBe(first.text);
  });

  test('somebody else’s and nobody’s are the same 404', async () => {
    const order = await trader.opens(limit);
    const other = await newTrader(product);
    const theirs = await other.cancels(order.id);
    expect(theirs.status).toBe(404);
    expect(theirs.text).toBe((await other.cancels(randomUUID())).text);
  });

  test('cancelled and filled at once: exactly one of the two happens', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await trader.opens({ orderType: 'limit', price: '59500', lots: '0.01' });
      const quote = await trader.says('59480', '59490');
      const acts = [
        () => fillAt(product, trader, { id: order.id, quote }),
        () => trader.cancels(order.id),
      ];
      await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      const now = await trader.sees(order.id);
      const filled = now.status === 'running';
      expect(filled || now.reason === 'cancelled').toBe(true);
      expect(await trader.payments(order.id)).toHaveLength(filled ? 2 : 0);
      await trader.says('60000', '60010');
    }
  });

  test('a demo reset cancels what waits and closes what runs', async () => {
    const waiting = await trader.opens(limit);
    const running = await trader.opens();
    const answer = await product.call('portfolio.demo-reset', {
      token: trader.token,
      body: { requestId: randomUUID() },
    });
    expect(answer.result.amount).toBe('10000');
    expect((await trader.sees(waiting.id)).reason).toBe('cancelled');
    expect((await trader.sees(running.id)).status).toBe('closed');
  });
});

describe('bad input of an order that waits: the code, at the field, nothing taken', () => {
  const stop = { orderType: 'stop', stopPrice: '60500' };
  const both = { orderType: 'stopLimit', stopPrice: '60500', price: '60550' };
  const odd: [string, object, string, string, string?][] = [
    ['a limit order without a price', { orderType: 'limit' }, '11014', 'price'],
    ['a stop order without its stop', { orderType: 'stop' }, '11014', 'stopPrice'],
    ['a stop-limit without its limit', { ...both, price: undefined }, '11014', 'price'],
    ['a stop-limit without its stop', { ...both, stopPrice: undefined }, '11014', 'stopPrice'],
    ['a limit order with a stop price', { ...limit, stopPrice: '1' }, '400', 'stopPrice'],
    ['a stop order with a limit', { ...stop, price: '1' }, '400', 'price'],
    ['a buy limit above the market', { ...limit, price: '60010' }, '11016', 'price', 'wrongSide'],
    [
      'a sell limit below the market',
      { ...limit, direction: 'sell', price: '60000' },
      '11016',
      'price',
      'wrongSide',
    ],
    [
      'a buy stop below the market',
      { ...stop, stopPrice: '60010' },
      '11016',
      'stopPrice',
      'wrongSide',
    ],
    [
      'a sell stop above the market',
      { ...stop, direction: 'sell', stopPrice: '60000' },
      '11016',
      'stopPrice',
      'wrongSide',
    ],
    ['a limit far from the market', { ...limit, price: '29000' }, '11016', 'price', 'tooFar'],
    ['a stop far from the market', { ...stop, stopPrice: '91000' }, '11016', 'stopPrice', 'tooFar'],
    ['a limit between two ticks', { ...limit, price: '59000.001' }, '11016', 'price', 'offStep'],
    ['a stop loss above a buy limit', { ...limit, stopLoss: '59000' }, '11008', 'stopLoss'],
    ['a take profit below a buy limit', { ...limit, takeProfit: '58999' }, '11009', 'takeProfit'],
    [
      'both on the wrong side of the limit',
      { ...limit, stopLoss: '59500', takeProfit: '58500' },
      '11010',
      'stopLoss',
    ],
    [
      'a trailing distance beyond the price',
      { ...limit, trailingDistance: '59000' },
      '11008',
      'trailingDistance',
    ],
    ['zero lots', { ...limit, lots: '0' }, '10016', 'lots'],
    ['off-step lots', { ...limit, lots: '0.000001' }, '10016', 'lots'],
    ['leverage above the cap', { ...limit, leverage: 3 }, '11024', 'leverage'],
  ];
  test.each(odd)('%s', async (_what, change, code, field, why) => {
    const answer = await trader.asks(change);
    expect([answer.code, answer.refused.field]).toEqual([code, field]);
    if (why !== undefined) expect(answer.refused.facts).toMatchObject({ why });
    const list = await product.call('contracts.list', { token: trader.token });
    expect(list.result.total).toBe(0);
  });

  test('an old price takes no order either', async () => {
    product.clock.advance(6_000);
    const answer = await trader.asks(limit);
    expect([answer.code, answer.refused.facts]).toEqual(['10015', { why: 'stale' }]);
  });

  test('a closed market takes no order, filled at once or waiting', async () => {
    // It is Monday midnight: shares are not traded, whatever a feed says of their price.
    await product.price('AAPL', '190', '190.1');
    for (const change of [{}, { orderType: 'limit', price: '180' }]) {
      const answer = await trader.asks({ ...change, code: 'AAPL', lots: '1' });
      expect([answer.code, answer.refused.facts]).toEqual(['10015', { why: 'closed' }]);
    }
  });
});

describe('a tick that is older than a price may be', () => {
  test('fills nothing: the order goes on waiting', async () => {
    const order = await trader.opens(limit);
    const quote = await trader.says('58900', '58910');
    product.clock.advance(5_001);
    const outcome = await fillAt(product, trader, { id: order.id, quote });
    expect(!outcome.ok && outcome.failure).toMatchObject({
      name: 'not-tradable-now',
      facts: { why: 'stale' },
    });
    expect((await trader.sees(order.id)).status).toBe('pending');
    expect(await trader.payments(order.id)).toEqual([]);
  });

  test('nor after a restart; the next one that reaches it does', async () => {
    const order = await trader.opens(limit);
    await product.settle();
    await trader.says('58900', '58910');
    await trader.says('60000', '60010');
    product.clock.advance(120_000);
    await product.restart();
    await product.settle();
    await product.settle();
    expect((await trader.sees(order.id)).status).toBe('pending');
    await trader.says('58800', '58810');
    await product.settle();
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ status: 'running', openPrice: '58810' });
  });
});

describe('an instrument an operator restricts', () => {
  const decide = async (status: 'open' | 'closeOnly' | 'suspended'): Promise<void> => {
    const deps = { db: product.db, clock: product.clock };
    await restrictInstrument(deps, { code: 'ETH/USDT', status, reason: 'A test', by: 'test' });
    await product.settle();
  };
  const eth = { code: 'ETH/USDT', lots: '0.1' };
  const waits = { ...eth, orderType: 'limit', price: '2900' };

  test('close-only: nothing opens, what waits goes on waiting, what runs may close', async () => {
    await trader.says('3000', '3001', 'ETH/USDT');
    const running = await trader.opens(eth);
    const waiting = await trader.opens(waits);
    await decide('closeOnly');
    for (const body of [eth, waits]) {
      const answer = await trader.asks(body);
      expect([answer.code, answer.refused.facts]).toEqual(['10015', { why: 'closeOnly' }]);
    }
    const quote = await trader.says('2880', '2881', 'ETH/USDT');
    const outcome = await fillAt(product, trader, { id: waiting.id, quote });
    expect(!outcome.ok && outcome.failure.facts).toEqual({ why: 'closeOnly' });
    expect((await trader.sees(waiting.id)).status).toBe('pending');
    expect((await trader.closes(running.id)).code).toBe('200');
    await decide('open');
  });

  test('suspended: not even closing; cancelling always', async () => {
    await trader.says('3000', '3001', 'ETH/USDT');
    const running = await trader.opens(eth);
    const waiting = await trader.opens(waits);
    await decide('suspended');
    const close = await trader.closes(running.id);
    expect([close.code, close.refused.facts]).toEqual(['10015', { why: 'suspended' }]);
    expect((await trader.closesAll()).result.failed).toEqual([{ id: running.id, code: '10015' }]);
    expect((await trader.reverses(running.id)).code).toBe('10015');
    expect((await trader.cancels(waiting.id)).result.reason).toBe('cancelled');
    await decide('open');
    expect((await trader.closes(running.id)).code).toBe('200');
  });
});
