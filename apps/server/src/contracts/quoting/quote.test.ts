import { randomUUID } from 'node:crypto';
import { type Decimal, decimal, formatDecimal } from '@candor/kernel';
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

describe('order/quote', () => {
  test('says what an order costs and risks, worked by hand', async () => {
    const now = product.clock.now();
    const { result } = await trader.quotes({ stopLoss: '59000' });
    expect(result).toMatchObject({
      bid: '60000',
      ask: '60010',
      spread: '10',
      price: '60010',
      notional: '6001',
      margin: '3000.5',
      fee: '6.001',
      receivedAt: now,
      expiresAt: now + 5_000,
      // 0.1 × (60,010 − 59,000) + 6.001 + 5.9
      maxLoss: '112.901',
      maxLossBy: 'stop',
      // min(10,000 − 3,006.501, 9,992.999 − 3,000.5)
      freeMarginAfter: '6992.499',
    });
    const tick = await product.app.market.tick(result.tickId);
    expect(tick?.code).toBe('BTC/USDT');
    // The first tick whose bid pays both fees: 60,010 × 1.001 ÷ 0.999.
    expect(result.breakEven).toBe('60130.15');
    // Each day is charged and rounded by itself.
    const { d1, d7, d30 } = result.hold;
    const days = (count: bigint): string => formatDecimal((decimal(d1) * count) as Decimal);
    expect([d7, d30]).toEqual([days(7n), days(30n)]);
  });

  test('the most one can lose without a stop is a long’s value and fee, a short’s whole account', async () => {
    const { result } = await trader.quotes();
    // 0.1 × 60,010 and its fee: the price ends at 0.
    expect([result.maxLoss, result.maxLossBy]).toEqual(['6007.001', 'value']);
    expect(result.closeOutPrice).toBeNull();
    const short = await trader.quotes({ direction: 'sell' });
    expect([short.result.maxLoss, short.result.maxLossBy]).toEqual(['10000', 'equity']);
    const large = await trader.quotes({ lots: '0.3' });
    expect([large.result.maxLoss, large.result.maxLossBy]).toEqual(['10000', 'equity']);
    expect(large.result.closeOutPrice).not.toBeNull();
  });

  test('a trailing stop bounds the loss from where it starts', async () => {
    const { result } = await trader.quotes({ trailingDistance: '1000' });
    // From 60,010 to 59,000, with 6.001 and 5.9 of fees.
    expect([result.maxLoss, result.maxLossBy]).toEqual(['112.901', 'stop']);
    // An order that waits starts it at its own price: 0.1 × 1,000, 5.9 and 5.8 of fees.
    const waiting = { orderType: 'limit', price: '59000', trailingDistance: '1000' } as const;
    const { result: later } = await trader.quotes(waiting);
    expect([later.maxLoss, later.maxLossBy]).toEqual(['111.7', 'stop']);
  });

  test('takes nothing and promises nothing it could not keep', async () => {
    await trader.quotes();
    expect(await trader.amount()).toBe('10000');
    const short = await trader.quotes({ lots: '0.4' });
    expect([short.code, short.refused.field]).toEqual(['10011', 'lots']);
    expect((await trader.quotes({ lots: '0' })).code).toBe('10016');
    expect((await trader.quotes({ leverage: 3 })).code).toBe('11024');
    expect((await trader.quotes({ stopLoss: '60000' })).code).toBe('11008');
    expect((await trader.quotes({ code: 'NOPE/USDT' })).status).toBe(404);
    product.clock.advance(6_000);
    expect((await trader.quotes()).code).toBe('10015');
  });

  test('of an order that waits shows its figures at its own price', async () => {
    const { result } = await trader.quotes({ orderType: 'limit', price: '59000' });
    expect(result).toMatchObject({ price: '59000', notional: '5900', margin: '2950', fee: '5.9' });
    const far = await trader.quotes({ orderType: 'limit', price: '100' });
    expect([far.code, far.refused.field]).toEqual(['11016', 'price']);
  });

  test('shows stops given in money as prices', async () => {
    const { result } = await trader.quotes({ stopLoss: '100', takeProfit: '50', inMoney: true });
    expect(result).toMatchObject({ stopLoss: '59010', takeProfit: '60510' });
  });
});

