import type { InstrumentCode } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Order, OrderDetail } from '@candor/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { restrictInstrument } from '../../test/restrict.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';

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

type Refused = { code: string; refused: { field: string | null; facts?: unknown } };

/** What an answer says of a price that was reached. */
const reachedIn = ({ code, refused }: Refused): unknown[] => [code, refused.field, refused.facts];

describe('what a stored tick has reached is not amended away', () => {
  test('a stop: moved between the tick and the pulse 80 times, and filled there 80 times', async () => {
    const ends: unknown[] = [];
    for (let round = 0; round < 80; round += 1) {
      await trader.says('60000', '60010');
      const order = await trader.opens({ lots: '0.01', stopLoss: '59500' });
      await product.settle();
      const quote = await trader.says('59400', '59410');
      const answer = await trader.amends(order.id, { stopLoss: '59000' });
      expect(reachedIn(answer)).toEqual([
        '11017',
        'stopLoss',
        { why: 'reached', reachedAt: String(quote.receivedAt), tickId: quote.tickId },
      ]);
      await product.settle();
      const { status, reason, closePrice, closeTickId } = await trader.sees(order.id);
      ends.push([status, reason, closePrice, closeTickId === quote.tickId]);
    }
    expect(ends).toEqual(Array.from({ length: 80 }, () => ['closed', 'stopLoss', '59400', true]));
  }, 60_000);

  test('a target: who tightens their stop after it was reached keeps what it won', async () => {
    const order = await trader.opens({ takeProfit: '61000', stopLoss: '59000' });
    await product.settle();
    const quote = await trader.says('61005', '61015');
    await trader.says('60000', '60010');
    const answer = await trader.amends(order.id, { stopLoss: '59900' });
    expect(reachedIn(answer)).toEqual([
      '11017',
      'takeProfit',
      { why: 'reached', reachedAt: String(quote.receivedAt), tickId: quote.tickId },
    ]);
    await product.settle();
    const end = { status: 'closed', reason: 'takeProfit', closePrice: '61005' };
    expect(await trader.sees(order.id)).toMatchObject({ ...end, closeTickId: quote.tickId });
  });

  test('a trailing stop, at the level the engine had followed the price to', async () => {
    const order = await trader.opens({ trailingDistance: '300' });
    await product.settle();
    await trader.says('60500', '60510');
    await product.settle();
    const quote = await trader.says('60190', '60200');
    const answer = await trader.amends(order.id, { trailingDistance: '900' });
    expect(reachedIn(answer)).toEqual([
      '11017',
      'trailingDistance',
      { why: 'reached', reachedAt: String(quote.receivedAt), tickId: quote.tickId },
    ]);
    await product.settle();
    const end = { status: 'closed', reason: 'trailing', closePrice: '60190' };
    expect(await trader.sees(order.id)).toMatchObject({ ...end, closeTickId: quote.tickId });
  });

  test('a trailing stop keeps what it followed before its owner changed something else', async () => {
    const order = await trader.opens({ trailingDistance: '300', stopLoss: '59000' });
    await product.settle();
    await trader.says('60500', '60510');
    await trader.says('60400', '60410');
    expect((await trader.amends(order.id, { stopLoss: '59100' })).code).toBe('200');
    await product.settle();
    const quote = await trader.says('60190', '60200');
    expect((await trader.amends(order.id, { stopLoss: '58000' })).code).toBe('11017');
    await product.settle();
    const end = { status: 'closed', reason: 'trailing', closePrice: '60190' };
    expect(await trader.sees(order.id)).toMatchObject({ ...end, closeTickId: quote.tickId });
  });

  test('a trailing stop that rose and was met before any pulse had seen it', async () => {
    const order = await trader.opens({ trailingDistance: '300' });
    await trader.says('60500', '60510');
    await trader.says('60190', '60200');
    expect((await trader.amends(order.id, { trailingDistance: null })).code).toBe('11017');
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'trailing', closePrice: '60190' });
  });

  const waiting: [string, object, object, [string, string], string, Partial<OrderDetail>][] = [
    [
      'a limit',
      { orderType: 'limit', price: '59500' },
      { price: '58000' },
      ['59480', '59490'],
      'price',
      { status: 'running', openPrice: '59490' },
    ],
    [
      'a stop',
      { orderType: 'stop', stopPrice: '60500' },
      { stopPrice: '62000' },
      ['60510', '60520'],
      'stopPrice',
      { status: 'running', openPrice: '60520' },
    ],
    [
      'the stop of a stop-limit',
      { orderType: 'stopLimit', stopPrice: '60500', price: '60515' },
      { stopPrice: '62000', price: '62010' },
      ['60590', '60600'],
      'stopPrice',
      { status: 'pending', armed: true },
    ],
  ];
  test.each(waiting)('%s that waited', async (_what, params, change, [bid, ask], field, end) => {
    const order = await trader.opens(params);
    await product.settle();
    const quote = await trader.says(bid, ask);
    expect(reachedIn(await trader.amends(order.id, change))).toEqual([
      '11017',
      field,
      { why: 'reached', reachedAt: String(quote.receivedAt), tickId: quote.tickId },
    ]);
    expect((await trader.cancels(order.id)).code).toBe('11017');
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject(end);
  });

  test('the limit of a stop-limit order that is armed', async () => {
    const order = await trader.opens({
      orderType: 'stopLimit',
      stopPrice: '60500',
      price: '60515',
    });
    await trader.says('60590', '60600');
    await product.settle();
    expect((await trader.sees(order.id)).armed).toBe(true);
    const quote = await trader.says('60500', '60510');
    const answer = await trader.amends(order.id, { price: '59000' });
    expect(reachedIn(answer)).toEqual([
      '11017',
      'price',
      { why: 'reached', reachedAt: String(quote.receivedAt), tickId: quote.tickId },
    ]);
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ status: 'running', openPrice: '60510' });
  });
});

