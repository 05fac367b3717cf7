import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('terms stand for every asset a network carries, from the parameters in force', async () => {
  const { token } = await app.register();
  const { code, result } = await app.call('cashier.terms', { token });
  expect(code).toBe('200');
  expect(result.map(({ asset, network }) => `${asset} ${network}`)).toEqual([
    'USDT ethereum',
    'ETH ethereum',
    'USDT tron',
    'BTC bitcoin',
  ]);
  const bitcoin = { minDeposit: '0.015', minReceive: '0.001', feeRate: '0.001' };
  expect(result.at(-1)).toMatchObject(bitcoin);
});
