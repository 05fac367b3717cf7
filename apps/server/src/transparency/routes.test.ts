import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

async function figures(): Promise<Record<string, string | null>> {
  // Answers serve for two seconds: the page is read more often than its figures change.
  product.clock.advance(2_000);
  const { result } = await product.call('transparency.statistics');
  return Object.fromEntries(result.map(({ key, value }) => [key, value]));
}

test('an empty installation shows zeros, each with its definition, its query and its time', async () => {
  const { result } = await product.call('transparency.statistics');
  const values = Object.fromEntries(result.map(({ key, value }) => [key, value]));
  expect(values).toEqual({
    accounts: '0',
    demoBalance: '10000',
    traded24h: '0',
    traded24hDemo: '0',
    markets: '0',
    cryptoMarkets: '0',
    feeRate: '0.001',
    feeRateCap: '0.003',
  });
  for (const { definition, query, asOf } of result) {
    expect(definition).not.toBe('');
    expect(query).not.toBe('');
    expect(asOf).toBe(product.clock.now());
  }
});

test('three fills of known size change the figure by exactly their sum', async () => {
  const { token } = await product.register();
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  const before = await figures();
  await product.price('BTC/USDT', '60000', '60010.1');
  const ids: string[] = [];
  for (const lots of ['0.01', '0.02']) {
    const answer = await product.call('contracts.open', {
      token,
      body: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots,
        leverage: 2,
        requestId: randomUUID(),
      },
    });
    ids.push(answer.result.id);
  }
  await product.call('contracts.close', {
    token,
    params: { id: ids[0] ?? '' },
    body: { requestId: randomUUID() },
  });
  const after = await figures();
  expect([before['accounts'], before['traded24hDemo']]).toEqual(['1', '0']);
  // 0.01 × 60,010.1 + 0.02 × 60,010.1 + 0.01 × 60,000
  expect(after['traded24hDemo']).toBe('2400.303');
  expect(after['traded24h']).toBe('0');
  expect(after['markets']).toBe('1');
  expect(after['cryptoMarkets']).toBe('1');
});

test('fills older than a day do not count', async () => {
  product.clock.advance(86_400_000);
  expect((await figures())['traded24hDemo']).toBe('0');
});
