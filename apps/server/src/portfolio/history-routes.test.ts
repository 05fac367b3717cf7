import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the history of a demo begins with its grant, in every period, and is its own mode’s', async () => {
  const { token, userId } = await app.register();
  await app.deposit(userId, 250_000_000n);
  for (const period of ['day', 'week', 'month', 'all'] as const) {
    const { result } = await app.call('portfolio.history', { token, query: { period } });
    expect([result.curve[0]?.equity, result.curve.at(-1)?.equity]).toEqual(['10000', '10000']);
    // What is granted is no result.
    expect(result.result).toBe('0');
    expect(result.results.every((one) => one.result === '0')).toBe(true);
  }
  const real = await app.call('portfolio.history', { token, mode: 'real' });
  expect(real.result.curve.at(-1)?.equity).toBe('250');
});
