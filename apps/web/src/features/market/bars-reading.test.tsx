// Promise: a chart reads only what is new, and never shows the bars of another interval or market.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { Interval } from '@candor/pricing';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Sent, answered, standInForServer } from '../../../test/answers.ts';
import { useBars } from './api.ts';

const STEPS = { '1m': 60_000, '1h': 3_600_000 } as Record<Interval, number>;
const NOW = 1_795_245_600_000;
const PAGE = 50;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A server with bars of a hundred pages of each interval, and what it is asked. */
function serveBars() {
  const clock = { now: NOW };
  const gates: (() => void)[] = [];
  const server = { clock, isSlow: false, gates, sent: [] as Sent[] };
  server.sent = standInForServer({
    '/index/getKValueByCodeAndDate': async ({ path }) => {
      const query = new URL(path, 'http://x').searchParams;
      const step = STEPS[query.get('interval') as Interval];
      const to = Math.min(clock.now, +(query.get('to') ?? clock.now));
      const earliest = Math.max(NOW - 100 * PAGE * step, +(query.get('from') ?? 0));
      const times: number[] = [];
      for (let time = Math.floor(to / step) * step; time >= earliest; time -= step) {
        times.unshift(time);
        if (query.get('from') === null && times.length === PAGE) break;
      }
      if (server.isSlow) await new Promise<void>((resolve) => gates.push(resolve));
      const price = String(step);
      return answered(
        times.map((time) => ({
          time,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: '0',
        })),
      );
    },
  });
  return server;
}

function follow(first: Interval) {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const useIt = ({ code, interval }: { code: string; interval: Interval }) =>
    useBars(code, interval);
  return renderHook(useIt, { wrapper, initialProps: { code: 'BTC/USDT', interval: first } });
}

it('keeps its newest bars and reads only new ones, however far one scrolled', async () => {
  const server = serveBars();
  const { result } = follow('1m');
  await waitFor(() => expect(result.current.known?.bars).toHaveLength(PAGE));
  for (let page = 2; page <= 12; page += 1) {
    act(() => result.current.older());
    await waitFor(() => expect(result.current.known?.bars).toHaveLength(page * PAGE));
  }
  expect(result.current.known?.bars.at(-1)?.time).toBe(NOW);
  server.clock.now = NOW + 2 * 60_000;
  const before = server.sent.length;
  act(() => result.current.renew());
  await waitFor(() => expect(result.current.known?.bars.at(-1)?.time).toBe(NOW + 120_000));
  expect(result.current.known?.bars).toHaveLength(12 * PAGE + 2);
  // One question, from the last bars on.
  expect(server.sent.slice(before).map(({ path }) => path.split('from=')[1])).toEqual([
    String(NOW - 60_000),
  ]);
});

it('asks once for older bars however often it is told to', async () => {
  const server = serveBars();
  const { result } = follow('1m');
  await waitFor(() => expect(result.current.known).not.toBeNull());
  act(() => {
    result.current.older();
    result.current.older();
  });
  await waitFor(() => expect(result.current.known?.bars).toHaveLength(2 * PAGE));
  expect(server.sent).toHaveLength(2);
});

it.each([
  ['interval', { code: 'BTC/USDT', interval: '1h' as Interval }],
  ['market', { code: 'ETH/USDT', interval: '1m' as Interval }],
])('after a change of %s nothing stands until the answer is there', async (_, next) => {
  const server = serveBars();
  const { result, rerender } = follow('1m');
  await waitFor(() => expect(result.current.known).not.toBeNull());
  server.isSlow = true;
  rerender(next);
  expect(result.current.known).toBeNull();
  // Back, and there again, before an answer came.
  rerender({ code: 'BTC/USDT', interval: '1m' });
  rerender(next);
  await waitFor(() => expect(server.gates.length).toBeGreaterThan(0));
  expect(result.current.known).toBeNull();
  server.isSlow = false;
  act(() => server.gates.forEach((open) => open()));
  await waitFor(() => expect(result.current.known).not.toBeNull());
  const step = STEPS[next.interval];
  const times = result.current.known?.bars.map(({ time }) => time) ?? [];
  expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === step)).toBe(
    true,
  );
});