describe('a stop that was reached comes before what its owner asks for after it', () => {
  const acts: [string, (id: string) => Promise<Refused>][] = [
    ['a closing', (id) => trader.closes(id)],
    ['the closing of a part', (id) => trader.closes(id, { lots: '0.05' })],
    ['a reversal', (id) => trader.reverses(id)],
  ];
  test.each(acts)('%s', async (_what, act) => {
    const order = await trader.opens({ stopLoss: '59500' });
    await product.settle();
    const quote = await trader.says('59400', '59410');
    await trader.says('59900', '59910');
    const [code, , facts] = reachedIn(await act(order.id));
    expect([code, facts]).toEqual([
      '11017',
      { why: 'reached', reachedAt: String(quote.receivedAt), tickId: quote.tickId },
    ]);
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '59400' });
  });

  test('closing everything names it with the others that stay open', async () => {
    const stopped = await trader.opens({ lots: '0.01', stopLoss: '59500' });
    const other = await trader.opens({ lots: '0.01' });
    await product.settle();
    await trader.says('59400', '59410');
    const { result } = await trader.closesAll();
    expect(result.closed.map(({ id }) => id)).toEqual([other.id]);
    expect(result.failed).toEqual([{ id: stopped.id, code: '11017' }]);
    await product.settle();
    expect(await trader.sees(stopped.id)).toMatchObject({ reason: 'stopLoss' });
  });
});

/** Whether orders of it may be filled, as an operator says. */
async function restricts(status: 'open' | 'closeOnly' | 'suspended'): Promise<void> {
  product.clock.advance(1_000);
  const asked = { code: 'BTC/USDT', status, reason: 'a test', by: 'an operator' } as const;
  await restrictInstrument({ db: product.db, clock: product.clock }, asked);
  await product.app.relay.settled();
  const now = status === 'open' ? null : status;
  await vi.waitFor(() => {
    const code = 'BTC/USDT' as InstrumentCode;
    expect(product.app.market.restriction(code)?.status ?? null).toBe(now);
  });
}