describe('a frozen quote', () => {
  const quoted = async (change: object = {}): Promise<string> =>
    (await trader.quotes(change)).result.quoteId;

  test('fills at its price although the market moved, without slippage', async () => {
    const quoteId = await quoted();
    const seen = product.clock.now();
    await trader.says('60120', '60130');
    const order = await trader.opens({ quoteId });
    expect(order).toMatchObject({ openPrice: '60010', slippage: '0' });
    const tick = await product.app.market.tick(order.openTickId ?? '');
    expect(tick?.receivedAt).toBe(seen);
  });

  test('a dip between the quote and the order never sets off the order’s stop', async () => {
    const quoteId = await quoted();
    await trader.says('58000', '58010');
    await trader.says('60000', '60010');
    const order = await trader.opens({ quoteId, stopLoss: '59000' });
    await product.settle();
    expect((await trader.sees(order.id)).status).toBe('running');
    await trader.says('58900', '58910');
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({
      reason: 'stopLoss',
      closePrice: '58900',
      closeSlippage: '100',
    });
  });

  test.each([
    // Two fees are 0.2 %: 120.02 of 60,010.
    ['rose by as much as two fees', '60120.02', '60130.02', '200'],
    ['rose by more', '60120.03', '60130.03', '11016'],
    ['fell by as much as two fees', '59879.98', '59889.98', '200'],
    ['fell by more', '59879.97', '59889.97', '11016'],
  ])('holds both ways alike: the market %s', async (_, bid, ask, code) => {
    const quoteId = await quoted();
    await trader.says(bid, ask);
    const answer = await trader.asks({ quoteId });
    expect(answer.code).toBe(code);
    if (code === '11016') expect(answer.refused.facts).toEqual({ why: 'moved', bid, ask });
  });

  test('is for the lots and the leverage it was asked for', async () => {
    const quoteId = await quoted();
    for (const change of [{ lots: '0.2' }, { lots: '0.05' }, { leverage: 1 }]) {
      const answer = await trader.asks({ quoteId, ...change });
      expect([answer.code, answer.refused.facts]).toEqual(['11016', { why: 'expired' }]);
    }
    expect((await trader.asks({ quoteId, lots: '0.10' })).code).toBe('200');
  });

  test('ends when the next one of the instrument is given, of either direction', async () => {
    const first = await quoted();
    await trader.says('3000', '3001', 'ETH/USDT');
    const other = await quoted({ code: 'ETH/USDT' });
    const second = await quoted({ direction: 'sell' });
    expect((await trader.asks({ quoteId: first })).code).toBe('11016');
    expect((await trader.asks({ quoteId: second, direction: 'sell' })).code).toBe('200');
    expect((await trader.asks({ quoteId: other, code: 'ETH/USDT' })).code).toBe('200');
  });

  test('fills once', async () => {
    const quoteId = await quoted({ lots: '0.01' });
    await trader.opens({ quoteId, lots: '0.01' });
    const again = await trader.asks({ quoteId, lots: '0.01' });
    expect([again.code, again.refused.facts]).toEqual(['11016', { why: 'expired' }]);
  });

  test('two orders at once on one quote: one fills', async () => {
    const quoteId = await quoted({ lots: '0.01' });
    const answers = await Promise.all([1, 2].map(() => trader.asks({ quoteId, lots: '0.01' })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['11016', '200']);
  });

  test('a refused order leaves it as it was', async () => {
    const quoteId = await quoted();
    expect((await trader.asks({ quoteId, stopLoss: '60000' })).code).toBe('11008');
    expect((await trader.asks({ quoteId })).code).toBe('200');
  });

  test('the request that used it is answered the same again, also after it ended', async () => {
    const quoteId = await quoted();
    const requestId = randomUUID();
    const first = await trader.asks({ quoteId, requestId });
    await trader.says('60500', '60510');
    product.clock.advance(60_000);
    const second = await trader.asks({ quoteId, requestId });
    expect(second.text).toBe(first.text);
  });

  test('ends after five seconds, and never outlives the freshness of its tick', async () => {
    const quoteId = await quoted();
    for (let second = 0; second < 5; second += 1) await trader.says('60000', '60010');
    product.clock.advance(1);
    await product.price('BTC/USDT', '60000', '60011');
    expect((await trader.asks({ quoteId })).code).toBe('11016');

    product.clock.advance(4_000);
    const now = product.clock.now();
    const { result } = await trader.quotes();
    expect(result.expiresAt).toBe(now + 1_000);
  });

  test('belongs to one user, mode, instrument and direction', async () => {
    const quoteId = await quoted();
    const other = await newTrader(product);
    expect((await other.asks({ quoteId })).code).toBe('11016');
    expect((await trader.asks({ quoteId, direction: 'sell' })).code).toBe('11016');
    await trader.says('3000', '3001', 'ETH/USDT');
    expect((await trader.asks({ quoteId, code: 'ETH/USDT' })).code).toBe('11016');
    expect((await trader.asks({ quoteId: randomUUID() })).code).toBe('11016');
    const real = await product.call('contracts.open', {
      token: trader.token,
      mode: 'real',
      body: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots: '0.1',
        leverage: 2,
        quoteId,
        requestId: randomUUID(),
      },
    });
    expect(real.code).not.toBe('200');
    expect((await trader.asks({ quoteId })).code).toBe('200');
  });
});

describe('a market order that says the price it saw', () => {
  test('keeps it beside the price it filled at, and the difference', async () => {
    const order = await trader.opens({ price: '60000' });
    expect(order).toMatchObject({ price: '60000', openPrice: '60010', slippage: '10' });
    const short = await trader.opens({ direction: 'sell', price: '59990' });
    expect(short).toMatchObject({ openPrice: '60000', slippage: '-10' });
  });

  test('a price that is not this market’s is refused at the field', async () => {
    const answer = await trader.asks({ price: '50000' });
    expect([answer.code, answer.refused.field]).toEqual(['11016', 'price']);
    expect(answer.refused.facts).toEqual({ why: 'moved', bid: '60000', ask: '60010' });
  });
});
