// Promise: a frame about a plan shows at once wherever its owner sees the plan; what a frame does not
// hold is read, and nothing of it reaches another user.
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { LEFT_PLAN, PLAN_ORDER, PLAN_ORDER_DETAIL } from '../testing/plans.ts';
import { createFrameReader } from './apply.ts';
import { queryKeys } from './keys.ts';
import { tellPlan } from './plan-news.ts';

const OWNER = { userId: 'u1', mode: 'real' } as const;
const query = { status: 'all', page: 1, size: 20 } as const;
const LIST = queryKeys.plansPage('real', query);
const ONE = queryKeys.plan('real', PLAN_ORDER.id);
const NOW = { ...PLAN_ORDER, value: '1190', todayEarnings: '-19.28' };

let client: QueryClient;
const reads = () =>
  vi.mocked(client.invalidateQueries).mock.calls.map(([one]) => one?.queryKey?.[0]);
const page = () => client.getQueryData<{ records: (typeof PLAN_ORDER)[] }>(LIST)?.records ?? [];

function put(owner: typeof OWNER | { userId: string; mode: 'real' }): void {
  const cache = client.getQueryCache();
  const meta = { own: owner };
  cache
    .build(client, { queryKey: LIST, meta })
    .setData({ records: [PLAN_ORDER, LEFT_PLAN], total: 2 });
  cache.build(client, { queryKey: ONE, meta }).setData(PLAN_ORDER_DETAIL);
}

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  vi.spyOn(client, 'invalidateQueries');
  return () => vi.useRealTimers();
});

it('shows new figures in lists and on its page, and reads nothing for them', async () => {
  put(OWNER);
  tellPlan(client, OWNER, NOW);
  expect(page().map(({ value }) => value)).toEqual(['1190', null]);
  expect(client.getQueryData(ONE)).toMatchObject({
    value: '1190',
    settled: PLAN_ORDER_DETAIL.settled,
  });
  await vi.runAllTimersAsync();
  expect(reads()).toEqual([]);
});

it('reads its days when one was settled, and its lists when it ended', async () => {
  put(OWNER);
  tellPlan(client, OWNER, { ...NOW, settledDays: 4 });
  await vi.runAllTimersAsync();
  expect(reads()).toContain('plans');
  vi.mocked(client.invalidateQueries).mockClear();
  tellPlan(client, OWNER, { ...NOW, settledDays: 4, status: 'closed', state: 'matured' });
  await vi.runAllTimersAsync();
  expect(reads()).toContain('plans');
});

it('leaves what is kept of another user alone', () => {
  put({ userId: 'u2', mode: 'real' });
  tellPlan(client, OWNER, NOW);
  expect(page()[0]).toEqual(PLAN_ORDER);
  expect(client.getQueryData(ONE)).toEqual(PLAN_ORDER_DETAIL);
});

it('comes by the line', async () => {
  put(OWNER);
  const reader = createFrameReader(client);
  reader.read({ type: 'AUTH_SUCCESS', seq: 1, userId: 'u1', mode: 'real' } as never);
  reader.read({ type: 'PLAN_UPDATE', seq: 2, mode: 'real', data: NOW });
  await vi.waitFor(() => expect(page()[0]?.value).toBe('1190'));
});
