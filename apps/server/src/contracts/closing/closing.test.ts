import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';

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

describe('closing a part', () => {
  test('takes its share of margin and opening fee along; the last part takes the rest', async () => {
    const order = await trader.opens();
    await trader.says('61000', '61010');
    const part = await trader.closes(order.id, { lots: '0.03' });
    // 0.03 × 990 = 29.7; fee 1.83; 3/10 of 6.001 is 1.8003.
    expect(part.result).toMatchObject({ price: '61000', profit: '26.0697' });
    expect(part.result.order).toMatchObject({
      status: 'running',
      lots: '0.1',
      openLots: '0.07',
      margin: '2100.35',
      fee: '7.831',
    });
    await trader.says('59000', '59010');
    const rest = await trader.closes(order.id);
    // 0.07 × −1,010 = −70.7; fee 4.13; the rest of the opening fee is 4.2007.
    expect(rest.result).toMatchObject({ price: '59000', profit: '-79.0307' });
    expect(rest.result.order).toMatchObject({
      status: 'closed',
      lots: '0.1',
      margin: '3000.5',
      fee: '11.961',
      profit: '-52.961',
    });
    expect(await trader.payments(order.id)).toEqual([
      'cash → margin 3000.5',
      'cash → house:fees 6.001',
      'margin → cash 900.15',
      'house:trading → cash 29.7',
      'cash → house:fees 1.83',
      'margin → cash 2100.35',
      'cash → house:trading 70.7',
      'cash → house:fees 4.13',
    ]);
    expect(await trader.amount()).toBe('9947.039');
    const { receiptIds, receiptNo, events } = await trader.sees(order.id);
    expect(receiptIds).toHaveLength(2);
    expect(receiptNo).toBe(receiptIds?.[1]);
    expect(events.map(({ kind, lots }) => [kind, lots])).toEqual([
      ['opened', '0.1'],
      ['partClosed', '0.03'],
      ['closed', '0.07'],
    ]);
    const info = await product.call('portfolio.info', { token: trader.token });
    expect(info.result.profit).toBe('-52.961');
  });

  test('counts in the profit at once, not only when the last lots close', async () => {
    const order = await trader.opens();
    await trader.closes(order.id, { lots: '0.05' });
    const { result } = await product.call('portfolio.info', { token: trader.token });
    // 0.05 × −10 − 3 − 3.0005
    expect(result.profit).toBe('-6.5005');
    expect(result.bondAmount).toBe('1500.25');
  });

  test('thirds of a unit are nobody’s: ten parts give back exactly what was held', async () => {
    await trader.says('60000.01', '60010.03');
    const order = await trader.opens({ lots: '0.0007' });
    for (let part = 0; part < 7; part += 1) {
      expect((await trader.closes(order.id, { lots: '0.0001' })).code).toBe('200');
    }
    const { result } = await product.call('portfolio.info', { token: trader.token });
    expect(result.bondAmount).toBe('0');
    const now = await trader.sees(order.id);
    expect(now.status).toBe('closed');
    expect(now.receiptIds).toHaveLength(7);
    expect(result.profit).toBe(now.profit);
  });

  test('two at once that together are more than there is: one of them is refused', async () => {
    const order = await trader.opens();
    const answers = await Promise.all([1, 2].map(() => trader.closes(order.id, { lots: '0.06' })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['10016', '200']);
    expect((await trader.sees(order.id)).openLots).toBe('0.04');
  });

  test('an off-step part, none and more than there is are refused at the field', async () => {
    const order = await trader.opens();
    for (const lots of ['0', '0.00005', '0.09995', '0.11', '-1', '']) {
      const answer = await trader.closes(order.id, { lots });
      expect([lots, answer.code, answer.refused.field]).toEqual([lots, '10016', 'lots']);
    }
    expect((await trader.sees(order.id)).openLots).toBe('0.1');
  });

  test('the same request twice closes one part', async () => {
    const order = await trader.opens();
    const requestId = randomUUID();
    const first = await trader.closes(order.id, { lots: '0.05', requestId });
    expect((await trader.closes(order.id, { lots: '0.05', requestId })).text).toBe(first.text);
    expect((await trader.sees(order.id)).openLots).toBe('0.05');
  });
});

describe('order/closeAll', () => {
  test('closes what can be closed and names what cannot, with its code', async () => {
    const other = await trader.says('3000', '3001', 'ETH/USDT');
    expect(other.code).toBe('ETH/USDT');
    await trader.says('60000', '60010');
    const eth = await trader.opens({ code: 'ETH/USDT', lots: '0.1' });
    product.clock.advance(5_000);
    await product.price('BTC/USDT', '60000', '60010');
    const btc = [await trader.opens(), await trader.opens({ direction: 'sell' })];
    const { result } = await trader.closesAll();
    expect(result.closed.map(({ id }) => id).toSorted()).toEqual(
      btc.map(({ id }) => id).toSorted(),
    );
    expect(result.failed).toEqual([{ id: eth.id, code: '10015' }]);
    for (const { reason, status } of result.closed) {
      expect([status, reason]).toEqual(['closed', 'user']);
    }
  });

  test('of one instrument alone; what waits goes on waiting; the same request is the same bytes', async () => {
    await trader.says('3000', '3001', 'ETH/USDT');
    const eth = await trader.opens({ code: 'ETH/USDT', lots: '0.1' });
    const btc = await trader.opens();
    const waiting = await trader.opens({ orderType: 'limit', price: '59000' });
    const requestId = randomUUID();
    const first = await trader.closesAll({ code: 'BTC/USDT', requestId });
    expect(first.result.closed.map(({ id }) => id)).toEqual([btc.id]);
    expect((await trader.closesAll({ code: 'BTC/USDT', requestId })).text).toBe(first.text);
    expect((await trader.sees(eth.id)).status).toBe('running');
    expect((await trader.sees(waiting.id)).status).toBe('pending');
    expect((await trader.closesAll({ code: 'BTC/USDT' })).result).toEqual({
      closed: [],
      failed: [],
    });
  });

  test('at once with a single close: each contract closes exactly once', async () => {
    const orders = [await trader.opens({ lots: '0.01' }), await trader.opens({ lots: '0.01' })];
    const [one, all] = await Promise.all([trader.closes(orders[0]?.id ?? ''), trader.closesAll()]);
    const closed = all.result.closed.length + (one.code === '200' ? 1 : 0);
    expect(closed).toBe(2);
    for (const { id } of orders) expect(await trader.payments(id)).toHaveLength(5);
  });
});

describe('order/reverseContracts', () => {
  test('closes a long and opens the same short, both at one tick', async () => {
    const order = await trader.opens({ stopLoss: '55000' });
    await trader.says('61000', '61010');
    const { result } = await trader.reverses(order.id);
    expect(result.closed).toMatchObject({ id: order.id, status: 'closed', profit: '86.899' });
    expect(result.opened).toMatchObject({
      status: 'running',
      direction: 'sell',
      lots: '0.1',
      openPrice: '61000',
      openTickId: result.closed.closeTickId,
    });
    expect(result.opened.stopLoss).toBeUndefined();
    expect(await trader.payments(result.opened.id)).toEqual([
      'cash → margin 3050',
      'cash → house:fees 6.1',
    ]);
  });

  test('with a frozen quote of the other direction both happen at its price', async () => {
    const order = await trader.opens();
    const quote = await trader.quotes({ direction: 'sell' });
    await trader.says('60050', '60060');
    const { result } = await trader.reverses(order.id, { quoteId: quote.result.quoteId });
    expect([result.closed.closePrice, result.opened.openPrice]).toEqual(['60000', '60000']);
    const wrong = await trader.quotes({ direction: 'sell' });
    const refused = await trader.reverses(result.opened.id, { quoteId: wrong.result.quoteId });
    expect(refused.code).toBe('11016');
    expect((await trader.sees(result.opened.id)).status).toBe('running');
  });

  test.each([
    ['a long in a falling', { direction: 'buy' }, ['59940', '59950'], ['59939.99', '59949.99']],
    ['a long in a rising', { direction: 'buy' }, ['60060', '60070'], ['60060.01', '60070.01']],
    ['a short in a rising', { direction: 'sell' }, ['60060.01', '60070.01'], ['60070', '60080']],
  ] as const)(
    'at a held price %s market gains or loses no more than the fees it costs',
    async (_, { direction }, [bid, ask], [beyondBid, beyondAsk]) => {
      const order = await trader.opens({ direction });
      const other = direction === 'buy' ? 'sell' : 'buy';
      const first = await trader.quotes({ direction: other });
      // Both legs gain: twice 60.01 and more is past the fees of 60 each that reversing adds.
      await trader.says(beyondBid, beyondAsk);
      const refused = await trader.reverses(order.id, { quoteId: first.result.quoteId });
      expect([refused.code, refused.refused.facts?.['why']]).toEqual(['11016', 'moved']);
      expect((await trader.sees(order.id)).status).toBe('running');
      await trader.says('60000', '60010');
      const again = await trader.quotes({ direction: other });
      await trader.says(bid, ask);
      const { code, result } = await trader.reverses(order.id, { quoteId: again.result.quoteId });
      expect(code).toBe('200');
      const held = direction === 'buy' ? again.result.bid : again.result.ask;
      expect([result.closed.closePrice, result.opened.openPrice]).toEqual([held, held]);
    },
  );

  test('a held price from before the opening closes nothing', async () => {
    const quote = await trader.quotes({ direction: 'sell' });
    await trader.says('59950', '59960');
    const order = await trader.opens();
    const answer = await trader.reverses(order.id, { quoteId: quote.result.quoteId });
    expect([answer.code, answer.refused.facts]).toEqual(['11016', { why: 'moved' }]);
    expect((await trader.sees(order.id)).status).toBe('running');
    expect(await trader.payments(order.id)).toHaveLength(2);
    const orders = await product.call('contracts.list', { token: trader.token });
    expect(orders.result.records).toHaveLength(1);
  });

  test('a held price says for what it is reversed, and what that sets free counts', async () => {
    const order = await trader.opens({ lots: '0.2' });
    const other = { direction: 'sell', lots: '0.2' };
    expect((await trader.quotes(other)).code).toBe('10011');
    const { code, result } = await trader.quotes({ ...other, reverseOf: order.id });
    expect(code).toBe('200');
    // What the quote said would be free is what is free.
    const reversed = await trader.reverses(order.id, { quoteId: result.quoteId });
    expect(reversed.code).toBe('200');
    const info = await product.call('portfolio.info', { token: trader.token });
    expect(info.result.freeMargin).toBe(result.freeMarginAfter);
    const gone = await trader.quotes({ ...other, reverseOf: order.id });
    expect([gone.status, gone.refused.field]).toEqual([404, 'reverseOf']);
  });

  test('a held price of another size or leverage reverses nothing', async () => {
    const order = await trader.opens();
    for (const change of [{ lots: '0.05' }, { leverage: 1 }]) {
      const quote = await trader.quotes({ direction: 'sell', ...change });
      const answer = await trader.reverses(order.id, { quoteId: quote.result.quoteId });
      expect([answer.code, answer.refused.facts]).toEqual(['11016', { why: 'expired' }]);
    }
    expect((await trader.sees(order.id)).status).toBe('running');
  });

  test('when the margin does not reach for the other side, neither happens', async () => {
    // 9,981.58 of 10,000 go in; after the spread and two fees 9,956.83 are there for 9,983.24.
    const order = await trader.opens({ lots: '0.332' });
    const answer = await trader.reverses(order.id);
    expect(answer.code).toBe('10011');
    expect((await trader.sees(order.id)).status).toBe('running');
    expect(await trader.payments(order.id)).toHaveLength(2);
  });

  test('what is closed cannot be reversed', async () => {
    const order = await trader.opens();
    await trader.closes(order.id);
    expect((await trader.reverses(order.id)).code).toBe('11017');
    expect((await trader.reverses(randomUUID())).status).toBe(404);
  });

  test('closed and reversed at once: one of the two', async () => {
    const order = await trader.opens();
    const [closed, reversed] = await Promise.all([
      trader.closes(order.id),
      trader.reverses(order.id),
    ]);
    expect([closed.code, reversed.code].toSorted()).toEqual(['11017', '200']);
  });
});
