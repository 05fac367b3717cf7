// Promise: a fund that makes up for missed time keeps no other from being looked at: its turn ends behind some of the
// work, and what a turn had no time for comes first in the next. (decision 0111)
import { type UnixMs, plusMs, unixMs } from '@candor/kernel';
import { expect, test } from 'vitest';
import type { StoredFund } from './plan/plan.ts';
import { createRunning } from './running.ts';

type Deps = Parameters<typeof createRunning>[0];
type Parts = Parameters<typeof createRunning>[1];

/** Funds whose work takes as long as is said, and what was done in which order. */
function stage(work: Readonly<Record<string, number>>) {
  let now: UnixMs = unixMs(1_700_000_000_000);
  const did: string[] = [];
  const found = Object.keys(work).map((id) => ({ id, mode: 'demo', phase: 'open', feed: 'a' }));
  const parts = {
    trading: {
      keepOnly: () => undefined,
      async advance(fund: StoredFund, mayGoOn: () => boolean) {
        for (let bars = 0; bars < (work[fund.id] ?? 0); bars += 1) {
          now = plusMs(now, 100);
          did.push(`bar of ${fund.id}`);
          if (!mayGoOn()) break;
        }
        return fund;
      },
    },
    midnight: { isOver: () => false },
    watching: {
      keepOnly: () => undefined,
      forget: () => undefined,
      look: async ({ id }: StoredFund) => void did.push(`look at ${id}`),
    },
    away: { keepOnly: () => undefined, look: async () => undefined },
  };
  const running = createRunning(
    {
      clock: { now: () => now },
      market: { feed: () => ({ key: 'a', mode: 'live' }) },
      list: async () => found,
    } as unknown as Deps,
    parts as unknown as Parts,
  );
  return { running, did };
}

test('a fund with much to make up for gives way behind some of it', async () => {
  const { running, did } = stage({ late: 1_000, other: 1 });
  await running.turn();
  expect(did.filter((one) => one === 'bar of late')).toHaveLength(5);
  expect(did.slice(-3)).toEqual(['look at late', 'bar of other', 'look at other']);
});

test('all are looked at in each turn, and those it had no time for are worked on first in the next', async () => {
  const ids = Array.from({ length: 15 }, (_, index) => `fund ${index}`);
  const { running, did } = stage(Object.fromEntries(ids.map((id) => [id, 1_000])));
  await running.turn();
  expect(did.filter((one) => one.startsWith('look'))).toHaveLength(15);
  expect(new Set(did.filter((one) => one.startsWith('bar')))).not.toContain('bar of fund 14');
  did.length = 0;
  await running.turn();
  expect(did[0]).toBe('bar of fund 10');
});

test('a midnight that many orders share gives way behind each half second, and goes on at once', async () => {
  let now: UnixMs = unixMs(1_700_000_000_000);
  const did: string[] = [];
  const funds = [
    { id: 'large', mode: 'real', phase: 'settling', feed: 'a' },
    { id: 'other', mode: 'real', phase: 'open', feed: 'a' },
  ];
  let batches = 0;
  const parts = {
    trading: { keepOnly: () => undefined, advance: async (fund: StoredFund) => fund },
    midnight: {
      isOver: ({ phase }: StoredFund) => phase !== 'open',
      async step(fund: StoredFund) {
        now = plusMs(now, 400);
        batches += 1;
        did.push('batch');
        const next = batches < 6 ? fund : { ...fund, phase: 'open' as const };
        funds[0] = next as (typeof funds)[number];
        return next;
      },
    },
    watching: {
      keepOnly: () => undefined,
      forget: () => undefined,
      look: async ({ id }: StoredFund) => void did.push(`look at ${id}`),
    },
    away: { keepOnly: () => undefined, look: async () => undefined },
  };
  const running = createRunning(
    {
      clock: { now: () => now },
      market: { feed: () => ({ key: 'a', mode: 'live' }) },
      list: async () => [...funds],
    } as unknown as Deps,
    parts as unknown as Parts,
  );
  await running.turn();
  const pass = ['batch', 'batch', 'look at large', 'look at other'];
  expect(did).toEqual([...pass, ...pass, ...pass]);
});
