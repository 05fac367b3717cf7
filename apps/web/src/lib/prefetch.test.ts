import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '@candor/kernel';

const call = vi.hoisted(() => vi.fn<(name: string, input: unknown) => Promise<unknown>>());
vi.mock('./http.ts', () => ({ call }));
const { prefetch, takePrefetched } = await import('./prefetch.ts');

const BTC = { params: { id: 'BTCUSDT' } };

afterEach(() => {
  vi.useRealTimers();
  call.mockReset();
});

test('a call is made once, and its answer is for the first who asks', async () => {
  call.mockResolvedValue(ok('the market'));
  prefetch('market.info', BTC);
  prefetch('market.info', BTC);
  expect(call).toHaveBeenCalledTimes(1);
  expect(takePrefetched('market.info', { params: { id: 'ETHUSDT' } })).toBeNull();
  expect(await takePrefetched('market.info', BTC)).toEqual(ok('the market'));
  expect(takePrefetched('market.info', BTC)).toBeNull();
});

test('an answer nobody took is not given as if it were of now', () => {
  vi.useFakeTimers();
  call.mockResolvedValue(ok('the market'));
  prefetch('market.info', BTC);
  vi.advanceTimersByTime(10_000);
  expect(takePrefetched('market.info', BTC)).toBeNull();
});
