import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let token: string;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token } = await product.register());
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  await product.price('ETH/USDT', '3000', '3001');
});

const open = (code: string, lots: string) =>
  product.call('contracts.open', {
    token,
    body: {
      code,
      direction: 'buy',
      orderType: 'market',
      lots,
      leverage: 2,
      requestId: randomUUID(),
    },
  });
const info = async (mode: 'demo' | 'real' = 'demo') =>
  (await product.call('portfolio.info', { token, mode })).result;
const reset = (requestId = randomUUID()) =>
  product.call('portfolio.demo-reset', { token, body: { requestId } });

describe('user/getUserInfo', () => {
  test('a new account has its demo balance and an empty real book', async () => {
    expect(await info()).toMatchObject({
      mode: 'demo',
      amount: '10000',
      totalAssets: '10000',
      netAssets: '10000',
      freeMargin: '10000',
      marginLevel: null,
      valuedAt: null,
      profit: '0',
    });
    expect(await info('real')).toMatchObject({ mode: 'real', amount: '0', totalAssets: '0' });
  });

  test('every figure follows from the books and the marks', async () => {
    await open('BTC/USDT', '0.1');
    await open('ETH/USDT', '1');
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '59000', '59010');
    const now = await info();
    // Margins 3,000.50 + 1,500.50; fees 6.001 + 3.001; results 0.1 × −1,010 and 1 × −1.
    expect(now).toMatchObject({
      bondAmount: '4501',
      amount: '5489.998',
      floatingPnL: '-102',
      tradingEquity: '9888.998',
      totalAssets: '9888.998',
      freeMargin: '5387.998',
      marginLevel: '2.197066874027993779',
    });
  });

  test('without the mode header it is 400, without a token 401', async () => {
    const noMode = await product.call('portfolio.info', { token, headers: { virtually: '' } });
    expect(noMode.status).toBe(400);
    expect((await product.call('portfolio.info', {})).status).toBe(401);
    const extra = await product.call('portfolio.info', { token, odd: { userId: randomUUID() } });
    expect(extra.status).toBe(400);
  });
});

describe('user/demoReset', () => {
  test('closes everything by its normal entry and opens the demo balance again', async () => {
    await open('BTC/USDT', '0.1');
    await open('ETH/USDT', '1');
    const answer = await reset();
    expect(answer.result).toMatchObject({ amount: '10000', bondAmount: '0', profit: '0' });
    expect(await info()).toMatchObject({ amount: '10000', profit: '0', totalAssets: '10000' });
    const { records } = (await product.call('contracts.list', { token })).result;
    expect(records.map(({ status, reason }) => [status, reason])).toEqual([
      ['closed', 'user'],
      ['closed', 'user'],
    ]);
  });

  test('what has no fresh price is voided at cost: the margin comes back, the fee stays', async () => {
    await open('BTC/USDT', '0.1');
    product.clock.advance(60_000);
    await reset();
    const { records } = (await product.call('contracts.list', { token })).result;
    expect(records[0]).toMatchObject({ reason: 'void', profit: '-6.001' });
    expect((await info()).amount).toBe('10000');
  });

  test('a stop that a tick has come to holds up nothing: all is closed at the mark', async () => {
    await product.call('contracts.open', {
      token,
      odd: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots: '0.1',
        leverage: 2,
        stopLoss: '59500',
        requestId: randomUUID(),
      },
    });
    await product.settle();
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '59000', '59010');
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '59800', '59810');
    // The stored tick at 59,000 was not acted on yet, and this is what anything else hears.
    const { records: open } = (await product.call('contracts.list', { token })).result;
    const params = { id: open[0]?.id ?? '' };
    const close = { params, body: { requestId: randomUUID() } };
    expect((await product.call('contracts.close', { token, ...close })).code).toBe('11017');
    expect((await reset()).result).toMatchObject({ amount: '10000', profit: '0' });
    await product.settle();
    const { records } = (await product.call('contracts.list', { token })).result;
    expect(records[0]).toMatchObject({ status: 'closed', reason: 'user', closePrice: '59800' });
    expect((await info()).amount).toBe('10000');
  });

  test('an option that is over is settled at its price, not given back', async () => {
    const odd = { code: 'BTC/USDT', direction: 'up', period: 60, amount: '100' };
    const bought = await product.call('options.buy', {
      token,
      odd: { ...odd, requestId: randomUUID() },
    });
    await product.settle();
    product.clock.advance(60_100);
    await product.price('BTC/USDT', '59000', '59010');
    await reset();
    const params = { id: bought.result.id };
    const { result } = await product.call('options.get', { token, params });
    expect(result).toMatchObject({ reason: 'expiry', profit: '-100' });
    expect((await info()).amount).toBe('10000');
  });

  test('the same request resets once, whatever happened since', async () => {
    const requestId = randomUUID();
    const first = await reset(requestId);
    await open('BTC/USDT', '0.1');
    const second = await reset(requestId);
    expect(second.text).toBe(first.text);
    expect((await info()).bondAmount).toBe('3000.5');
  });

  test('a request id of an order cannot reset', async () => {
    const order = await open('BTC/USDT', '0.1');
    expect(order.code).toBe('200');
    const body = {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots: '0.1',
      leverage: 2,
    };
    const requestId = randomUUID();
    await product.call('contracts.open', { token, odd: { ...body, requestId } });
    expect((await reset(requestId)).status).toBe(422);
  });

  test('results count from the last reset on; the history stays', async () => {
    const order = (await open('BTC/USDT', '0.1')).result;
    await product.call('contracts.close', {
      token,
      params: { id: order.id },
      body: { requestId: randomUUID() },
    });
    expect((await info()).profit).toBe('-13.001');
    product.clock.advance(1);
    await reset();
    expect((await info()).profit).toBe('0');
    expect((await product.call('contracts.list', { token })).result.total).toBe(1);
  });

  test('an odd body is 400', async () => {
    for (const odd of [{}, { requestId: 'x' }, { requestId: randomUUID(), mode: 'real' }]) {
      const answer = await product.call('portfolio.demo-reset', { token, odd });
      expect(answer.status).toBe(400);
    }
  });
});