describe('an order that waits and may not be filled now is its owner’s', () => {
  afterEach(() => restricts('open'));
  const limit = { lots: '0.01', orderType: 'limit', price: '59500' };

  test('cancelled between a tick past its price and the pulse, at every tick', async () => {
    const orders: Order[] = [];
    for (let tick = 0; tick < 5; tick += 1) orders.push(await trader.opens(limit));
    await product.settle();
    await restricts('closeOnly');
    for (const [tick, { id }] of orders.entries()) {
      await trader.says(String(59_400 - tick), String(59_410 - tick));
      expect((await trader.cancels(id)).code).toBe('200');
      await product.settle();
      expect((await trader.sees(id)).reason).toBe('cancelled');
    }
  });

  test('cancelled and amended while it is due, and its new price counts', async () => {
    const [cancelled, amended] = [await trader.opens(limit), await trader.opens(limit)];
    await product.settle();
    await trader.says('59400', '59410');
    await restricts('suspended');
    expect((await trader.cancels(cancelled.id)).code).toBe('200');
    expect((await trader.amends(amended.id, { price: '59000' })).code).toBe('200');
    await restricts('open');
    await trader.says('59300', '59310');
    await product.settle();
    expect((await trader.sees(amended.id)).status).toBe('pending');
    await trader.says('58980', '58990');
    await product.settle();
    const filled = { status: 'running', openPrice: '58990' };
    expect(await trader.sees(amended.id)).toMatchObject(filled);
  });

  test('an armed one is amended, and its new price counts from then on', async () => {
    const asked = { ...limit, orderType: 'stopLimit', stopPrice: '60500', price: '60515' };
    const order = await trader.opens(asked);
    await trader.says('60590', '60600');
    await product.settle();
    await restricts('closeOnly');
    await trader.says('60500', '60510');
    expect((await trader.amends(order.id, { price: '60400' })).code).toBe('200');
    await restricts('open');
    const quote = await trader.says('60380', '60390');
    await trader.says('60500', '60510');
    await product.settle();
    const filled = { status: 'running', openPrice: '60390', openTickId: quote.tickId };
    expect(await trader.sees(order.id)).toMatchObject(filled);
  });

  test('the tick that arms it is not amended away: it arms while nothing may be filled', async () => {
    const asked = { ...limit, orderType: 'stopLimit', stopPrice: '60500', price: '60515' };
    const order = await trader.opens(asked);
    await product.settle();
    await restricts('closeOnly');
    await trader.says('60590', '60600');
    expect((await trader.amends(order.id, { stopPrice: '62000' })).code).toBe('11017');
    await product.settle();
    expect((await trader.sees(order.id)).armed).toBe(true);
    expect((await trader.cancels(order.id)).code).toBe('200');
  });

  test('a tick too old to open anything at', async () => {
    const order = await trader.opens(limit);
    await product.settle();
    await trader.says('59400', '59410');
    product.clock.advance(9_000);
    expect((await trader.cancels(order.id)).code).toBe('200');
  });

  test('as soon as it may be filled again, what is reached comes first', async () => {
    const order = await trader.opens(limit);
    await product.settle();
    await restricts('closeOnly');
    await trader.says('59400', '59410');
    await product.settle();
    await restricts('open');
    await trader.says('59390', '59400');
    expect((await trader.cancels(order.id)).code).toBe('11017');
    await product.settle();
    const filled = { status: 'running', openPrice: '59400' };
    expect(await trader.sees(order.id)).toMatchObject(filled);
  });
});

describe('what was not reached is free', () => {
  test('a tick before the terms, a tick short of the stop, and the other side’s price', async () => {
    await trader.says('59000', '59010');
    await trader.says('60000', '60010');
    const order = await trader.opens({ stopLoss: '59500' });
    expect((await trader.amends(order.id, { stopLoss: '59400' })).code).toBe('200');
    await product.settle();
    await trader.says('59400.01', '59410');
    expect((await trader.amends(order.id, { stopLoss: '59300' })).code).toBe('200');
    await trader.says('59350', '59360');
    await product.settle();
    expect((await trader.sees(order.id)).status).toBe('running');
    expect((await trader.closes(order.id)).code).toBe('200');
  });

  test('the new terms act on the ticks after them, also before any pulse', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    await trader.amends(order.id, { stopLoss: '59800' });
    const quote = await trader.says('59790', '59800');
    await trader.says('60000', '60010');
    expect((await trader.amends(order.id, { stopLoss: '59000' })).code).toBe('11017');
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({
      status: 'closed',
      closePrice: '59790',
      closeTickId: quote.tickId,
    });
  });

  test('the new price of an armed order, by the ticks from before it', async () => {
    const asked = { lots: '0.01', orderType: 'stopLimit', stopPrice: '60500', price: '60515' };
    const order = await trader.opens(asked);
    await trader.says('60590', '60600');
    await product.settle();
    await trader.says('60530', '60540');
    expect((await trader.amends(order.id, { price: '60550' })).code).toBe('200');
    const quote = await trader.says('60520', '60530');
    await trader.says('60590', '60600');
    await product.settle();
    await product.settle();
    const filled = { status: 'running', openPrice: '60530', openTickId: quote.tickId };
    expect(await trader.sees(order.id)).toMatchObject(filled);
  });
});

