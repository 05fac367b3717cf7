import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '@candor/kernel';

const call = vi.hoisted(() => vi.fn<(name: string, input: unknown) => Promise<unknown>>());
vi.mock('./http.ts', () => ({ call }));
const { callAhead, takeAhead } = await import('./ahead.ts');

const BTC = { params: { id: 'BTCUSDT' } };

afterEach(() => {
  vi.useRealTimers();
  call.mockReset();
});

test('a call is made once, and its answer is for the first who asks', async () => {
  call.mockResolvedValue(ok('the market'));
  callAhead('market.info', BTC);
  callAhead('market.info', BTC);
  expect(call).toHaveBeenCalledTimes(1);
  expect(takeAhead('market.info', { params: { id: 'ETHUSDT' } })).toBeNull();
  expect(await takeAhead('market.info', BTC)).toEqual(ok('the market'));
  expect(takeAhead('market.info', BTC)).toBeNull();
});

test('an answer nobody took is not given as if it were of now', () => {
  vi.useFakeTimers();
  call.mockResolvedValue(ok('the market'));
  callAhead('market.info', BTC);
  vi.advanceTimersByTime(10_000);
  expect(takeAhead('market.info', BTC)).toBeNull();
});