describe('when the engine is farther behind than ticks are remembered', () => {
  const REMEMBERED_MS = 10_000;

  /** More ticks than are remembered, none of which a pulse has seen. */
  async function falls(bid = '59400', ask = '59410'): Promise<Quote> {
    const quote = await trader.says(bid, ask);
    for (let tick = 0; tick < 140; tick += 1) {
      product.clock.advance(REMEMBERED_MS / 50);
      await product.price('BTC/USDT', String(60_000 + (tick % 7)), '60020');
    }
    return quote;
  }

  /** What an answer says that a tick had reached, whichever of its two sources said it first. */
  const saysReached = ({ code, refused }: Refused, { receivedAt }: Quote): void => {
    expect([code, refused.facts]).toMatchObject([
      '11017',
      { why: 'reached', reachedAt: String(receivedAt) },
    ]);
  };

  const acts: [string, (id: string) => Promise<Refused>][] = [
    ['an amendment', (id) => trader.amends(id, { stopLoss: '59000' })],
    ['a closing', (id) => trader.closes(id)],
    ['the closing of a part', (id) => trader.closes(id, { lots: '0.05' })],
    ['a reversal', (id) => trader.reverses(id)],
  ];
  test.each(acts)('%s comes behind the stop that was reached before it', async (_what, act) => {
    const order = await trader.opens({ stopLoss: '59500' });
    await product.settle();
    const quote = await falls();
    saysReached(await act(order.id), quote);
    await product.settle();
    const end = { status: 'closed', reason: 'stopLoss', closePrice: '59400' };
    expect(await trader.sees(order.id)).toMatchObject(end);
  });

  test('a closing comes behind a trailing stop that followed ticks nobody remembers', async () => {
    const order = await trader.opens({ trailingDistance: '300' });
    await product.settle();
    await trader.says('60500', '60510');
    const quote = await falls('60190', '60200');
    saysReached(await trader.closes(order.id), quote);
    await product.settle();
    const end = { reason: 'trailing', closePrice: '60190' };
    expect(await trader.sees(order.id)).toMatchObject(end);
  });

  test('closing everything closes what was not reached, and names what was', async () => {
    const stopped = await trader.opens({ lots: '0.01', stopLoss: '59500' });
    const other = await trader.opens({ lots: '0.01', stopLoss: '59000' });
    await product.settle();
    await falls();
    const { result } = await trader.closesAll();
    expect(result.closed.map(({ id }) => id)).toEqual([other.id]);
    expect(result.failed).toEqual([{ id: stopped.id, code: '11017' }]);
    await product.settle();
    expect(await trader.sees(stopped.id)).toMatchObject({ reason: 'stopLoss' });
  });

  test('what was not reached is closed, amended and cancelled at once', async () => {
    const [closed, amended] = [
      await trader.opens({ lots: '0.01', stopLoss: '59000' }),
      await trader.opens({ lots: '0.01', stopLoss: '59000' }),
    ];
    const waiting = await trader.opens({ lots: '0.01', orderType: 'limit', price: '59000' });
    await product.settle();
    await falls();
    expect((await trader.closes(closed.id)).code).toBe('200');
    expect((await trader.amends(amended.id, { stopLoss: '58900' })).code).toBe('200');
    expect((await trader.cancels(waiting.id)).code).toBe('200');
  });

  test('a pulse later amendments are taken again', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    await product.settle();
    await falls();
    await product.settle();
    expect((await trader.amends(order.id, { stopLoss: '59100' })).code).toBe('200');
  });
});
